import LarderTestSupport
import SwiftData
import Testing

/// The classic store of one's own: a file with an array of snapshots, read and written as a whole.
struct FileConfiguration: DataStoreConfiguration {
  typealias Store = FileStore

  var name: String
  var schema: Schema?
  var url: URL
}

final class FileStore: DataStore {
  typealias Configuration = FileConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: FileConfiguration
  let identifier: String
  let schema: Schema

  init(
    _ configuration: FileConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    guard let schema = configuration.schema else { throw DataStoreError.unsupportedFeature }
    self.configuration = configuration
    self.schema = schema
    identifier = configuration.url.lastPathComponent
  }

  func fetch<T: PersistentModel>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let entity = Schema.entityName(for: T.self)
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: try read().values.filter { $0.persistentIdentifier.entityName == entity })
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
    var snapshots = try read()
    for snapshot in request.inserted {
      remapped[snapshot.persistentIdentifier] = try PersistentIdentifier.identifier(
        for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: UUID())
    }
    for snapshot in request.inserted {
      let permanent = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
      snapshots[permanent] = snapshot.copy(
        persistentIdentifier: permanent, remappedIdentifiers: remapped)
    }
    for snapshot in request.updated {
      snapshots[snapshot.persistentIdentifier] = snapshot.copy(
        persistentIdentifier: snapshot.persistentIdentifier, remappedIdentifiers: remapped)
    }
    for snapshot in request.deleted { snapshots[snapshot.persistentIdentifier] = nil }
    try JSONEncoder().encode(Array(snapshots.values)).write(to: configuration.url)
    return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
  }

  private func read() throws -> [PersistentIdentifier: DefaultSnapshot] {
    guard FileManager.default.fileExists(atPath: configuration.url.path) else { return [:] }
    let snapshots = try JSONDecoder().decode(
      [DefaultSnapshot].self, from: Data(contentsOf: configuration.url))
    return Dictionary(
      snapshots.map { ($0.persistentIdentifier, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

@Suite struct CustomStoreTests {
  private let folder: TemporaryFolder
  private let configuration: FileConfiguration

  init() throws {
    folder = try TemporaryFolder()
    configuration = FileConfiguration(
      name: "file", url: URL(filePath: folder.path(of: "trips.json")))
  }

  private func makeContext() throws -> ModelContext {
    ModelContext(try ModelContainer(for: Trip.self, configurations: configuration))
  }

  @Test func modelsGoThroughAStoreOfOnesOwn() throws {
    let context = try makeContext()
    for (code, name) in ["north", "south", "east"].enumerated() {
      let trip = Trip(name, code: code)
      trip.stays = [Stay("hut of \(name)", nights: code)]
      trip.mood = .wild
      context.insert(trip)
    }
    try context.save()

    let other = try makeContext()
    var descriptor = FetchDescriptor<Trip>(
      predicate: #Predicate { $0.name.contains("th") }, sortBy: [SortDescriptor(\.name)])
    let found = try other.fetch(descriptor)
    #expect(found.map(\.name) == ["north", "south"])
    #expect(found.first?.stays.map(\.place) == ["hut of north"])
    #expect(found.first?.mood == .wild)
    #expect(try other.fetchCount(descriptor) == 2)
    descriptor.fetchLimit = 1
    #expect(try other.fetch(descriptor).map(\.name) == ["north"])
  }

  @Test func editsAndDeletesReachIt() throws {
    let context = try makeContext()
    let (trip, other) = (Trip("north", code: 1), Trip("south", code: 2))
    context.insert(trip)
    context.insert(other)
    try context.save()
    trip.name = "far north"
    try context.delete(model: Trip.self, where: #Predicate { $0.code == 2 })
    try context.save()
    #expect(try makeContext().fetch(FetchDescriptor<Trip>()).map(\.name) == ["far north"])
  }
}
