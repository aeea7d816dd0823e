public import Foundation
public import LarderCore

/// What a store needs in order to open.
public protocol DataStoreConfiguration: Hashable {
  /// The spelling of the 2024 session; nothing else refers to it.
  associatedtype StoreType = Never
  associatedtype Store: DataStore = StoreType where Self == Self.Store.Configuration

  var name: String { get }

  /// Filled in by the container where it is nil.
  var schema: Schema? { get set }

  func validate() throws
}

extension DataStoreConfiguration {
  public func validate() throws {}
}

/// A place where snapshots are kept, written by anyone.
public protocol DataStore<Configuration>: AnyObject {
  associatedtype Configuration: DataStoreConfiguration
  where Self == Self.Configuration.Store
  associatedtype Snapshot: DataStoreSnapshot

  var identifier: String { get }
  var schema: Schema { get }
  var configuration: Configuration { get }

  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Reads the snapshots that match a request.
  ///
  /// Throws ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort`` to be
  /// asked again without predicate or order; the caller then filters and sorts.
  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, Snapshot>

  /// Writes inserts, updates and deletes, and says what became of temporary identifiers.
  func save(_ request: DataStoreSaveChangesRequest<Snapshot>) throws
    -> DataStoreSaveChangesResult<Snapshot>

  /// The number of objects that match.
  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int

  func fetchIdentifiers<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> [PersistentIdentifier]
}

/// What a store that only fetches has from the start.
extension DataStore {
  public func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try fetch(request).fetchedSnapshots.count
  }

  public func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }
}

/// A failure that a store tells its caller, or a wish.
public enum DataStoreError: Error, Hashable {
  case unsupportedFeature
  case preferInMemoryFilter
  case preferInMemorySort
  case invalidPredicate
}

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

  package init(editingState: EditingState, descriptor: FetchDescriptor<T>) {
    self.editingState = editingState
    self.descriptor = descriptor
  }
}

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

  /// Snapshots that the store changed on the way.
  public let snapshotsToReregister: [PersistentIdentifier: T]

  public init(
    for storeIdentifier: String,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
    snapshotsToReregister: [PersistentIdentifier: T] = [:]
  ) {
    self.storeIdentifier = storeIdentifier
    self.remappedIdentifiers = remappedIdentifiers
    self.snapshotsToReregister = snapshotsToReregister
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

extension PersistentIdentifier {
  /// Mints the permanent identifier of an object in a store of one's own.
  ///
  /// Integers keep their kind; any other key is kept by its description.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Decodable & Encodable & Hashable {
    let integer = (primaryKey as? any FixedWidthInteger).flatMap { Int64(exactly: $0) }
    return PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: EntityName(entityName),
      primaryKey: integer.map { .integer($0) } ?? .text(primaryKey.description))
  }
}
