import LarderCore
import LarderStore
import LarderTestSupport
import Synchronization
import Testing

@testable import LarderREST

/// A service's store beside the same objects in memory.
struct ReadingComparison {
  let service: LiveService
  let store: RESTStore
  let memory: InMemoryStore

  private static let known = Mutex<[String: InMemoryStore]>([:])

  /// Opens the service; what it holds is read once for all comparisons.
  init(_ service: LiveService, pageSize: Int? = nil) throws {
    self.service = service
    store = try service.open(pageSize: pageSize)
    if let known = Self.known.withLock({ $0[service.dialect] }) {
      memory = known
      return
    }
    let reader = try service.open()
    let memory = InMemoryStore(
      identifier: reader.identifier, schema: reader.schema,
      objects: try Self.objects(reader, service))
    Self.known.withLock { $0[service.dialect] = memory }
    self.memory = memory
  }

  /// People, and cities with what leads back to them.
  private static func objects(
    _ store: RESTStore, _ service: LiveService
  ) throws -> [EntitySnapshot] {
    let people = try store.fetch(
      EntityFetchDescriptor(entity: service.people), environment: .standard)
    var cities = try store.fetch(
      EntityFetchDescriptor(entity: service.cities), environment: .standard)
    for relationship in store.schema.allRelationships(of: service.cities) {
      let found = try store.destinations(of: relationship.name, from: cities.map(\.identifier))
      for index in cities.indices {
        cities[index][relationship.name] = .array(
          (found[cities[index].identifier] ?? []).map { .identifier($0) })
      }
    }
    return people + cities
  }

  /// Compares fetches and counts of random conditions, orders and limits; returns how many conditions went
  /// to the service.
  func run(rounds: Int, seed: UInt64) throws -> Int {
    var generator = SeededGenerator(seed: seed)
    let people = try memory.fetch(
      EntityFetchDescriptor(entity: service.people), environment: .standard)
    var predicates = PredicateGenerator(
      schema: store.schema, entity: service.people, using: generator.split(), snapshots: people)
    var pushedCount = 0
    for round in 0..<rounds {
      var descriptor = EntityFetchDescriptor(entity: service.people)
      descriptor.predicate = predicates.predicate(depth: round % 3)
      if generator.chance(percent: 40) { descriptor.sortDescriptors = predicates.sortDescriptors() }
      if generator.chance(percent: 40) {
        descriptor.fetchLimit = generator.integer(in: 0...9)
        descriptor.fetchOffset = generator.integer(in: 0...3)
      }
      if isPushed(descriptor) { pushedCount += 1 }
      try compare(descriptor, "seed \(seed), round \(round)")
    }
    return pushedCount
  }

  private func isPushed(_ descriptor: EntityFetchDescriptor) -> Bool {
    let condition = descriptor.predicate ?? .constant(true)
    if case .unsupported = store.pushDown(for: condition, of: descriptor.entity) { return false }
    return true
  }

  /// Compares one fetch, and the number of its objects.
  func compare(_ descriptor: EntityFetchDescriptor, _ comment: Comment) throws {
    let expected = try memory.fetch(descriptor, environment: .standard)
    let found = try store.fetch(descriptor, environment: .standard)
    #expect(
      found.map(\.identifier) == expected.map(\.identifier), "\(comment): \(descriptor)")
    let query = EntityQuery(descriptor: descriptor, output: .count)
    #expect(
      try store.run(query, environment: .standard) == memory.run(query, environment: .standard),
      "\(comment): \(descriptor)")
  }
}
