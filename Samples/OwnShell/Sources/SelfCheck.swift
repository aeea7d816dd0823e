import LarderShell
import SwiftData

/// Writes recipes with the shell, reads them with a context, and the reverse.
func checkItself(_ shell: Shell) throws {
  try withTemporaryFolder { folder in
    let url = folder.appending(path: "recipes.plist")
    func run(_ statements: String...) -> ExitStatus {
      shell.run(
        arguments: ["own-shell", url.path] + statements.flatMap { ["-c", $0] })
    }
    let written = run(
      ".trace on", "insert Recipe(title: \"Flan\", minutes: 90)",
      "insert Recipe(title: \"Soup\", minutes: 30)", "save")
    try check("the shell writes to a store of one's own", written == .success)

    let context = ModelContext(
      try ModelContainer(for: Recipe.self, configurations: RecipeConfiguration(url: url)))
    let quick = FetchDescriptor<Recipe>(predicate: #Predicate { $0.minutes < 60 })
    try check("a context reads it", try context.fetch(quick).map(\.title) == ["Soup"])
    try context.fetch(quick).first?.minutes = 25
    try context.save()

    let edited = run(
      "count Recipe where minutes == 25", "update Recipe where title == \"Flan\" set minutes -= 10",
      "save")
    try check("the shell edits what a context wrote", edited == .success)
    try check(
      "and a context sees it",
      try context.fetch(FetchDescriptor<Recipe>()).map(\.minutes).sorted() == [25, 80])
    try check("a mistake is a failure", run("Recipe where mintues > 1") == .statementFailed)
  }
}
