import LarderCore
import LarderSQLite
import LarderShell

extension StoreOpener {
  /// SQLite databases; a path with one of their extensions and no file is that of a new
  /// store, which declarations make.
  static let sqlite = attachable(
    StoreOpener(
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
        guard let schema = options.schema else {
          return try SQLiteStore.planned(path: location.address, options: storeOptions)
        }
        return try SQLiteStore.create(
          path: location.address, schema: schema, options: storeOptions)
      }))

  private static func attachable(_ opener: StoreOpener) -> StoreOpener {
    var opener = opener
    opener.takesAttachments = true
    return opener
  }
}

extension SQLiteStore.Options {
  fileprivate init(_ options: StoreOptions) {
    self.init(
      isReadOnly: options.isReadOnly, schema: options.schema, author: "larder",
      isDryRun: options.isDryRun,
      attached: options.attached.map { AttachedDatabase(name: $0.name, path: $0.path) })
  }
}
