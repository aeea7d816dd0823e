import FoundationEssentials
import LarderCore
import LarderTestSupport

/// The rows that every store of the conformance tests starts from, as plain values.
struct ConformanceRows {
  struct TripRow {
    var id: Int64
    var name: String
    var note: String?
    var price: Double?
    var count: Int64
    var isBooked: Bool
    var startDate: Date?
    var owner: Int64?
  }

  struct OwnerRow {
    var id: Int64
    var name: String
    var age: Int64?
  }

  var trips: [TripRow] = []
  var owners: [OwnerRow] = []

  /// Text that stores get wrong: composed and decomposed, case pairs, quotes, wildcards, signs.
  static let texts = [
    "", "Oslo", "oslo", "Ósló", "O\u{301}slo\u{301}", "Zürich", "Zu\u{308}rich", "ZÜRICH", "straße",
    "STRASSE", "100%", "under_score", "it's", "say \"hi\"", "back\\slash", "京都", "😀", "👨‍👩‍👧", "NaN",
    "null", "007", "7", "a b", "line\nbreak",
  ]

  static func text(using generator: inout SeededGenerator) -> String {
    generator.pick(from: texts) ?? ""
  }

  init(trips tripCount: Int, owners ownerCount: Int, using generator: inout SeededGenerator) {
    for id in 1...Int64(ownerCount) {
      owners.append(
        OwnerRow(
          id: id, name: Self.text(using: &generator),
          age: generator.chance(percent: 25) ? nil : Int64(generator.integer(in: 0...90))))
    }
    for id in 1...Int64(tripCount) {
      trips.append(
        TripRow(
          id: id, name: Self.text(using: &generator),
          note: generator.chance(percent: 30) ? nil : Self.text(using: &generator),
          price: generator.chance(percent: 20)
            ? nil : Double(generator.integer(in: -40...4000)) / 4,
          count: generator.chance(percent: 10)
            ? Int64.max - id : Int64(generator.integer(in: -3...9)),
          isBooked: generator.chance(percent: 50),
          startDate: generator.chance(percent: 20)
            ? nil
            : Date(
              timeIntervalSince1970: Double(1_577_836_800 + 43_200 * generator.integer(in: 0...40))),
          owner: generator.chance(percent: 25)
            ? nil : Int64(generator.integer(in: 1...ownerCount))))
    }
  }

  func trips(of owner: Int64) -> [Int64] { trips.filter { $0.owner == owner }.map(\.id) }
}

extension ConformanceRows {
  /// The schema that the rows have in every store; the SQLite store adds its foreign-key column.
  static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Trip",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true),
        .init(name: "name", type: .text),
        .init(name: "note", type: .text, isOptional: true),
        .init(name: "price", type: .real, isOptional: true),
        .init(name: "count", type: .integer),
        .init(name: "isBooked", type: .bool),
        .init(name: "startDate", type: .date, isOptional: true),
      ],
      relationships: [.init(name: "owner", destination: "Owner", inverse: "Trip")]),
    EntitySchema.Entity(
      name: "Owner",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true),
        .init(name: "name", type: .text),
        .init(name: "age", type: .integer, isOptional: true),
      ],
      relationships: [
        .init(name: "Trip", destination: "Trip", isToMany: true, inverse: "owner")
      ]),
  ])

  /// One object of arrays, related objects by their `id`.
  var json: String {
    let trips = trips.map { trip in
      "{\(members(of: trip)), \"owner\": \(trip.owner.map(String.init) ?? "null")}"
    }
    let owners = owners.map { owner in
      let keys = self.trips(of: owner.id).map(String.init).joined(separator: ", ")
      return "{\(members(of: owner)), \"Trip\": [\(keys)]}"
    }
    return """
      {"Trip": [
        \(trips.joined(separator: ",\n  "))
      ], "Owner": [
        \(owners.joined(separator: ",\n  "))
      ]}

      """
  }

  /// An array of encoded snapshots, related objects by their persistent identifiers.
  func snapshotFile(storeIdentifier: String) -> String {
    func identifier(_ entity: String, _ key: Int64) -> String {
      """
      {"implementation": {"entityName": "\(entity)", "primaryKey": \(key), "isTemporary": false, \
      "storeIdentifier": "\(storeIdentifier)", "uriRepresentation": "x-coredata:"}}
      """
    }
    let trips = trips.map { trip in
      let owner = trip.owner.map { identifier("Owner", $0) } ?? "null"
      return """
        {"persistentIdentifier": \(identifier("Trip", trip.id)), \(members(of: trip)), \
        "owner": \(owner)}
        """
    }
    let owners = owners.map { owner in
      let keys = self.trips(of: owner.id).map { identifier("Trip", $0) }
      return """
        {"persistentIdentifier": \(identifier("Owner", owner.id)), \(members(of: owner)), \
        "Trip": [\(keys.joined(separator: ", "))]}
        """
    }
    return "[" + (trips + owners).joined(separator: ",\n") + "]"
  }

  private func members(of trip: TripRow) -> String {
    """
    "id": \(trip.id), "name": \(literal(trip.name)), "note": \(trip.note.map(literal) ?? "null"), \
    "price": \(trip.price.map { "\($0)" } ?? "null"), "count": \(trip.count), \
    "isBooked": \(trip.isBooked), "startDate": \(trip.startDate.map { literal(text($0)) } ?? "null")
    """
  }

  private func members(of owner: OwnerRow) -> String {
    """
    "id": \(owner.id), "name": \(literal(owner.name)), "age": \(owner.age.map(String.init) ?? "null")
    """
  }

  private func literal(_ text: String) -> String { text.quotedLiteral }

  /// SQL that makes the tables and fills them.
  var sql: String {
    let owners = owners.map { owner in
      "(\(owner.id), \(quoted(owner.name)), \(owner.age.map(String.init) ?? "NULL"))"
    }
    let trips = trips.map { trip in
      """
      (\(trip.id), \(quoted(trip.name)), \(trip.note.map(quoted) ?? "NULL"), \
      \(trip.price.map { "\($0)" } ?? "NULL"), \(trip.count), \(trip.isBooked ? 1 : 0), \
      \(trip.startDate.map { quoted(text($0)) } ?? "NULL"), \(trip.owner.map(String.init) ?? "NULL"))
      """
    }
    return """
      CREATE TABLE Owner(id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER);
      CREATE TABLE Trip(id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT, price REAL,
        count INTEGER NOT NULL, isBooked BOOLEAN NOT NULL, startDate DATETIME,
        owner_id INTEGER REFERENCES Owner(id));
      INSERT INTO Owner VALUES \(owners.joined(separator: ", "));
      INSERT INTO Trip VALUES \(trips.joined(separator: ", "));
      """
  }

  private func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private func text(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension ConformanceRows {
  /// Every row as an insert, in the order of their `id`: a store that counts gives each its `id` as key.
  var inserts: ChangeSet {
    func identifier(_ entity: EntityName, _ key: Int64) -> PersistentIdentifier {
      PersistentIdentifier(
        storeIdentifier: nil, entityName: entity, primaryKey: .temporary(key))
    }
    func insert(
      _ entity: EntityName, _ key: Int64, _ values: [AttributeName: AttributeValue]
    ) -> ChangeSet.Change? {
      guard let layout = Self.schema.layout(of: entity) else { return nil }
      let snapshot = EntitySnapshot(
        identifier: identifier(entity, key), layout: layout,
        values: layout.names.map { values[$0] })
      return .insert(snapshot, restoring: nil)
    }
    let owners = owners.map { owner in
      insert(
        "Owner", owner.id,
        [
          "id": .integer(owner.id), "name": .text(owner.name),
          "age": owner.age.map { .integer($0) } ?? .null,
          "Trip": .array(self.trips(of: owner.id).map { .identifier(identifier("Trip", $0)) }),
        ])
    }
    let trips = trips.map { trip in
      insert(
        "Trip", trip.id,
        [
          "id": .integer(trip.id), "name": .text(trip.name),
          "note": trip.note.map { .text($0) } ?? .null,
          "price": trip.price.map { .real($0) } ?? .null, "count": .integer(trip.count),
          "isBooked": .bool(trip.isBooked), "startDate": trip.startDate.map { .date($0) } ?? .null,
          "owner": trip.owner.map { .identifier(identifier("Owner", $0)) } ?? .null,
        ])
    }
    return ChangeSet((owners + trips).compactMap(\.self))
  }
}
