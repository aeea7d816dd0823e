public import LarderStore
import LarderSQLite
import SQLiteDriver

extension CoreDataStore: StoreChecking {
  public func violations() throws -> [StoreViolation] {
    try database.pool.withConnection { lent in
      // One moment of the store for all rules.
      try lent.connection.begin(.deferred)
      defer { lent.connection.rollback() }
      var checker = StoreChecker(
        connection: lent.connection, mapping: database.mapping,
        hierarchy: ModelHierarchy(model), names: names, numbers: numbers, damages: damages,
        history: history,
        externalFolder: ExternalData.folder(ofStoreAt: database.pool.file.path))
      return try checker.check()
    }
  }
}
