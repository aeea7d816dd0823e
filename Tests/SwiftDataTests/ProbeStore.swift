import SwiftData
import Synchronization

/// What a probe's store is told to refuse, and what it was asked.
final class Desk: Sendable {
  struct State {
    var refusals: Set<DataStoreError> = []
    var requests: [String] = []
    var contexts: Set<UUID> = []
    var authors: [String?] = []
    var cache: [PersistentIdentifier: DefaultSnapshot] = [:]
  }

  private let state = Mutex(State())

  func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  func note(_ request: String) { with { $0.requests.append(request) } }

  /// The requests since the last call.
  func take() -> [String] {
    with { state in
      defer { state.requests = [] }
      return state.requests
    }
  }
}

struct ProbeConfiguration: DataStoreConfiguration {
  typealias Store = ProbeStore

  var name = "probe"
  var schema: Schema?
  let desk: Desk

  init(desk: Desk) { self.desk = desk }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.desk === rhs.desk }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(desk)) }
}

/// A store of one's own over the default store in memory, which notes what it is asked.
final class ProbeStore: DataStore, DataStoreBatching, HistoryProviding {
  typealias Configuration = ProbeConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: ProbeConfiguration
  let schema: Schema
  private let inner: DefaultStore
  private var desk: Desk { configuration.desk }

  var identifier: String { inner.identifier }

  init(
    _ configuration: ProbeConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    inner = try DefaultStore(
      ModelConfiguration("inner", schema: schema, isStoredInMemoryOnly: true))
  }

  private func answer<T: PersistentModel>(
    _ kind: String, _ descriptor: FetchDescriptor<T>
  ) throws {
    var words = [kind, Schema.entityName(for: T.self)]
    if descriptor.predicate != nil { words.append("where") }
    if !descriptor.sortBy.isEmpty { words.append("sorted") }
    if let limit = descriptor.fetchLimit { words.append("limit \(limit)") }
    if let offset = descriptor.fetchOffset { words.append("offset \(offset)") }
    desk.note(words.joined(separator: " "))
    let refusals = desk.with { $0.refusals }
    if descriptor.predicate != nil, refusals.contains(.preferInMemoryFilter) {
      throw DataStoreError.preferInMemoryFilter
    }
    if !descriptor.sortBy.isEmpty, refusals.contains(.preferInMemorySort) {
      throw DataStoreError.preferInMemorySort
    }
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    try answer("fetch", request.descriptor)
    return try inner.fetch(request)
  }

  func fetchCount<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws -> Int {
    try answer("count", request.descriptor)
    return try inner.fetchCount(request)
  }

  func fetchIdentifiers<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] {
    try answer("identifiers", request.descriptor)
    return try inner.fetchIdentifiers(request)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    desk.note("save")
    desk.with { $0.authors.append(request.editingState.author) }
    return try inner.save(request)
  }

  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    try answer("delete", FetchDescriptor(predicate: request.predicate))
    try inner.delete(request)
  }

  func erase() throws {
    desk.note("erase")
    try inner.erase()
  }

  func initializeState(for editingState: EditingState) {
    desk.with { _ = $0.contexts.insert(editingState.id) }
  }

  func invalidateState(for editingState: EditingState) {
    desk.with { _ = $0.contexts.remove(editingState.id) }
  }

  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    desk.with { state in state.cache.filter { persistentIdentifiers.contains($0.key) } }
  }

  func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] { try inner.fetchHistory(descriptor) }

  func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
    try inner.deleteHistory(descriptor)
  }
}
