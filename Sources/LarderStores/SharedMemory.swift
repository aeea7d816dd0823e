import Foundation
public import Larder
public import LarderCore
public import LarderStore
import Synchronization

/// A store in memory that several containers open, one after the other or at the same time.
///
/// `ModelConfiguration(isStoredInMemoryOnly: true)` is a new store in every container; this one keeps its objects
/// as long as somebody has its ``SharedMemory``.
public typealias SharedMemoryConfiguration = EntityDataStoreConfiguration<SharedMemory>

/// Memory as the medium of a store: the objects live as long as it does.
public final class SharedMemory: EntityStoreMedium {
  private let identifier = UUID().uuidString
  private let opened = Mutex<InMemoryStore?>(nil)

  public init() {}

  /// The one store, made for the schema that it is first opened with.
  ///
  /// - Throws: ``LarderCore/PersistenceError`` with code `schema.invalid` for another schema.
  public func open(for schema: EntitySchema) throws -> any EntityStore {
    try opened.withLock { opened in
      if let known = opened {
        guard known.schema.entities == schema.entities else {
          throw PersistenceError(
            .invalidSchema, detail: "the store in memory was made for another schema")
        }
        return known
      }
      let made = InMemoryStore(identifier: identifier, schema: schema, keepsHistory: true)
      opened = made
      return made
    }
  }

  /// Memory has no earlier versions.
  public func open(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore { try open(for: schema) }

  public static func == (lhs: SharedMemory, rhs: SharedMemory) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension EntityDataStoreConfiguration where Medium == SharedMemory {
  /// A store in memory that was made already, or in new memory.
  public init(
    _ name: String = "memory", schema: Schema? = nil, memory: SharedMemory = SharedMemory()
  ) {
    self.init(name, schema: schema, medium: memory)
  }
}
