import Glibc
import LarderTestSupport
import Testing

/// Objects that are copied or dumped into another store and back are the same.
struct RoundTripTests {
  private static let package =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  private static let chinook = ["/../", "/../../"]
    .map { package + $0 + "shared/data/sqlite/chinook.sqlite" }.first { access($0, R_OK) == 0 }

  @Test func tripsGoFromJSONToSQLiteAndBack() throws {
    let program = try Program()
    let samples = Self.package + "/Samples"
    let models = "--schema \(samples)/Models.swift"
    let entities = ["Trip", "Lodging", "Activity", "Traveler"]
    let copies = entities.map { "copy \($0) to other\n" }.joined()
    let listing = entities.map { "\($0) sort by id\n" }.joined()

    let there = try program.shell(
      "larder \(samples)/SampleTrips.json other=trips.sqlite \(models)",
      input: copies + ".use other\nsave")
    _ = try program.shell("cp \(samples)/SampleTrips.json back.json")
    let clearance = entities.map { "delete all \($0)\n" }.joined()
    let back = try program.shell(
      "larder trips.sqlite other=back.json \(models)",
      input: ".use other\n\(clearance)save\n.use trips\n\(copies).use other\nsave")

    #expect(there.status == 0 && back.status == 0, "\(there.errors)\(back.errors)")
    let wanted = try program.shell(
      "larder \(samples)/SampleTrips.json \(models)", input: listing)
    let found = try program.shell("larder back.json \(models)", input: listing)
    #expect(wanted.output.split(separator: "\n").count == 772)
    #expect(found == wanted)
  }

  @Test(.enabled(if: chinook != nil, "the sample databases are not here"))
  func aDatabaseGoesIntoANewStoreAndBackAndThroughADump() throws {
    let program = try Program()
    let chinook = try #require(Self.chinook)
    let copies = Self.entities.map { "copy \($0.name)\($0.condition) to other\n" }.joined()
    // Whatever the copies are compared by is asked of the objects that were copied.
    let listing = Self.entities.map {
      "\($0.name)\($0.condition) sort by \($0.name)Id select \($0.items)\n"
    }.joined()

    let first = try program.shell(
      "larder '\(chinook)' other=new.sqlite", input: copies + ".use other\nsave")
    let second = try program.shell(
      "larder new.sqlite other=back.sqlite", input: copies + ".use other\nsave")
    let dump = try program.shell("larder new.sqlite -c .dump > dump.larder")
    let reload = try program.shell("larder dumped.sqlite -f dump.larder")

    for run in [first, second, dump, reload] { #expect(run.status == 0, "\(run.errors)") }
    let wanted = try program.shell("larder '\(chinook)' --read-only", input: listing)
    #expect(wanted.output.split(separator: "\n").count == 295)
    for copy in ["new", "back", "dumped"] {
      let found = try program.shell("larder \(copy).sqlite", input: listing)
      #expect(found == wanted, "\(copy)")
    }
  }

  private struct Entity {
    var name: String
    var condition = ""
    var items: String
  }

  private static let entities = [
    Entity(name: "Artist", condition: " where ArtistId <= 20", items: "ArtistId, Name"),
    Entity(
      name: "Album", condition: " where AlbumId <= 20", items: "AlbumId, Title, Artist.ArtistId"),
    Entity(
      name: "Playlist",
      items: "PlaylistId, Name, Track.filter { $0.TrackId <= 100 }.max(\\.TrackId)"),
    Entity(
      name: "Track", condition: " where TrackId <= 100",
      items:
        "TrackId, Name, Album.AlbumId, MediaType.Name, Composer, Bytes, UnitPrice, Playlist.count"),
    Entity(name: "Genre", items: "GenreId, Name"),
    Entity(name: "MediaType", items: "MediaTypeId, Name"),
    Entity(
      name: "Employee",
      items: "EmployeeId, LastName, BirthDate, ReportsTo.EmployeeId, Employee.count"),
    Entity(name: "Customer", items: "CustomerId, Email, Company, SupportRep.EmployeeId"),
    Entity(
      name: "Invoice", condition: " where InvoiceId <= 40",
      items: "InvoiceId, InvoiceDate, Total, BillingState, Customer.CustomerId"),
  ]
}
