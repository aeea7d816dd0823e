import LarderTestSupport
import SQLiteDriver
import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

/// What the tests of stores stand on is itself in the format.
@Suite struct FixtureStoreTests {
  private func write(_ fixture: CoreDataFixture) throws -> StoreCopy {
    let folder = try TemporaryFolder()
    try fixture.write(to: folder.path(of: "store"))
    return try StoreCopy(folder.path(of: "store"))
  }

  @Test func theModelAndItsColumnsAreInTheStore() throws {
    let store = try write(.library)

    #expect(try store.model() == .library)
    let actual = try store.columns().filter {
      $0.key.hasPrefix("Z") && !["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains($0.key)
    }
    #expect(StoreTables(.library).predictedColumns == actual.mapValues { Set($0) })
    #expect(try store.connection.value("PRAGMA integrity_check") == .text("ok"))
    #expect(
      try store.columns()["ZITEM"] == [
        "Z_PK INTEGER", "Z_ENT INTEGER", "Z_OPT INTEGER", "ZCODE INTEGER", "ZAUTHOR INTEGER",
        "Z_FOK_AUTHOR INTEGER", "ZSEQUEL INTEGER", "Z6ITEMS INTEGER", "ZHEIGHT FLOAT",
        "ZWEIGHT FLOAT", "ZWIDTH FLOAT", "ZTITLE VARCHAR", "ZTITLEUPPER VARCHAR", "ZPAPER VARCHAR",
        "ZSOUND VARCHAR", "ZGENRE VARCHAR", "ZNAME VARCHAR", "ZNAME1 VARCHAR", "ZCOVER BLOB",
        "ZKEYWORDS BLOB",
      ])
  }

  @Test func keysOfAHierarchyAreCountedAtItsRoot() throws {
    let store = try write(.library)

    let rows = try store.connection.rows(
      "SELECT Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (1, 2, 3, 16001, 16003)")

    #expect(
      rows == [
        [.text("Author"), .integer(0), .integer(2)], [.text("Item"), .integer(0), .integer(6)],
        [.text("Book"), .integer(2), .integer(0)], [.text("CHANGE"), .integer(0), .integer(5)],
        [.text("TRANSACTIONSTRING"), .integer(0), .integer(4)],
      ])
  }

  @Test(arguments: [
    ("SELECT group_concat(Z_PK || ':' || Z_ENT) FROM ZITEM", "1:3,2:3,3:4,4:3,5:4"),
    ("SELECT ZTITLE || ZNAME1 FROM ZITEM WHERE Z_PK = 3", "Tidefilm 30"),
    ("SELECT ZPAPER || ZGENRE || hex(ZCOVER) FROM ZITEM WHERE Z_PK = 1", "papernovel01FFD8"),
    ("SELECT group_concat(Z_FOK_AUTHOR) FROM ZITEM WHERE ZAUTHOR = 1", "2048,3072"),
    ("SELECT group_concat(Z6ITEMS) FROM (SELECT * FROM ZITEM ORDER BY Z_PK)", "1,2,1,2"),
    ("SELECT ZFAVOURITE || '/' || Z2_FAVOURITE FROM ZPROFILE", "3/4"),
    (
      "SELECT group_concat(Z_3BOOKS || '-' || Z_7TAGS || '@' || Z_FOK_7TAGS) FROM Z_3TAGS",
      "1-2@2048,1-1@3072,2-1@2048"
    ),
    (
      "SELECT group_concat(Z_1FOLLOWERS || '>' || Z_1FOLLOWS) FROM (SELECT * FROM Z_1FOLLOWS ORDER BY 1)",
      "2>1,1>2"
    ),
    ("SELECT typeof(ZDECIMAL) || ZDECIMAL FROM ZVALUE", "real12.5"),
    ("SELECT group_concat(ZCHANGETYPE || ':' || ZENTITY) FROM ACHANGE", "0:1,0:3,0:3,1:1,2:3"),
    ("SELECT ZTOMBSTONE0 FROM ACHANGE WHERE ZCHANGETYPE = 2", "Lost"),
    (
      "SELECT s.ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS",
      "importer"
    ),
  ])
  func rowsStandWhereTheFormatHasThem(_ query: String, _ expected: String) throws {
    let store = try write(.library)

    #expect(try store.connection.value(query) == .text(expected))
  }

  @Test func rowsMayStandInTheLogAlone() throws {
    var fixture = CoreDataFixture.library
    fixture.keepsRowsInLog = true
    let folder = try TemporaryFolder()
    try fixture.write(to: folder.path(of: "store"))

    let alone = try Connection(path: folder.path(of: "store"), mode: .immutable)
    let both = try StoreCopy(folder.path(of: "store"))

    #expect(try alone.value("SELECT count(*) FROM ZAUTHOR") == .integer(0))
    #expect(try both.connection.value("SELECT count(*) FROM ZAUTHOR") == .integer(2))
    #expect(try both.model() == .library)
  }

  @Test func largeValuesStandInFilesBesideTheStore() throws {
    let folder = try TemporaryFolder()
    try CoreDataFixture.library.write(to: folder.path(of: "default.store"))

    let store = try StoreCopy(folder.path(of: "default.store"))

    let cover = try store.connection.value("SELECT ZCOVER FROM ZITEM WHERE Z_PK = 2")
    #expect(cover == .blob([2] + Array(CoreDataFixture.coverFile.utf8) + [0]))
    let file = ".default_SUPPORT/_EXTERNAL_DATA/" + CoreDataFixture.coverFile
    #expect(try folder.bytes(of: file) == [0xFF, 0xD8, 0xFF, 0xE0])
  }

  @Test func oldAndMirroredAndScrubbedStoresAreWritten() throws {
    var fixture = CoreDataFixture.library
    fixture.history = .inline
    fixture.isMirrored = true
    fixture.isScrubbed = true

    let store = try write(fixture)

    let tables = try store.columns().keys
    #expect(!tables.contains("ATRANSACTIONSTRING") && tables.contains("ANSCKRECORDMETADATA"))
    #expect(
      try store.connection.rows("SELECT ZAUTHOR, ZCONTEXTNAME FROM ATRANSACTION") == [
        [.text("importer"), .null], [.null, .text("viewContext")], [.null, .null],
      ])
    #expect(try store.connection.value("SELECT Z_PLIST FROM Z_METADATA") == .null)
    #expect(throws: ModelError.self) { try store.model() }
  }

  @Test func metadataIsAPropertyListWithTheEntitiesHashes() throws {
    var fixture = CoreDataFixture.library
    fixture.metadata = ["AppKey": .date(1)]
    let store = try write(fixture)

    guard case .blob(let bytes) = try store.connection.value("SELECT Z_PLIST FROM Z_METADATA")
    else {
      throw ModelError(.noModel)
    }
    let metadata = try PropertyList(bytes: bytes).dictionary

    #expect(metadata?["NSStoreType"] == .string("SQLite"))
    #expect(metadata?["AppKey"] == .date(1))
    #expect(
      metadata?["NSStoreModelVersionHashes"]?.dictionary?.mapValues { $0.data?.count }
        == Dictionary(
          uniqueKeysWithValues: ManagedObjectModel.library.entities.map { ($0.name, 32) })
    )
  }
}
