import LarderCore
import LarderSQLite
import LarderShell

extension StoreOpener {
  /// SQLite databases.
  static let sqlite = StoreOpener(
    kind: "SQLite", sought: "an SQLite database",
    recognises: { _, prefix in prefix.map(SQLiteStore.recognises(prefix:)) ?? false },
    open: { location, options in
      guard options.schema == nil else {
        throw PersistenceError(
          .unsupported, detail: "an SQLite database has a schema of its own; leave out `--schema`")
      }
      return try SQLiteStore.open(
        path: location.address, options: SQLiteStore.Options(isReadOnly: options.isReadOnly))
    })
}
