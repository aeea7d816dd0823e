import HTTPTransport
import JSONTree
import LarderCore
import LarderStore

@testable import LarderREST

/// A context over a store of people and cities, and the service behind it.
protocol SavingFixture {
  var service: FakeService { get }
  var context: EntityContext { get }
}

/// A context over a service in memory.
struct SaveFixture: SavingFixture {
  let service: FakeService
  let store: RESTStore
  let context = EntityContext()

  init(_ kind: FakeService.Kind) throws {
    service = FakeService(kind)
    store = try RESTStore(
      base: HTTPURL("http://h/"), dialect: RESTFixtures.dialect(kind.rawValue), transport: service,
      options: .init(schema: Self.schema))
    try context.attach(store, as: "main")
  }

  static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "people",
      attributes: [
        .init(name: "name", type: .text), .init(name: "age", type: .integer, isOptional: true),
        .init(name: "nick", type: .text, isOptional: true),
        .init(name: "vip", type: .bool, isOptional: true),
      ],
      relationships: [
        .init(name: "city", destination: "cities", inverse: "people"),
        .init(name: "friend", destination: "people"),
      ]),
    EntitySchema.Entity(
      name: "cities", attributes: [.init(name: "name", type: .text)],
      relationships: [
        .init(name: "people", destination: "people", isToMany: true, inverse: "city")
      ]),
  ])
}

extension SavingFixture {
  @discardableResult func insert(
    _ entity: EntityName = "people", _ values: [AttributeName: AttributeValue]
  ) throws -> PersistentIdentifier {
    let assignments = values.sorted { $0.key < $1.key }.map {
      EntityEdit.Assignment(AttributePath($0.key), .value($0.value))
    }
    return try context.perform(.insert(entity, assignments), in: "main").inserted[0]
  }

  func insert(named names: [String]) throws -> [PersistentIdentifier] {
    try names.map { try insert("people", ["name": .text($0)]) }
  }

  func set(
    _ object: PersistentIdentifier, _ name: AttributeName, _ value: AttributeValue
  ) throws {
    try context.perform(
      .update(.objects([object]), [.init(AttributePath(name), .value(value))]), in: "main")
  }

  func delete(_ object: PersistentIdentifier) throws {
    try context.perform(.delete(.objects([object])), in: "main")
  }

  /// An object that the service holds, as the context has seen it.
  func existing(
    _ id: String, in collection: String = "people", _ members: [(String, JSONNode)]
  ) throws -> PersistentIdentifier {
    service.put(collection, id, members)
    let all = EntityFetchDescriptor(entity: EntityName(collection))
    var found: PersistentIdentifier?
    try context.enumerate(all, in: "main") { snapshot in
      if BodyWriter.text(snapshot.identifier.primaryKey) == id { found = snapshot.identifier }
      return true
    }
    guard let found else { throw PersistenceError(.objectNotFound) }
    return found
  }

  func failure(_ body: () throws -> Void) -> PersistenceError? {
    do { try body() } catch { return error as? PersistenceError }
    return nil
  }

  func saveFailure() -> PersistenceError? { failure { try context.save() } }

  /// The names in a collection, in order of their keys.
  func names(_ collection: String = "people") -> [String] {
    service.rows(collection).sorted { $0.key < $1.key }.compactMap {
      $0.value.member("name")?.plainText
    }
  }
}
