/// A store that keeps what it has read, and can be told to read anew.
public protocol StoreRefreshing: EntityStore {
  /// Forgets what was read; the next read asks the medium.
  ///
  /// - Throws: ``PersistenceError`` where the medium has to be read for that, and cannot be.
  func refresh() throws
}
