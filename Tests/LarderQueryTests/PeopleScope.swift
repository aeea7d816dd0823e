import FoundationEssentials
import LarderCore
import LarderQuery

/// A store of people, two more stores, a listing of nine people, and a few variables.
struct PeopleScope: ResolutionScope {
  var stores: [(name: String, schema: EntitySchema)] = [
    ("people", .people), ("archive", .archive), ("log", .log),
  ]
  var currentStore: String? = "people"
  var variables: [String: ResolutionVariable] = [
    "bob": .value(.identifier(.person(7))),
    "minimum": .value(.integer(18)),
    "teens": .query(
      EntityQuery(
        descriptor: EntityFetchDescriptor(
          entity: "Person",
          predicate: .range(
            .path(AttributePath("age")), .value(.integer(13)), .value(.integer(19)),
            includesUpperBound: true))), store: "people"),
    "top": .query(
      EntityQuery(descriptor: EntityFetchDescriptor(entity: "Person", fetchLimit: 10)),
      store: "people"),
  ]
  var parameters: [String: AttributeValue] = ["city": .text("Rome")]
  var offset = 0

  func object(at row: Int) -> PersistentIdentifier? {
    (1...9).contains(row) ? .person(Int64(row)) : nil
  }

  func handleIdentifier(
    entity: String?, key: PersistentIdentifier.PrimaryKey
  ) -> PersistentIdentifier? {
    if case .integer(let number) = key, number >= 1000 { return nil }
    var storeIdentifier: String? = "people-1"
    if case .temporary = key { storeIdentifier = nil }
    return PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: EntityName(entity ?? "Person"),
      primaryKey: key)
  }

  func variable(_ name: String) -> ResolutionVariable? { variables[name] }
  var variableNames: [String] { variables.keys.sorted() }
  func parameter(_ name: String) -> AttributeValue? { parameters[name] }

  /// Two people and a company can be read; the rest is gone.
  func value(of property: AttributeName, in object: PersistentIdentifier) -> AttributeValue? {
    let values: [PersistentIdentifier: [AttributeName: AttributeValue]] = [
      .person(7): [
        "city": .text("Oslo"), "age": .integer(40), "employer": .identifier(.acme),
        "friends": .array([.identifier(.person(1)), .identifier(.person(2))]),
        "address": .object(AttributeObject([.init(name: "street", value: .text("Main"))])),
      ],
      .acme: ["name": .text("Acme")],
    ]
    return values[object].map { $0[property] ?? .null }
  }

  /// 2024-03-01T12:00:00Z.
  var now: Date { Date(timeIntervalSinceReferenceDate: 730_987_200) }
  func zoneOffset(at date: Date) -> Int { offset }
}

extension PersistentIdentifier {
  static let acme = PersistentIdentifier(
    storeIdentifier: "people-1", entityName: "Company", primaryKey: .integer(1))

  static func person(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(
      storeIdentifier: "people-1", entityName: "Person", primaryKey: .integer(key))
  }
}

extension EntitySchema {
  static let people = EntitySchema(entities: [
    Entity(
      name: "Person",
      attributes: [
        Attribute(name: "id", type: .integer), Attribute(name: "name", type: .text),
        Attribute(name: "nickname", type: .text, isOptional: true),
        Attribute(name: "age", type: .integer, isOptional: true),
        Attribute(name: "city", type: .text, isOptional: true),
        Attribute(name: "email", type: .text, isOptional: true),
        Attribute(name: "born", type: .date, isOptional: true),
        Attribute(name: "lastSeen", type: .date, isOptional: true),
        Attribute(name: "updatedAt", type: .date, isOptional: true),
        Attribute(name: "isActive", type: .bool), Attribute(name: "height", type: .real),
        Attribute(name: "salary", type: .decimal, isOptional: true),
        Attribute(name: "tags", type: .array(of: .text)),
        Attribute(name: "photo", type: .data, isOptional: true),
        Attribute(name: "token", type: .uuid, isOptional: true),
        Attribute(name: "limit", type: .integer, isOptional: true),
        Attribute(name: "serial", type: .integer, isReadOnly: true),
        Attribute(
          name: "address",
          type: .composite([
            Attribute(name: "street", type: .text), Attribute(name: "zip", type: .integer),
          ]), isOptional: true),
        Attribute(
          name: "status",
          type: .enumeration(
            name: "Status", rawType: .text,
            cases: [
              EnumerationCase(name: "live", rawValue: .text("live")),
              EnumerationCase(name: "dead", rawValue: .text("dead")),
            ])),
      ],
      relationships: [
        Relationship(name: "employer", destination: "Company", inverse: "employees"),
        Relationship(name: "friends", destination: "Person", isToMany: true),
      ]),
    Entity(
      name: "Employee", superentity: "Person",
      attributes: [Attribute(name: "badge", type: .integer)]),
    Entity(
      name: "Company",
      attributes: [
        Attribute(name: "name", type: .text), Attribute(name: "founded", type: .date),
      ],
      relationships: [
        Relationship(
          name: "employees", destination: "Person", isToMany: true, inverse: "employer")
      ]),
    Entity(
      name: "Event",
      attributes: [Attribute(name: "type", type: .text), Attribute(name: "at", type: .date)]),
    Entity(
      name: "Order", attributes: [Attribute(name: "id", type: .integer)],
      relationships: [Relationship(name: "items", destination: "Item", isToMany: true)]),
    Entity(
      name: "Item",
      attributes: [
        Attribute(name: "price", type: .real),
        Attribute(
          name: "parts",
          type: .array(
            of: .composite([
              Attribute(name: "weight", type: .real)
            ]))),
      ]),
    Entity(name: "Ticket", attributes: [Attribute(name: "order", type: .integer)]),
    Entity(name: "Job", attributes: [Attribute(name: "state", type: .text)]),
    Entity(name: "Summary", isReadOnly: true, attributes: [Attribute(name: "n", type: .integer)]),
  ])

  static let archive = EntitySchema(entities: [
    Entity(name: "Person", attributes: [Attribute(name: "name", type: .text)]),
    Entity(name: "Letter", attributes: [Attribute(name: "text", type: .text)]),
  ])

  /// Types inferred from data.
  static let log = EntitySchema(entities: [
    Entity(
      name: "Line",
      attributes: [
        Attribute(
          name: "level", type: .integer,
          observation: Observation(counts: [.integer: 98, .text: 2])),
        Attribute(
          name: "code", type: .mixed, observation: Observation(counts: [.integer: 5, .text: 5])),
        Attribute(
          name: "at", type: .text, observation: Observation(counts: [.text: 198, .integer: 2])),
        Attribute(name: "when", type: .date, observation: Observation(counts: [.date: 9])),
        Attribute(name: "details", type: .mixed, observation: Observation(counts: [.object: 3])),
      ]),
    Entity(name: "Letter", attributes: [Attribute(name: "text", type: .text)]),
  ])
}

/// The one statement of a text, resolved.
func resolve(
  _ source: String, in scope: PeopleScope = PeopleScope()
) -> Result<ResolvedStatement, DiagnosticList> {
  let script = Parser.parse(source)
  guard script.diagnostics.isEmpty, let statement = script.statements.first else {
    return .failure(DiagnosticList(script.diagnostics))
  }
  return Resolver(scope: scope).resolve(statement)
}

/// All problems of a text, those of the parser first.
func problems(_ source: String, in scope: PeopleScope = PeopleScope()) -> [Diagnostic] {
  let script = Parser.parse(source)
  guard script.diagnostics.isEmpty else { return script.diagnostics }
  return script.statements.flatMap { statement -> [Diagnostic] in
    if case .failure(let list) = Resolver(scope: scope).resolve(statement) {
      return list.diagnostics
    }
    return []
  }
}
