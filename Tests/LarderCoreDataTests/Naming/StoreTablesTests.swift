import Testing

@testable import LarderCoreData

@Suite struct StoreTablesTests {
  private typealias Model = ManagedObjectModel

  private func attribute(
    _ name: String, _ type: Model.AttributeType = .string, transient: Bool = false
  ) -> Model.Property {
    .attribute(Model.Attribute(name: name, type: type, isTransient: transient))
  }

  private func toOne(_ name: String, _ destination: String, _ inverse: String? = nil)
    -> Model.Property
  {
    .relationship(
      Model.Relationship(name: name, destination: destination, inverse: inverse, maximumCount: 1))
  }

  private func toMany(
    _ name: String, _ destination: String, _ inverse: String? = nil, ordered: Bool = false
  ) -> Model.Property {
    .relationship(
      Model.Relationship(
        name: name, destination: destination, inverse: inverse, isOrdered: ordered))
  }

  private func columns(_ entities: [Model.Entity]) -> [String] {
    StoreTables(Model(entities: entities)).tables.map { table in
      "\(table.name): " + table.columns.map { "\($0.name) \($0.sqlType)" }.joined(separator: ", ")
    }
  }

  @Test func everyTypeHasItsColumn() {
    let types = Model.AttributeType.allCases
    let entity = Model.Entity(
      name: "Thing",
      properties: types.map { attribute("a\($0.rawValue)", $0) }
        + [attribute("gone", transient: true), attribute("_odd")])

    #expect(
      columns([entity]) == [
        "ZTHING: ZA100 INTEGER, ZA200 INTEGER, ZA300 INTEGER, ZA400 DECIMAL, ZA500 FLOAT, "
          + "ZA600 FLOAT, ZA700 VARCHAR, ZA800 INTEGER, ZA900 TIMESTAMP, ZA1000 BLOB, ZA1100 BLOB, "
          + "ZA1200 VARCHAR, ZA1800 BLOB, Z_ODD VARCHAR"
      ])
  }

  @Test func aNameThatIsTakenGetsTheNextNumber() {
    let entities = [
      Model.Entity(name: "Item", properties: [attribute("id", .uuid), attribute("title1")]),
      Model.Entity(name: "Note", superentity: "Item", properties: [attribute("title")]),
      Model.Entity(
        name: "Page", superentity: "Item",
        properties: [attribute("ID"), attribute("title"), toOne("title2", "Note")]),
    ]

    #expect(
      columns(entities) == [
        "ZITEM: ZID BLOB, ZTITLE1 VARCHAR, ZTITLE VARCHAR, ZID1 VARCHAR, ZTITLE2 VARCHAR, "
          + "ZTITLE21 INTEGER"
      ])
  }

  @Test func leavesOfCompositesAreFlattenedInPlace() throws {
    let author = Model.Composite(
      name: "author",
      elements: [
        attribute("id"), .composite(Model.Composite(name: "born", elements: [attribute("year")])),
      ])
    let entity = Model.Entity(name: "Book", properties: [.composite(author), attribute("id")])

    let table = try #require(StoreTables(Model(entities: [entity])).tables.first)

    #expect(table.columns.map(\.name) == ["ZID", "ZYEAR", "ZID1"])
    let year = Model.Attribute(name: "year", type: .string)
    #expect(
      table.columns[1].content
        == .attribute(entity: "Book", path: ["author", "born", "year"], year))
  }

  @Test func relationshipsHaveTheirColumnsWhereTheForeignKeyStands() {
    let entities = [
      Model.Entity(
        name: "Box",
        properties: [
          toMany("labels", "Label"), toMany("things", "Thing", "box", ordered: true),
          toMany("tags", "Label", ordered: true),
        ]),
      Model.Entity(name: "Label"),
      Model.Entity(
        name: "Thing", properties: [toOne("box", "Box", "things"), toOne("next", "Thing")]),
      Model.Entity(name: "Toy", superentity: "Thing"),
    ]

    #expect(
      columns(entities) == [
        "ZBOX: ",
        "ZLABEL: Z1LABELS INTEGER, Z1TAGS INTEGER, Z_FOK_1TAGS INTEGER",
        "ZTHING: ZBOX INTEGER, Z_FOK_BOX INTEGER, ZNEXT INTEGER, Z3_NEXT INTEGER",
      ])
  }

  @Test func joinTablesAreNamedByTheLowerEntity() {
    let model = Model(entities: [
      Model.Entity(name: "Album", properties: [toMany("tags", "Tag", "albums", ordered: true)]),
      Model.Entity(name: "Photo", properties: [toMany("tags", "Tag", "photos")]),
      Model.Entity(
        name: "Tag",
        properties: [toMany("albums", "Album", "tags"), toMany("photos", "Photo", "tags")]),
    ])

    let joins = StoreTables(model).joins

    #expect(joins.map(\.table) == ["Z_1TAGS", "Z_2TAGS"])
    #expect(joins[0].columns.map(\.name) == ["Z_3TAGS", "Z_1ALBUMS"])
    #expect(joins[0].columns.map(\.orderColumn) == ["Z_FOK_3TAGS", nil])
    #expect(joins[0].columns.map(\.entity) == ["Tag", "Album"])
    #expect(joins[1].columns.map(\.name) == ["Z_3TAGS1", "Z_2PHOTOS"])
  }

  @Test func existingNamesDecideWhereTheRulesDoNot() {
    let model = Model(entities: [
      Model.Entity(
        name: "User",
        properties: [toMany("blockedBy", "User", "blocks"), toMany("blocks", "User", "blockedBy")])
    ])

    let assumed = StoreTables(model).joins
    let existing = StoreTables(
      model, existing: ["Z_1BLOCKEDBY": ["Z_1BLOCKEDBY", "Z_1BLOCKS12"]]
    ).joins

    #expect(assumed.map(\.table) == ["Z_1BLOCKS"])
    #expect(existing.map(\.table) == ["Z_1BLOCKEDBY"])
    #expect(existing.first?.columns.map(\.name) == ["Z_1BLOCKEDBY", "Z_1BLOCKS12"])
  }

  @Test func aRelationshipMayBeItsOwnInverse() {
    let model = Model(entities: [
      Model.Entity(name: "Person", properties: [toMany("friends", "Person", "friends")])
    ])

    let join = StoreTables(model).joins.first

    #expect(join?.table == "Z_1FRIENDS")
    #expect(join?.columns.map(\.name) == ["Z_1FRIENDS", "REFLEXIVE"])
  }

  @Test func manyClashesAreNumberedInOneGo() throws {
    let children = (0..<3000).map {
      Model.Entity(name: "E\($0)", superentity: "Base", properties: [attribute("name")])
    }

    let tables = StoreTables(Model(entities: [Model.Entity(name: "Base")] + children)).tables

    #expect(tables.map(\.columns.count) == [3000])
    #expect(tables.first?.columns.last?.name == "ZNAME2999")
  }

  @Test func contradictoryParentsDoNotHang() {
    let model = Model(entities: [
      Model.Entity(name: "A", superentity: "B", properties: [toOne("b", "B", "a")]),
      Model.Entity(name: "B", superentity: "A", properties: [toMany("a", "Nobody", "x")]),
    ])

    #expect(StoreTables(model).tables.flatMap(\.columns) == [])
  }
}
