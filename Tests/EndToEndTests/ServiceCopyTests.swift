import LarderTestSupport
import Testing

/// The sample's trips are the same when they were copied to a real service and back, but for what the
/// service says that it cannot hold.
struct ServiceCopyTests {
  private static let samples =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Samples"

  /// What a kind of service is called, and what becomes of the trips there.
  fileprivate struct Service {
    var kind: RESTServer.Kind
    var address: String

    /// Where the service does not name its collections, or has others too.
    var options = ""

    /// The last trip that is copied: services that take an object a request are given fewer.
    var last = "T999"

    /// The service makes the numbers of travelers and activities.
    var mintsNumbers = false

    /// What a missing number and a missing text become, as literals of a query.
    var missingNumber = "-1"
    var missingText = "\"-\""

    /// What `.about` says of losses that show in the trips.
    var losses: [String]

    /// What is said of the objects after the save, without those who are named as examples.
    var notes: [String] = []
  }

  private static func service(_ kind: RESTServer.Kind) -> Service {
    let entities = "--entity trips,lodgings,activities,travelers"
    let null = "a nil apart from a missing value"
    switch kind {
    case .odata: return Service(kind: kind, address: "odata+", losses: [null])
    case .kinto: return Service(kind: kind, address: "kinto+", losses: [null])
    case .jsonAPI:
      return Service(
        kind: kind, address: "jsonapi+", options: entities, last: "T040", losses: [null])
    case .drf:
      return Service(
        kind: kind, address: "drf+", options: entities, last: "T040", mintsNumbers: true,
        losses: ["a key chosen by the client, where the service makes its own", null],
        notes: [
          "Traveler#p1001: the service made a key of its own in place of the one it was sent",
          "Activity#p1001: the service made a key of its own in place of the one it was sent",
          "Traveler#p1001.id: the service changed the value: sent 1, stored 1001",
          "Traveler#p1002.id: the service changed the value: sent 2, stored 1002",
          "Traveler#p1003.id: the service changed the value: sent 3, stored 1003",
          "`Traveler.id`: the service changed the value of 49 more",
          "Activity#p1001.id: the service changed the value: sent 10, stored 1001",
          "Activity#p1002.id: the service changed the value: sent 17, stored 1002",
          "Activity#p1003.id: the service changed the value: sent 19, stored 1003",
          "`Activity.id`: the service changed the value of 63 more",
        ])
    case .pocketBase:
      return Service(
        kind: kind, address: "pocketbase+", missingNumber: "0", missingText: "\"\"",
        losses: [
          "null in a text, a number or a truth value: it becomes an empty text, 0 or false"
        ],
        notes: [
          "Lodging#p\"L013\".stars: the service filled in a value: sent nil, stored 0",
          "Lodging#p\"L026\".stars: the service filled in a value: sent nil, stored 0",
          "Lodging#p\"L039\".stars: the service filled in a value: sent nil, stored 0",
          "`Lodging.stars`: the service filled in a value of 1 more",
          "Trip#p\"T001\".notes: the service filled in a value: sent missing, stored \"\"",
          "Trip#p\"T004\".notes: the service filled in a value: sent missing, stored \"\"",
          "Trip#p\"T008\".notes: the service filled in a value: sent missing, stored \"\"",
          "`Trip.notes`: the service filled in a value of 154 more",
          "Trip#p\"T003\".rating: the service filled in a value: sent missing, stored 0",
          "Trip#p\"T005\".rating: the service filled in a value: sent missing, stored 0",
          "Trip#p\"T006\".rating: the service filled in a value: sent nil, stored 0",
          "`Trip.rating`: the service filled in a value of 94 more",
        ])
    }
  }

  @Test(.enabled(if: RESTServer.areInstalled), arguments: RESTServer.Kind.allCases)
  func tripsGoToAServiceAndBack(_ kind: RESTServer.Kind) throws {
    let service = Self.service(kind)
    let server = try RESTServer(kind, pageSize: 100)
    try server.addTrips()
    let program = try Program()
    let address = service.address + server.url + (kind == .kinto ? "buckets/larder/" : "")
    let origin = "http://127.0.0.1:\(server.port)"
    let environment = server.account.map {
      ["LARDER_AUTH=\(origin) basic \($0.user):\($0.password)"]
    }
    let options = "--schema \(Self.samples)/Models.swift \(service.options)"
    func larder(_ stores: String, _ input: String) throws -> Program.Run {
      try program.shell(
        "larder \(stores) \(options)", input: input, environment: environment ?? [])
    }

    let there = try larder(
      "\(Self.samples)/SampleTrips.json other=\(address)",
      service.copies + ".use other\nsave\n.about")
    let back = try larder("\(address) other=back.sqlite", service.copies + ".use other\nsave")

    #expect(there.status == 0 && back.status == 0, "\(there.errors)\(back.errors)")
    for loss in service.losses {
      #expect(there.output.contains("the service cannot hold \(loss)\""))
    }
    let said = there.errors.split(separator: "\n").filter { $0.contains("the service") }
    #expect(said.map { String($0.dropFirst("note: ".count)) } == service.notes)
    #expect(back.errors.split(separator: "\n").allSatisfy { $0.contains("copy them too") })
    let wanted = try larder("\(Self.samples)/SampleTrips.json", service.listing)
    let found = try larder("back.sqlite", service.listing)
    #expect(wanted.output.split(separator: "\n").count == (service.last == "T999" ? 772 : 218))
    #expect(wanted.status == 0 && found == wanted, "\(wanted.errors)")
  }
}

extension ServiceCopyTests.Service {
  private var condition: String { " where id <= \"\(last)\"" }

  fileprivate var copies: String {
    """
    copy Lodging to other
    copy Traveler to other
    copy Trip\(condition) to other
    copy Activity where trip.id <= "\(last)" to other

    """
  }

  /// Everything that is copied, with what leads where.
  fileprivate var listing: String {
    let number = mintsNumbers ? "" : "id, "
    let trips = "trips.filter { $0.id <= \"\(last)\" }.count"
    let traveler = mintsNumbers ? "email" : "id"
    return """
      Lodging sort by id select id, name, stars ?? \(missingNumber) as stars, address, \(trips) as trips
      Traveler sort by email select \(number)name, email, \(trips) as trips
      Trip\(condition) sort by id select id, destination, country, startDate, endDate, price, isBooked, \
      rating ?? \(missingNumber) as rating, notes ?? \(missingText) as notes, tags, lodging.id as lodging, \
      traveler.\(traveler) as traveler, activities.count as activities
      Activity where trip.id <= "\(last)" sort by trip.id, title, kind, price, minutes, id \
      select \(number)title, kind, price, minutes, trip.id as journey
      """
  }
}
