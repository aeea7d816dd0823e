import Foundation
import LarderTestSupport
import SwiftData
import Testing

/// The program of `docs/swiftdata.md` compiles, runs, and is the one below.
struct DocumentedModelTests {
  @Model
  final class Trip {
    @Attribute(.unique) var name: String
    var start: Date
    @Relationship(deleteRule: .cascade, inverse: \Stay.trip) var stays: [Stay] = []

    init(name: String, start: Date) {
      self.name = name
      self.start = start
    }
  }

  @Model
  final class Stay {
    var trip: Trip?

    init(trip: Trip?) { self.trip = trip }
  }

  @Test func theProgramRuns() throws {
    let folder = try TemporaryFolder()
    let file = URL(filePath: folder.path(of: "trips.store"))

    let container = try ModelContainer(
      for: Trip.self, configurations: ModelConfiguration(url: file))
    let context = ModelContext(container)
    context.insert(Trip(name: "north", start: .now))
    try context.save()
    let trips = try context.fetch(
      FetchDescriptor<Trip>(
        predicate: #Predicate { $0.name.contains("n") }, sortBy: [SortDescriptor(\.start)]))

    #expect(trips.map(\.name) == ["north"])
  }

  @Test func theDocumentShowsThisProgram() throws {
    func words(_ text: some StringProtocol) -> String {
      text.split(whereSeparator: \.isWhitespace).joined().replacing("import", with: "\nimport")
    }
    let document = try Document.text(ofFile: "docs/swiftdata.md")
    let block = document.split(separator: "```swift\n").dropFirst().first?.split(separator: "```")
    let own = words(try String(contentsOfFile: #filePath, encoding: .utf8))

    for part in try #require(block?.first).split(separator: "\n\n") where !part.hasPrefix("import")
    {
      #expect(own.contains(words(part)), "\(part)")
    }
  }
}
