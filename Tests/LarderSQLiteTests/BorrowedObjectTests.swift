import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// What a store hands out to be looked at is what it hands out to be kept.
@Suite struct BorrowedObjectTests {
  private func check(_ store: any EntityStore, _ comment: Comment = "") throws {
    for entity in store.schema.entities {
      let descriptor = EntityFetchDescriptor(entity: entity.name)
      var copies: [EntitySnapshot] = []
      try store.enumerate(descriptor) {
        copies.append($0)
        return true
      }
      var looks: [EntitySnapshot] = []
      try store.enumerate(borrowing: descriptor) {
        looks.append($0.copy)
        return true
      }
      #expect(looks == copies, comment)
    }
  }

  @Test func anObjectIsTheSameInARandomDatabase() throws {
    SeededGenerator.forEachRound(20) { round, generator in
      var database = RandomDatabase(using: generator.split())
      let place = try TestDatabase(database.statements.joined(separator: ";\n"))
      let store = try place.open()
      try place.connection().execute(database.lateStatements().joined(separator: ";\n"))
      try check(store, round.comment)
    }
  }

  @Test func anObjectIsTheSameWhereEntitiesShareATable() throws {
    try check(try SharedTable())
  }

  @Test func aTextThatIsNoUTF8IsRepaired() throws {
    let store = try TestDatabase(
      """
      CREATE TABLE word (id INTEGER PRIMARY KEY, text);
      INSERT INTO word VALUES (1, CAST(x'61FF62' AS TEXT)), (2, 'é'), (3, ''), (4, 7), (5, NULL);
      """
    ).open()
    let context = EntityContext()
    try context.attach(store, as: "main")
    context.registrationLimit = 0
    var borrowed: [AttributeValue?] = []
    var rows: [EntityRow] = []

    let descriptor = EntityFetchDescriptor(entity: "word")
    try context.enumerate(borrowing: descriptor, in: "main") {
      borrowed.append($0.copy["text"])
      return true
    }
    let projection = EntityProjection(items: [.init(.path("text"), name: "text")])
    try context.enumerateRows(projection, of: descriptor, in: "main") {
      rows.append($0.map(\.value))
      return true
    }

    let expected: [AttributeValue?] = [
      .text("a\u{FFFD}b"), .text("é"), .text(""), .integer(7), .null,
    ]
    #expect(borrowed == expected)
    #expect(rows == expected.map { [$0] })
  }
}

extension BorrowedObject {
  fileprivate var copy: EntitySnapshot {
    EntitySnapshot(identifier: identifier, layout: layout, values: values.map(\.value))
  }
}
