/// A store whose kind cannot be made from a schema, but from another store of it.
public protocol StoreCloning: EntityStore {
  /// Writes a store of the same model without objects to a new file.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable` where there is a file already or none can
  ///   be made, and then none is left behind.
  func cloneEmpty(to path: String) throws
}
