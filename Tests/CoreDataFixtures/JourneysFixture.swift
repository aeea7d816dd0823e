import LarderCore
import SQLiteDriver

@testable import LarderCoreData

extension CoreDataFixture {
  /// The store of a small app, as a lesson takes it: journeys and their stops, with their history.
  public static var journeys: CoreDataFixture {
    var fixture = CoreDataFixture(schema: journeysSchema)
    fixture.uuid = "2B7E1516-28AE-4D2A-A6AB-F7158809CF4F"
    fixture.rows = journeysRows
    fixture.transactions = [
      FixtureTransaction(
        at: 770_000_000, author: "app",
        [
          FixtureChange(.insert, FixtureObject("Journey", 1)),
          FixtureChange(.insert, FixtureObject("Journey", 2)),
          FixtureChange(.insert, FixtureObject("Journey", 3)),
        ])
    ]
    return fixture
  }

  private static let journeysSchema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Journey",
      attributes: [
        .init(name: "name", type: .text), .init(name: "days", type: .integer),
        .init(name: "start", type: .date, isOptional: true),
      ],
      relationships: [
        .init(
          name: "stops", destination: "Stop", isToMany: true, inverse: "journey",
          deleteRule: .cascade)
      ]),
    EntitySchema.Entity(
      name: "Stop", attributes: [.init(name: "place", type: .text)],
      relationships: [
        .init(name: "journey", destination: "Journey", isOptional: true, inverse: "stops")
      ]),
  ])

  private static var journeysRows: [FixtureRow] {
    let journeys: [(String, Int64, Int64)] = [
      ("Fjords", 9, 738_000_000), ("Alps", 5, 741_009_600), ("Baltic coast", 12, 769_996_800),
    ]
    let stops = [("Bergen", 1), ("Geiranger", 1), ("Chur", 2), ("Riga", 3), ("Tallinn", 3)]
    return journeys.enumerated().map { number, journey in
      FixtureRow(
        "Journey", Int64(number) + 1,
        ["name": .text(journey.0), "days": .integer(journey.1), "start": .integer(journey.2)])
    }
      + stops.enumerated().map { number, stop in
        FixtureRow(
          "Stop", Int64(number) + 1, ["place": .text(stop.0)],
          toOne: ["journey": FixtureObject("Journey", Int64(stop.1))])
      }
  }
}
