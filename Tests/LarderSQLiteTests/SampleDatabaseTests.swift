import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

/// Real databases beside the package; where they are absent, these tests do not run.
private enum Samples {
  static let folder: String = {
    let package = #filePath.split(separator: "/").dropLast(3).map(String.init)
    let candidates = ["../shared/data/sqlite", "../../shared/data/sqlite"]
    let paths = candidates.map { "/" + package.joined(separator: "/") + "/" + $0 }
    return paths.first { access($0, R_OK) == 0 } ?? ""
  }()

  static var names: [String] {
    folder.isEmpty
      ? []
      : [
        "calibre-metadata.db", "chinook.sqlite", "northwind-built.sqlite", "sql-murder-mystery.db",
      ]
  }

  static func path(_ name: String) -> String { folder + "/" + name }
}

@Suite(.enabled(if: !Samples.folder.isEmpty, "the sample databases are not here"))
struct SampleDatabaseTests {
  @Test(arguments: Samples.names)
  func everyTableIsCountedAsSQLiteCountsIt(_ name: String) throws {
    let store = try SQLiteStore.open(path: Samples.path(name))
    let connection = try Connection(path: Samples.path(name), mode: .immutable)

    for entity in store.schema.entities {
      let expected = try connection.value("SELECT count(*) FROM \"\(entity.name)\"")
      let descriptor = EntityFetchDescriptor(entity: entity.name)
      #expect(try .integer(Int64(store.count(descriptor))) == expected, "\(entity.name)")
      let read = try store.enumerate(descriptor) { _ in true }.returned
      #expect(.integer(Int64(read)) == expected, "\(entity.name)")
    }
  }

  @Test func whatCannotBeReadIsListedWithTheReason() throws {
    let store = try SQLiteStore.open(path: Samples.path("calibre-metadata.db"))

    let functions = store.unreadable.filter { $0.reason == "no such function: books_list_filter" }
    #expect(functions.count == 5)
    #expect(store.schema.entity("books") != nil)
    #expect(store.schema.entity("meta") == nil)
  }

  /// A query as a value, and the SQL that a person would write for its keys.
  struct Query {
    var file: String
    var entity: EntityName
    var predicate: EntityPredicate
    var sql: String

    init(_ file: String, _ entity: EntityName, _ predicate: EntityPredicate, _ sql: String) {
      self.file = file
      self.entity = entity
      self.predicate = predicate
      self.sql = sql
    }
  }

  static let queries = [
    Query(
      "chinook.sqlite", "Track",
      .comparison(.equal, .path("Album", "Artist", "Name"), .text("AC/DC")),
      """
      SELECT t.TrackId FROM Track t JOIN Album USING (AlbumId) JOIN Artist a USING (ArtistId)
      WHERE a.Name = 'AC/DC'
      """),
    Query(
      "chinook.sqlite", "Employee",
      .comparison(.equal, .path("ReportsTo", "LastName"), .text("Adams")),
      """
      SELECT e.EmployeeId FROM Employee e JOIN Employee b ON b.EmployeeId = e.ReportsTo
      WHERE b.LastName = 'Adams'
      """),
    Query(
      "chinook.sqlite", "Playlist",
      .quantified(
        .any, .path("Track"),
        .comparison(.equal, .path("Genre", "Name", level: 1), .text("Jazz"))),
      """
      SELECT DISTINCT p.PlaylistId FROM PlaylistTrack p JOIN Track USING (TrackId)
      JOIN Genre g USING (GenreId) WHERE g.Name = 'Jazz'
      """),
    Query(
      "chinook.sqlite", "Artist",
      .comparison(.greaterThan, .collection(.count, .path("Album"), element: nil), .integer(5)),
      "SELECT ArtistId FROM Album GROUP BY ArtistId HAVING count(*) > 5"),
    Query(
      "chinook.sqlite", "Artist", .isEmpty(.path("Album")),
      "SELECT ArtistId FROM Artist WHERE ArtistId NOT IN (SELECT ArtistId FROM Album)"),
    Query(
      "chinook.sqlite", "Customer",
      .and([
        .comparison(.notEqual, .path("Company"), .value(.null)),
        .comparison(.equal, .path("SupportRep", "City"), .text("Calgary")),
      ]),
      """
      SELECT CustomerId FROM Customer c JOIN Employee e ON e.EmployeeId = c.SupportRepId
      WHERE c.Company IS NOT NULL AND e.City = 'Calgary'
      """),
    Query(
      "chinook.sqlite", "Invoice",
      .range(.path("Total"), .integer(10), .value(.real(15.5)), includesUpperBound: true),
      "SELECT InvoiceId FROM Invoice WHERE Total BETWEEN 10 AND 15.5"),
    Query(
      "chinook.sqlite", "Track", .text(.contains, .caseInsensitive, .path("Name"), .text("love")),
      "SELECT TrackId FROM Track WHERE Name LIKE '%love%'"),
    Query(
      "northwind-built.sqlite", "Orders",
      .comparison(.equal, .path("Customer", "Country"), .text("Germany")),
      """
      SELECT OrderID FROM Orders JOIN Customers USING (CustomerID) WHERE Country = 'Germany'
      """),
    Query(
      "northwind-built.sqlite", "Products",
      .and([
        .comparison(.equal, .path("Category", "CategoryName"), .text("Seafood")),
        .comparison(.lessThan, .path("UnitPrice"), .integer(20)),
      ]),
      """
      SELECT ProductID FROM Products JOIN Categories USING (CategoryID)
      WHERE CategoryName = 'Seafood' AND UnitPrice < 20
      """),
    Query(
      "northwind-built.sqlite", "Employees",
      .quantified(
        .any, .path("Territories"),
        .comparison(.equal, .path("TerritoryDescription", level: 1), .text("Boston"))),
      """
      SELECT EmployeeID FROM EmployeeTerritories JOIN Territories USING (TerritoryID)
      WHERE TerritoryDescription = 'Boston'
      """),
    Query(
      "sql-murder-mystery.db", "person",
      .and([
        .comparison(.equal, .path("license", "hair_color"), .text("red")),
        .comparison(.equal, .path("license", "car_make"), .text("Tesla")),
        .comparison(.greaterThan, .path("ssn", "annual_income"), .integer(100_000)),
      ]),
      """
      SELECT p.id FROM person p JOIN drivers_license d ON d.id = p.license_id
      JOIN income i ON i.ssn = p.ssn
      WHERE hair_color = 'red' AND car_make = 'Tesla' AND annual_income > 100000
      """),
    Query(
      "sql-murder-mystery.db", "person",
      .quantified(
        .any, .path("facebook_event_checkin"),
        .comparison(.equal, .path("event_name", level: 1), .text("SQL Symphony Concert"))),
      """
      SELECT DISTINCT person_id FROM facebook_event_checkin
      WHERE event_name = 'SQL Symphony Concert' AND person_id IN (SELECT id FROM person)
      """),
    Query(
      "calibre-metadata.db", "books",
      .comparison(.greaterThan, .path("series_index"), .integer(1)),
      "SELECT id FROM books WHERE series_index > 1"),
  ]

  @Test(arguments: queries)
  func aQueryFindsWhatSQLWrittenByHandFinds(_ query: Query) throws {
    let store = try SQLiteStore.open(path: Samples.path(query.file))
    let connection = try Connection(path: Samples.path(query.file), mode: .immutable)

    let found = try store.keys(query.entity, where: query.predicate)

    let rows = try connection.rows(query.sql)
    let expected = rows.map { row -> PersistentIdentifier.PrimaryKey in
      if case .integer(let key)? = row.first { .integer(key) } else { .text("") }
    }
    #expect(found.sorted() == expected.sorted())
    #expect(store.pushDown(for: query.predicate, of: query.entity) == .exact)
  }
}
