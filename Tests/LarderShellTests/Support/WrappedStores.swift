import LarderCore
import LarderStore
import Synchronization

/// A store that cannot be read.
final class FailingStore: EntityStore {
  private let base: InMemoryStore

  init(_ base: InMemoryStore) { self.base = base }

  var identifier: String { base.identifier }
  var schema: EntitySchema { base.schema }

  func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics { throw PersistenceError(.corrupt) }

  func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    throw PersistenceError(.corrupt)
  }

  func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] { throw PersistenceError(.corrupt) }

  func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    throw PersistenceError(.corrupt)
  }
}

/// A store that tells a request for each count.
final class TellingStore: RequestTelling {
  private let base: InMemoryStore
  private let listener = Mutex<(@Sendable (_ text: () -> String) -> Void)?>(nil)

  init(_ base: InMemoryStore) { self.base = base }

  var identifier: String { base.identifier }
  var schema: EntitySchema { base.schema }

  func tellRequests(_ new: @escaping @Sendable (_ text: () -> String) -> Void) {
    listener.withLock { $0 = new }
  }

  func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics { try base.enumerate(descriptor, body) }

  func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    listener.withLock { $0 }?({ "> GET /trips\n> Accept: *\n< 200" })
    return try base.count(descriptor)
  }

  func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] { try base.snapshots(for: identifiers) }

  func apply(_ changes: ChangeSet) throws -> ChangeSetResult { try base.apply(changes) }
}
