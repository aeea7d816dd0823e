public import LarderCore
public import LarderStore

/// A configuration whose store a context works on directly, without SwiftData's requests between.
public protocol EntityStoreConfiguration: DataStoreConfiguration {
  /// Opens the store, or makes it where there is none.
  ///
  /// - Throws: ``LarderCore/PersistenceError`` as the store does.
  func makeEntityStore(for schema: EntitySchema) throws -> any EntityStore
}

extension ModelConfiguration: EntityStoreConfiguration {
  public typealias Store = DefaultStore

  public func makeEntityStore(for schema: EntitySchema) throws -> any EntityStore {
    try open(for: schema)
  }
}
