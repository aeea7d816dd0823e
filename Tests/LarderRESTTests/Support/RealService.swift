import HTTPTransport
import LarderCore
import LarderStore
import LarderTestSupport
import Synchronization

@testable import LarderREST

/// A real service, opened as a store.
struct RealService {
  let server: RESTServer

  private static let started = Mutex<[RESTServer.Kind: RESTServer]>([:])

  /// The service that the tests of saving share; each keeps to objects of its own.
  init(_ kind: RESTServer.Kind) throws {
    server = try Self.started.withLock { started in
      if let known = started[kind] { return known }
      let server = try RESTServer(kind)
      started[kind] = server
      return server
    }
  }

  var dialectName: String {
    switch server.kind {
    case .odata: "odata"
    case .pocketBase: "pocketbase"
    case .jsonAPI: "jsonapi"
    case .kinto: "kinto"
    case .drf: "drf"
    }
  }

  var people: EntityName { server.kind == .odata ? "Person" : "people" }

  /// Where the service does not say what leads where.
  private var schema: EntitySchema? {
    guard server.kind == .drf || server.kind == .kinto else { return nil }
    let key = EntitySchema.Attribute(
      name: "id", type: server.kind == .drf ? .integer : .text, isOptional: true, isUnique: true)
    let name = EntitySchema.Attribute(name: "name", type: .text)
    return EntitySchema(entities: [
      EntitySchema.Entity(
        name: "people",
        attributes: [
          key, name, .init(name: "age", type: .integer, isOptional: true),
          .init(name: "vip", type: .bool, isOptional: true),
        ],
        relationships: [.init(name: "city", destination: "cities", inverse: "people")]),
      EntitySchema.Entity(
        name: "cities", attributes: [key, name],
        relationships: [
          .init(name: "people", destination: "people", isToMany: true, inverse: "city")
        ]),
    ])
  }

  /// A store of its own, through a proxy where one is given; who listens hears of its requests.
  func store(
    through port: Int? = nil, hearing listener: HTTPTraceListener? = nil
  ) throws -> RESTStore {
    let path = server.kind == .kinto ? "buckets/larder/" : ""
    var url = server.url + path
    if let port { url = url.replacing(":\(server.port)/", with: ":\(port)/") }
    let base = try HTTPURL(url)
    let account = server.account.map {
      Credentials(.basic(user: $0.user, password: $0.password), for: base.origin)
    }
    let transport = CarefulTransport(
      over: CurlTransport(),
      credentials: server.kind == .kinto ? [account].compactMap(\.self) : [],
      policy: RetryPolicy(tries: 1), timeout: .seconds(20))
    transport.setListener(listener)
    let names: [String] =
      switch server.kind {
      case .jsonAPI: ["people", "city"]
      case .drf, .kinto: ["people", "cities"]
      case .odata, .pocketBase: []
      }
    return try RESTStore(
      base: base, dialect: RESTFixtures.dialect(dialectName), transport: transport,
      options: .init(
        schema: schema, collections: names, credentials: server.kind == .pocketBase ? account : nil)
    )
  }

  /// A context of its own.
  func context(through port: Int? = nil) throws -> EntityContext {
    let context = EntityContext()
    try context.attach(store(through: port), as: "main")
    return context
  }

  func objects(_ condition: EntityPredicate? = nil) throws -> [EntitySnapshot] {
    try store().fetch(
      EntityFetchDescriptor(entity: people, predicate: condition), environment: .standard)
  }

  /// The names of those that begin so, sorted.
  func names(from start: String) throws -> [String] {
    try objects().compactMap { snapshot -> String? in
      guard case .text(let name)? = snapshot["name"], name.hasPrefix(start) else { return nil }
      return name
    }.sorted()
  }

  @discardableResult func insert(
    _ name: String, _ more: [AttributeName: AttributeValue] = [:], in context: EntityContext
  ) throws -> PersistentIdentifier {
    var values: [AttributeName: AttributeValue] = ["name": .text(name), "vip": .bool(false)]
    values.merge(more) { _, new in new }
    let assignments = values.sorted { $0.key < $1.key }.map {
      EntityEdit.Assignment(AttributePath($0.key), .value($0.value))
    }
    return try context.perform(.insert(people, assignments), in: "main").inserted[0]
  }
}
