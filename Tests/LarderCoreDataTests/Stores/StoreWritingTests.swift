import CoreDataFixtures
import FoundationEssentials
import LarderCore
import LarderCoreData
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// What stands in the tables after a save; read by SQL of its own.
@Suite struct StoreWritingTests {
  private let folder: TemporaryFolder
  private let path: String
  private let context: EntityContext

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "library.store")
    try CoreDataFixture.library.write(to: path)
    context = EntityContext()
    try context.attach(
      CoreDataStore.open(path: path, options: .init(isWritable: true, author: "test")),
      as: "library")
  }

  private func rows(_ sql: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.rows(sql).map { row in row.map(\.words).joined(separator: "|") }
  }

  private func insert(
    _ entity: EntityName, _ values: [AttributeName: AttributeValue]
  ) throws -> PersistentIdentifier {
    let outcome = try context.perform(
      .insert(
        entity,
        values.map { .init(AttributePath($0.key), .value($0.value)) }
          .sorted { "\($0.path)" < "\($1.path)" }), in: "library")
    return try #require(outcome.inserted.first)
  }

  private func set(
    _ entity: EntityName, _ key: Int64, _ attribute: AttributeName, _ value: AttributeValue
  ) throws {
    _ = try context.perform(
      .update(
        .objects([try identifier(entity, key)]),
        [.init(AttributePath(attribute), .value(value))]), in: "library")
  }

  private func identifier(_ entity: EntityName, _ key: Int64) throws -> PersistentIdentifier {
    let store = try #require(context.store(named: "library"))
    return PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: entity, primaryKey: .integer(key))
  }

  private func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
    for rule in LibraryRule.all {
      #expect(try rows(rule.violations) == [], "\(rule.name)", sourceLocation: location)
    }
    #expect(try rows("PRAGMA integrity_check") == ["ok"], sourceLocation: location)
  }

  @Test func theFixtureIsSound() throws { try expectSound() }

  @Test func aNewObjectTakesTheNextKeyOfItsRoot() throws {
    let film = try insert("Film", ["title": .text("Fog"), "name": .text("new")])
    let outcome = try context.save()

    #expect(outcome.stores.first?.replacements.map(\.new.description) == ["Film#p7"])
    #expect(film.isTemporary)
    #expect(
      try rows("SELECT Z_PK, Z_ENT, Z_OPT, ZNAME1, ZTITLEUPPER FROM ZITEM WHERE Z_PK = 7") == [
        "7|4|1|new|FOG"
      ])
    #expect(try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (2, 3, 4)") == ["7", "0", "0"])
    try expectSound()
  }

  @Test func anUpdateCountsTheVersionOnOnce() throws {
    try set("Author", 1, "name", .text("Anna"))
    try set("Author", 1, "born", .null)
    try context.save()

    #expect(try rows("SELECT ZNAME, ZBORN, Z_OPT FROM ZAUTHOR WHERE Z_PK = 1") == ["Anna||2"])
    #expect(try rows("SELECT Z_OPT FROM ZAUTHOR WHERE Z_PK = 2") == ["1"])
    try expectSound()
  }

  @Test func theHistoryTellsOfTheSave() throws {
    try set("Author", 1, "name", .text("Anna"))
    _ = try context.perform(.delete(.objects([try identifier("Film", 5)])), in: "library")
    try context.save()

    #expect(
      try rows(
        """
        SELECT s.ZNAME, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, hex(c.ZCOLUMNS), c.ZTOMBSTONE0
        FROM ACHANGE c JOIN ATRANSACTION t ON t.Z_PK = c.ZTRANSACTIONID
        JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS WHERE t.Z_PK = 4 ORDER BY c.Z_PK
        """) == ["test|2|4|5||Tide II", "test|1|1|1|10|", "test|1|4|3||"])
    try expectSound()
  }

  @Test func bothSidesOfOneToOneAreWritten() throws {
    try set("Profile", 1, "owner", .identifier(try identifier("Author", 2)))
    try context.save()

    #expect(try rows("SELECT ZOWNER FROM ZPROFILE") == ["2"])
    #expect(try rows("SELECT Z_PK, ZPROFILE FROM ZAUTHOR") == ["1|", "2|1"])
    try expectSound()
  }

  @Test func aLinkToAnEntityWithChildrenNamesTheChild() throws {
    try set("Profile", 1, "favourite", .identifier(try identifier("Book", 4)))
    try context.save()

    #expect(try rows("SELECT ZFAVOURITE, Z2_FAVOURITE FROM ZPROFILE") == ["4|3"])
    try set("Profile", 1, "favourite", .null)
    try context.save()
    #expect(try rows("SELECT ZFAVOURITE, Z2_FAVOURITE FROM ZPROFILE") == ["|"])
    try expectSound()
  }

  @Test func manyToManyLinksAreRowsWithTheirOrder() throws {
    _ = try context.perform(
      .append(
        to: try identifier("Book", 4), AttributePath("tags"),
        [
          .value(.identifier(try identifier("Tag", 2))),
          .value(.identifier(try identifier("Tag", 1))),
        ]),
      in: "library")
    _ = try context.perform(
      .remove(
        from: try identifier("Book", 1), AttributePath("tags"),
        [.value(.identifier(try identifier("Tag", 2)))]),
      in: "library")
    try context.save()

    #expect(
      try rows("SELECT Z_3BOOKS, Z_7TAGS, Z_FOK_7TAGS FROM Z_3TAGS ORDER BY Z_3BOOKS, Z_FOK_7TAGS")
        == ["1|1|3072", "2|1|2048", "4|2|2048", "4|1|3072"])
    try expectSound()
  }

  @Test func theObjectsOfAnInverselessRelationshipNameTheirOwner() throws {
    _ = try context.perform(
      .append(
        to: try identifier("Shelf", 2), AttributePath("items"),
        [.value(.identifier(try identifier("Film", 5)))]),
      in: "library")
    _ = try context.perform(
      .remove(
        from: try identifier("Shelf", 1), AttributePath("items"),
        [.value(.identifier(try identifier("Film", 3)))]),
      in: "library")
    try context.save()

    #expect(
      try rows("SELECT Z_PK, Z6ITEMS FROM ZITEM ORDER BY Z_PK") == [
        "1|1", "2|2", "3|", "4|2", "5|2",
      ])
    try expectSound()
  }

  @Test func anOrderedRelationshipKeepsRoomBetweenItsObjects() throws {
    try set(
      "Author", 1, "works",
      .array(try [2, 4, 1].map { .identifier(try identifier("Book", $0)) }))
    try context.save()

    #expect(
      try rows("SELECT Z_PK FROM ZITEM WHERE ZAUTHOR = 1 ORDER BY Z_FOK_AUTHOR") == ["2", "4", "1"])
    try expectSound()
  }

  @Test func aDeleteLeavesNoLinkBehind() throws {
    // Nothing leads back from a film to those that it is a sequel of, so that no rule applies.
    _ = try context.perform(.delete(.objects([try identifier("Film", 5)])), in: "library")
    _ = try context.perform(.delete(.objects([try identifier("Tag", 1)])), in: "library")
    _ = try context.perform(.delete(.objects([try identifier("Film", 3)])), in: "library")
    try context.save()

    #expect(try rows("SELECT ZFAVOURITE, Z2_FAVOURITE FROM ZPROFILE") == ["|"])
    #expect(try rows("SELECT Z_3BOOKS, Z_7TAGS FROM Z_3TAGS") == ["1|2"])
    try expectSound()
  }

  @Test func undoAndSaveRestoreEveryRow() throws {
    let tables = [
      "ZAUTHOR", "ZITEM", "ZPROFILE", "ZSHELF", "ZTAG", "ZVALUE", "Z_3TAGS", "Z_1FOLLOWS",
    ]
    let existing = try rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
    func content() throws -> [String] {
      try tables.filter(existing.contains).flatMap { table in
        let columns = try rows(
          "SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'Z_OPT' ORDER BY cid")
        let list = columns.map { "quote(\"\($0)\")" }.joined(separator: ", ")
        return try rows("SELECT '\(table)', \(list) FROM \(table) ORDER BY 2, 3")
      }
    }
    let before = try content()
    try context.beginGroup(named: "all")
    _ = try context.perform(.delete(.objects([try identifier("Film", 3)])), in: "library")
    _ = try context.perform(.delete(.objects([try identifier("Book", 4)])), in: "library")
    try set("Book", 1, "keywords", .array([.text("other")]))
    try set("Value", 1, "transformable", .data(Data([9])))
    try set("Value", 1, "decimal", .integer(3))
    try set("Author", 1, "name", .text("x"))
    try context.endGroup()
    try context.save()
    #expect(try content() != before)

    try context.undo()
    try context.save()

    let after = try content()
    #expect(after == before)
    #expect(try rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 2") == ["6"])
    try expectSound()
  }

  @Test func twoObjectsTradeTheirUniqueValues() throws {
    try set("Author", 1, "name", .text("?"))
    try set("Author", 2, "name", .text("Ann"))
    try set("Author", 1, "name", .text("Bob"))
    try context.save()

    #expect(try rows("SELECT Z_PK, ZNAME FROM ZAUTHOR ORDER BY Z_PK") == ["1|Bob", "2|Ann"])
    try expectSound()
  }

  @Test func theFirstSaveCopiesTheStore() throws {
    try set("Author", 1, "name", .text("Anna"))
    try context.save()
    try set("Author", 1, "name", .text("Anne"))
    try context.save()

    let copies = try folder.names().filter { $0.hasPrefix("library.store.backup-") }
    #expect(copies.count == 1)
    let copy = try Connection(path: folder.path(of: try #require(copies.first)), mode: .readOnly)
    #expect(try copy.value("SELECT ZNAME FROM ZAUTHOR WHERE Z_PK = 1") == .text("Ann"))
  }

  @Test func metadataModelAndForeignTablesStayByteForByte() throws {
    let sql = """
      SELECT hex(Z_PLIST) FROM Z_METADATA UNION ALL SELECT hex(Z_CONTENT) FROM Z_MODELCACHE \
      UNION ALL SELECT sql FROM sqlite_schema
      """
    let before = try rows(sql)
    try set("Author", 1, "name", .text("Anna"))
    try context.save()

    #expect(try rows(sql) == before)
  }

  @Test func aChangeBehindTheContextsBackIsAConflict() throws {
    try set("Author", 1, "name", .text("Anna"))
    try Connection(path: path).execute("UPDATE ZAUTHOR SET ZNAME = 'Other' WHERE Z_PK = 1")

    let error = #expect(throws: PersistenceError.self) { try context.save() }
    #expect(error?.code == .conflict)
    #expect(try rows("SELECT ZNAME, Z_OPT FROM ZAUTHOR WHERE Z_PK = 1") == ["Other|1"])
  }
}

/// A rule of the format for the library's store, as a query that finds what breaks it.
struct LibraryRule {
  let name: String
  let violations: String

  static let all =
    [
      LibraryRule(
        name: "no key is above the highest that was given out",
        violations: """
          SELECT 'Author' FROM ZAUTHOR WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 1)
          UNION SELECT 'Item' FROM ZITEM WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 2)
          UNION SELECT 'Tag' FROM ZTAG WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 7)
          UNION SELECT 'change' FROM ACHANGE
          WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16001)
          UNION SELECT 'transaction' FROM ATRANSACTION
          WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002)
          UNION SELECT 'string' FROM ATRANSACTIONSTRING
          WHERE Z_PK > (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16003)
          """),
      LibraryRule(
        name: "rows have a concrete entity of their table and a version",
        violations: """
          SELECT Z_PK FROM ZITEM WHERE coalesce(Z_ENT, 0) NOT IN (3, 4) OR coalesce(Z_OPT, 0) < 1
          UNION SELECT Z_PK FROM ZAUTHOR WHERE Z_ENT IS NOT 1 OR coalesce(Z_OPT, 0) < 1
          UNION SELECT Z_PK FROM ZTAG WHERE Z_ENT IS NOT 7 OR coalesce(Z_OPT, 0) < 1
          """),
      LibraryRule(
        name: "one-to-one links name each other",
        violations: """
          SELECT a.Z_PK FROM ZAUTHOR a LEFT JOIN ZPROFILE p ON p.Z_PK = a.ZPROFILE
          WHERE a.ZPROFILE IS NOT NULL AND p.ZOWNER IS NOT a.Z_PK
          UNION SELECT p.Z_PK FROM ZPROFILE p LEFT JOIN ZAUTHOR a ON a.Z_PK = p.ZOWNER
          WHERE p.ZOWNER IS NOT NULL AND a.ZPROFILE IS NOT p.Z_PK
          """),
      LibraryRule(
        name: "the entity beside a key is that of the row",
        violations: """
          SELECT p.Z_PK FROM ZPROFILE p LEFT JOIN ZITEM i ON i.Z_PK = p.ZFAVOURITE
          WHERE i.Z_ENT IS NOT p.Z2_FAVOURITE
          """),
      LibraryRule(
        name: "objects of an ordered relationship have rising keys of their own",
        violations: """
          SELECT Z_PK FROM ZITEM WHERE (ZAUTHOR IS NULL) <> (Z_FOK_AUTHOR IS NULL)
          UNION ALL SELECT ZAUTHOR FROM ZITEM WHERE ZAUTHOR IS NOT NULL
          GROUP BY ZAUTHOR, Z_FOK_AUTHOR HAVING count(*) > 1
          """),
      LibraryRule(
        name: "every transaction of the history has its changes, and the other way round",
        violations: """
          SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)
          UNION SELECT Z_PK FROM ATRANSACTION WHERE Z_PK NOT IN (SELECT ZTRANSACTIONID FROM ACHANGE)
          """),
    ]
    + [
      ("ZITEM", "ZAUTHOR", "ZAUTHOR"), ("ZITEM", "ZSEQUEL", "ZITEM"),
      ("ZITEM", "Z6ITEMS", "ZSHELF"),
      ("ZPROFILE", "ZFAVOURITE", "ZITEM"), ("Z_3TAGS", "Z_3BOOKS", "ZITEM"),
      ("Z_3TAGS", "Z_7TAGS", "ZTAG"),
    ].map { table, column, destination in
      LibraryRule(
        name: "\(table).\(column) leads to a row",
        violations: """
          SELECT \(column) FROM \(table) WHERE \(column) IS NOT NULL \
          AND \(column) NOT IN (SELECT Z_PK FROM \(destination))
          """)
    }
}

extension SQLiteValue {
  /// The value as the sqlite3 shell shows it.
  fileprivate var words: String {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes)"
    }
  }
}
