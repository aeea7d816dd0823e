public import Foundation
public import LarderCore

/// The identity of a context as stores see it.
public struct EditingState: Identifiable, Sendable {
  public let id: UUID

  /// Stamped on history transactions; nil where the context has none.
  public var author: String?

  package init(id: UUID = UUID(), author: String? = nil) {
    self.id = id
    self.author = author
  }
}

/// A fetch descriptor on its way to a store.
public struct DataStoreFetchRequest<T: PersistentModel>: Sendable {
  public let editingState: EditingState
  public let descriptor: FetchDescriptor<T>

  /// Whether a store without an answer of its own to a count leaves the fetch to whoever asks.
  let isFetchedByCaller: Bool

  package init(editingState: EditingState, descriptor: FetchDescriptor<T>) {
    self.init(editingState: editingState, descriptor: descriptor, isFetchedByCaller: false)
  }

  init(editingState: EditingState, descriptor: FetchDescriptor<T>, isFetchedByCaller: Bool) {
    self.editingState = editingState
    self.descriptor = descriptor
    self.isFetchedByCaller = isFetchedByCaller
  }
}

/// A store has nothing but its fetch to answer with.
struct FetchWanted: Error {}

/// The snapshots that a store found.
public struct DataStoreFetchResult<ModelType: PersistentModel, SnapshotType: DataStoreSnapshot>:
  Sendable
{
  public let descriptor: FetchDescriptor<ModelType>

  /// Objects of the requested entity only.
  public let fetchedSnapshots: [SnapshotType]

  /// Objects of any entity that the store had at hand.
  public let relatedSnapshots: [PersistentIdentifier: SnapshotType]

  public init(
    descriptor: FetchDescriptor<ModelType>, fetchedSnapshots: [SnapshotType],
    relatedSnapshots: [PersistentIdentifier: SnapshotType] = [:]
  ) {
    self.descriptor = descriptor
    self.fetchedSnapshots = fetchedSnapshots
    self.relatedSnapshots = relatedSnapshots
  }
}

/// Changes to be written as one unit.
public struct DataStoreSaveChangesRequest<SnapshotType: DataStoreSnapshot>: Sendable {
  public let inserted: [SnapshotType]
  public let updated: [SnapshotType]
  public let deleted: [SnapshotType]
  public let editingState: EditingState

  package init(
    inserted: [SnapshotType], updated: [SnapshotType], deleted: [SnapshotType],
    editingState: EditingState
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.editingState = editingState
  }
}

/// What became of a save.
public final class DataStoreSaveChangesResult<T: DataStoreSnapshot>: Sendable {
  public let storeIdentifier: String

  /// The permanent identifier of every inserted object.
  public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]

  /// Snapshots that the store changed on the way, whose values the models are to have now.
  public let snapshotsToReregister: [PersistentIdentifier: T]

  /// The place in the store's history that the save has reached; nil where it keeps none.
  public let historyToken: (any HistoryToken)?

  public convenience init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.init(
      for: storeIdentifier, remappedIdentifiers: remappedIdentifiers,
      snapshotsToReregister: snapshotsToReregister, historyToken: nil)
  }

  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:], historyToken: (any HistoryToken)?
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
    self.historyToken = historyToken
  }

  /// The form of the 2024 session.
  public convenience init(
    for storeIdentifier: String,
    remappedPersistentIdentifiers: [PersistentIdentifier: PersistentIdentifier],
    deletedIdentifiers: [PersistentIdentifier] = []
  ) {
    self.init(for: storeIdentifier, remappedIdentifiers: remappedPersistentIdentifiers)
  }
}

/// What a store that deletes by condition is to delete.
public struct DataStoreBatchDeleteRequest<T: PersistentModel>: Sendable {
  public let editingState: EditingState

  /// The condition, or nil for every object.
  public let predicate: Predicate<T>?
  public let includeSubclasses: Bool

  package init(editingState: EditingState, predicate: Predicate<T>?, includeSubclasses: Bool) {
    self.editingState = editingState
    self.predicate = predicate
    self.includeSubclasses = includeSubclasses
  }
}
