// A shell that opens a store of one's own: OwnShell recipes.plist
//
// `.trace on` shows every request that reaches the store. Without arguments the sample checks itself.
import LarderShell
import SwiftData

@Sendable func open(_ location: StoreLocation) throws -> DataStoreAdapter<RecipeStore> {
  DataStoreAdapter(
    try RecipeStore(RecipeConfiguration(url: URL(filePath: location.address))))
}

let shell = Shell(openers: [
  StoreOpener(
    kind: "recipes", sought: "a property list",
    recognises: { location, _ in location.address.hasSuffix(".plist") },
    open: { location, _ in try open(location) }, make: { location, _ in try open(location) })
])
if CommandLine.arguments.count > 1 {
  exit(shell.run(arguments: CommandLine.arguments).rawValue)
}
try checkItself(shell)
