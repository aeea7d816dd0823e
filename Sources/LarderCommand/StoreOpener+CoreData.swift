import LarderCore
import LarderCoreData
import LarderShell

extension StoreOpener {
  /// Stores of SwiftData and Core Data, whatever their names.
  static let coreData = StoreOpener(
    kind: "Core Data", sought: "a store of SwiftData or Core Data",
    recognises: { location, prefix in
      prefix.map { CoreDataStore.recognises(path: location.address, prefix: $0) } ?? false
    },
    open: { location, options in
      try CoreDataStore.open(
        path: location.address,
        options: CoreDataStore.Options(
          isWritable: options.isWritable, isForced: options.isForced,
          isDryRun: options.isDryRun,
          modelPath: options.modelPath, author: "larder"))
    })
}
