import Deflate
import SQLiteDriver

@testable import LarderCoreData

/// Writes a fixture's keys, metadata and model.
struct FixtureBookkeeping {
  private let fixture: CoreDataFixture
  private let hierarchy: ModelHierarchy

  init(_ fixture: CoreDataFixture) {
    self.fixture = fixture
    hierarchy = ModelHierarchy(fixture.model)
  }

  func write(to connection: Connection) throws {
    for row in primaryKeys {
      try connection.run("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)", row)
    }
    try connection.run(
      "INSERT INTO Z_METADATA VALUES (1, ?, ?)",
      [
        .text(fixture.uuid),
        fixture.isScrubbed ? .null : .blob(BinaryPropertyListWriter.bytes(of: metadata)),
      ])
    let archive = ModelArchiver.bytes(of: fixture.model, fixture.archive)
    try connection.run(
      "INSERT INTO Z_MODELCACHE VALUES (?)",
      [fixture.isScrubbed ? .null : .blob(Deflate.deflated(archive))])
  }

  private var primaryKeys: [[SQLiteValue]] {
    var highest: [String: Int64] = [:]
    // A key that was given out and deleted since counts too.
    let changed = fixture.transactions.flatMap(\.changes).map(\.object)
    for object in fixture.rows.map(\.object) + changed {
      highest[hierarchy.root(of: object.entity), default: 0].raise(to: object.key)
    }
    let entities = fixture.model.entities.enumerated().map { index, entity -> [SQLiteValue] in
      let parent = entity.superentity.flatMap(hierarchy.number) ?? 0
      return [
        .integer(Int64(index + 1)), .text(entity.name), .integer(Int64(parent)),
        .integer(parent == 0 ? highest[entity.name] ?? 0 : 0),
      ]
    }
    return entities + historyKeys + mirroringKeys
  }

  private var historyKeys: [[SQLiteValue]] {
    guard let history = fixture.history else { return [] }
    let changes = fixture.transactions.map(\.changes.count).reduce(0, +)
    let rows: [[SQLiteValue]] = [
      [.integer(16001), .text("CHANGE"), .integer(0), .integer(Int64(changes))],
      [
        .integer(16002), .text("TRANSACTION"), .integer(0),
        .integer(Int64(fixture.transactions.count)),
      ],
    ]
    guard history == .interned else { return rows }
    let strings = FixtureHistoryWriter.strings(of: fixture.transactions).count
    return rows + [
      [.integer(16003), .text("TRANSACTIONSTRING"), .integer(0), .integer(Int64(strings))]
    ]
  }

  private var mirroringKeys: [[SQLiteValue]] {
    guard fixture.isMirrored else { return [] }
    return [
      [.integer(17009), .text("NSCKMetadataEntry"), .integer(0), .integer(0)],
      [.integer(17012), .text("NSCKRecordMetadata"), .integer(0), .integer(0)],
    ]
  }

  private var metadata: PropertyList {
    let hashes = fixture.model.entities.map {
      ($0.name, PropertyList.data(Self.madeUpHash(of: $0.name)))
    }
    let own: [String: PropertyList] = [
      "NSStoreType": .string("SQLite"), "NSPersistenceFrameworkVersion": .integer(1414),
      "NSStoreModelVersionHashesVersion": .integer(3), "_NSAutoVacuumLevel": .string("2"),
      "NSStoreModelVersionHashes": .dictionary(
        Dictionary(hashes, uniquingKeysWith: { first, _ in first })),
      "NSStoreModelVersionIdentifiers": .array(
        fixture.model.versionIdentifiers.map { .string($0) }),
    ]
    return .dictionary(own.merging(fixture.metadata) { _, new in new })
  }

  /// 32 bytes that depend on a name: the framework's hash cannot be computed here.
  private static func madeUpHash(of name: String) -> [UInt8] {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    return (0..<32).map { round in
      for byte in name.utf8 + [UInt8(round)] { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return UInt8(truncatingIfNeeded: state >> 32)
    }
  }
}

extension Int64 {
  fileprivate mutating func raise(to other: Int64) { self = Swift.max(self, other) }
}
