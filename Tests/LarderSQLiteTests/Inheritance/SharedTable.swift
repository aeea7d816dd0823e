import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver

/// A read-only store over a hand-made mapping, in which entities share a table by numbers.
final class SharedTable: EntityStore {
  private let place: TestDatabase
  private let database: MappedDatabase

  let identifier = "zoo"
  let schema = SharedTable.zoo
  let readOnlyReason: String? = "a test"

  init() throws {
    place = try TestDatabase(Self.sql)
    let file = try DatabaseFile(path: place.path, isReadOnly: true)
    database = MappedDatabase(
      mapping: DatabaseMapping(
        tables: Self.tables, schema: Self.zoo, storeIdentifier: identifier),
      pool: ConnectionPool(file))
  }

  func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    database.pushDown(for: condition, of: entity)
  }

  func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    database.pushDown(for: order, of: entity)
  }

  func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    database.pushDown(for: projection, of: entity)
  }

  @discardableResult
  func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    try database.enumerate(descriptor, body)
  }

  func enumerate(
    borrowing descriptor: EntityFetchDescriptor, _ body: (BorrowedObject) throws -> Bool
  ) throws {
    try database.enumerate(borrowing: descriptor, body)
  }

  func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    try database.count(descriptor)
  }

  func rows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> [EntityRow] {
    try database.rows(projection, of: descriptor)
  }

  func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    try database.snapshots(for: identifiers)
  }

  func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    try database.destinations(of: relationship, from: identifiers)
  }

  func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    throw PersistenceError(.readOnly, detail: readOnlyReason)
  }

  func explanation(of query: EntityQuery) throws -> StoreExplanation {
    try database.explanation(of: query)
  }

  func interrupt() { database.interrupt() }
}

extension SharedTable {
  /// Animals of four kinds: one abstract, one below another, two with a `size` of their own.
  static let zoo = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Animal", isAbstract: true,
      attributes: [.init(name: "name", type: .text, isOptional: true)],
      relationships: [
        .init(name: "friend", destination: "Animal", inverse: "friends"),
        .init(name: "friends", destination: "Animal", isToMany: true, inverse: "friend"),
        .init(name: "home", destination: "Home", inverse: "animals"),
      ]),
    EntitySchema.Entity(
      name: "Dog", superentity: "Animal",
      attributes: [.init(name: "size", type: .integer, isOptional: true)]),
    EntitySchema.Entity(
      name: "Puppy", superentity: "Dog",
      attributes: [.init(name: "age", type: .integer, isOptional: true)],
      relationships: [.init(name: "mother", destination: "Dog")]),
    EntitySchema.Entity(
      name: "Cat", superentity: "Animal",
      attributes: [.init(name: "size", type: .integer, isOptional: true)]),
    EntitySchema.Entity(
      name: "Home", attributes: [.init(name: "town", type: .text, isOptional: true)],
      relationships: [
        .init(name: "animals", destination: "Animal", isToMany: true, inverse: "home"),
        .init(name: "guard", destination: "Dog"),
      ]),
  ])

  /// Animals 8 and 9 are of no known entity.
  private static let sql = """
    CREATE TABLE animals(pk INTEGER PRIMARY KEY, ent INTEGER, name TEXT, friend INTEGER,
      friend_ent INTEGER, home INTEGER, size INTEGER, size1 INTEGER, age INTEGER, mother INTEGER);
    CREATE TABLE homes(pk INTEGER PRIMARY KEY, town TEXT, guard INTEGER);
    INSERT INTO animals VALUES
      (1, 2, 'Rex', 2, 4, 1, 9, NULL, NULL, NULL), (2, 4, 'Tom', 1, 2, 1, NULL, 3, NULL, NULL),
      (3, 3, 'Bob', 1, 2, 2, 4, NULL, 1, 1), (4, 3, NULL, 3, 3, NULL, NULL, NULL, 2, 2),
      (5, 2, 'Ace', 8, 99, 2, 3, NULL, NULL, NULL), (6, 4, 'Kit', 5, NULL, 2, 7, 5, 6, 1),
      (7, 4, 'Rex', NULL, NULL, NULL, NULL, 9, NULL, NULL),
      (8, 99, 'Odd', 1, 2, 1, 1, 1, 1, 1), (9, NULL, 'Nil', 1, 2, 2, 1, 1, 1, 1);
    INSERT INTO homes VALUES (1, 'Oslo', 3), (2, 'Rome', 2), (3, NULL, 8), (4, 'Bern', 1);
    """

  private static let tables = [
    animal(
      "Animal", nil, [text("name", "name")],
      [friend, friends, toOne("home", to: 4, column: "home")]),
    animal(
      "Dog", 2, [text("name", "name"), number("size", "size")],
      [friend, friends, toOne("home", to: 4, column: "home")]),
    animal(
      "Puppy", 3, [text("name", "name"), number("size", "size"), number("age", "age")],
      [
        friend, friends, toOne("home", to: 4, column: "home"),
        toOne("mother", to: 1, column: "mother"),
      ]),
    animal(
      "Cat", 4, [text("name", "name"), number("size", "size1")],
      [friend, friends, toOne("home", to: 4, column: "home")]),
    TableMapping(
      entity: "Home", table: TableName("homes"), key: .rowID(column: "pk"), ownOrder: ["pk"],
      columns: [text("town", "town")],
      relationships: [
        RelationshipMapping(
          name: "animals", destination: 0, link: .toMany([.init(child: "home", parent: "pk")])),
        toOne("guard", to: 1, column: "guard"),
      ]),
  ]

  private static let friend = toOne("friend", to: 0, column: "friend", entityColumn: "friend_ent")
  private static let friends = RelationshipMapping(
    name: "friends", destination: 0, link: .toMany([.init(child: "friend", parent: "pk")]))

  private static func animal(
    _ entity: EntityName, _ number: Int64?, _ columns: [ColumnMapping],
    _ relationships: [RelationshipMapping]
  ) -> TableMapping {
    TableMapping(
      entity: entity, table: TableName("animals"), key: .rowID(column: "pk"), ownOrder: ["pk"],
      columns: columns, relationships: relationships,
      discriminator: Discriminator(column: "ent", value: number.map { .integer($0) }))
  }

  private static func toOne(
    _ name: AttributeName, to destination: Int, column: String, entityColumn: String? = nil
  ) -> RelationshipMapping {
    RelationshipMapping(
      name: name, destination: destination,
      link: .toOne([.init(child: column, parent: "pk")], isDirect: true),
      entityColumn: entityColumn)
  }

  private static func text(_ name: AttributeName, _ column: String) -> ColumnMapping {
    ColumnMapping(
      attribute: name, column: column, affinity: .text, meaning: .asStored, kinds: .text)
  }

  private static func number(_ name: AttributeName, _ column: String) -> ColumnMapping {
    ColumnMapping(
      attribute: name, column: column, affinity: .integer, meaning: .asStored, kinds: .number)
  }
}
