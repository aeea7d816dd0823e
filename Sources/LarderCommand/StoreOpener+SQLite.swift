import LarderCore
import LarderSQLite
import LarderShell

extension StoreOpener {
  /// SQLite databases; a path with one of their extensions and no file is a new store.
  static let sqlite = StoreOpener(
    kind: "SQLite", sought: "an SQLite database",
    recognises: { _, prefix in prefix.map(SQLiteStore.recognises(prefix:)) ?? false },
    open: { location, options in
      try SQLiteStore.open(path: location.address, options: SQLiteStore.Options(options))
    },
    make: { location, options in
      let extensions = [".sqlite", ".sqlite3", ".db"]
      guard extensions.contains(where: location.address.hasSuffix) else { return nil }
      var storeOptions = SQLiteStore.Options(options)
      storeOptions.schema = nil
      return try SQLiteStore.create(
        path: location.address, schema: options.schema ?? EntitySchema(entities: []),
        options: storeOptions)
    })
}

extension SQLiteStore.Options {
  fileprivate init(_ options: StoreOptions) {
    self.init(isReadOnly: options.isReadOnly, schema: options.schema, author: "larder")
  }
}
