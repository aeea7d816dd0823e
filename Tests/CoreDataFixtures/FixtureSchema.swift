@testable import LarderCoreData

/// The statements that make a fixture's tables and indexes.
struct FixtureSchema {
  private let fixture: CoreDataFixture
  private let hierarchy: ModelHierarchy
  private let tables: StoreTables

  init(_ fixture: CoreDataFixture) {
    self.fixture = fixture
    hierarchy = ModelHierarchy(fixture.model)
    tables = StoreTables(fixture.model)
  }

  var statements: [String] {
    tables.tables.flatMap(table) + tables.joins.flatMap(join)
      + fixture.model.entities.flatMap(indices)
      + bookkeeping + history + mirroring
  }

  private func table(_ table: StoreTables.Table) -> [String] {
    let columns = table.columns.enumerated()
      .sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
      .map(\.element)
    let all = Self.common + columns.map { "\($0.name) \($0.sqlType)" }
    let keys = columns.filter(Self.isForeignKey).map {
      "CREATE INDEX \(table.name)_\($0.name)_INDEX ON \(table.name) (\($0.name))"
    }
    return ["CREATE TABLE \(table.name) ( \(all.joined(separator: ", ")) )"] + keys
  }

  static let common = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]

  /// The framework groups columns by their types.
  private static func rank(_ column: StoreTables.Column) -> Int {
    switch (column.content, column.sqlType) {
    case (.attribute, "INTEGER"): 0
    case (.attribute, "FLOAT"), (.attribute, "DECIMAL"), (.attribute, "TIMESTAMP"): 2
    case (.attribute, "VARCHAR"): 3
    case (.attribute, _): 4
    default: 1
    }
  }

  private static func isForeignKey(_ column: StoreTables.Column) -> Bool {
    switch column.content {
    case .toOne, .toManyOwner: true
    default: false
    }
  }

  private func join(_ join: StoreTables.Join) -> [String] {
    let names = join.columns.map(\.name)
    let all = (names + join.columns.compactMap(\.orderColumn)).map { "\($0) INTEGER" }
    let index = "\(join.table)_\(names[1])_INDEX"
    return [
      """
      CREATE TABLE \(join.table) ( \(all.joined(separator: ", ")), \
      PRIMARY KEY (\(names.joined(separator: ", "))) )
      """,
      "CREATE INDEX \(index) ON \(join.table) (\(names.reversed().joined(separator: ", ")))",
    ]
  }

  private func indices(_ entity: ManagedObjectModel.Entity) -> [String] {
    let root = hierarchy.root(of: entity.name)
    guard let table = tables.tables.first(where: { $0.rootEntity == root }) else { return [] }
    func index(_ kind: String, _ name: String, _ properties: [String]) -> String? {
      let columns = properties.compactMap { column(of: $0, entity.name, in: table) }
      guard columns.count == properties.count else { return nil }
      let list = columns.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")
      return "CREATE \(kind) Z_\(entity.name)_\(name) ON \(table.name) (\(list))"
    }
    return entity.uniquenessConstraints.compactMap {
      index("UNIQUE INDEX", "UNIQUE_" + $0.joined(separator: "_"), $0)
    } + entity.indices.compactMap { index("INDEX", $0.name, $0.properties) }
  }

  /// The column of a property of an entity or of one above it.
  private func column(
    of property: String, _ entity: String, in table: StoreTables.Table
  ) -> String? {
    let owners = hierarchy.lineage(of: entity).map(\.name)
    return table.columns.first {
      switch $0.content {
      case .attribute(let owner, let path, _): owners.contains(owner) && path == [property]
      case .toOne(let owner, let name): owners.contains(owner) && name == property
      default: false
      }
    }?.name
  }
}

extension FixtureSchema {
  private var bookkeeping: [String] {
    [
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, \
      Z_MAX INTEGER)
      """,
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)
      """,
      "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    ]
  }

  private func table(_ name: String, _ columns: [String]) -> String {
    "CREATE TABLE \(name) ( \((Self.common + columns).joined(separator: ", ")) )"
  }

  private var history: [String] {
    guard let history = fixture.history else { return [] }
    let most = fixture.transactions.flatMap(\.changes).map(\.tombstones.count).max() ?? 0
    let change = table(
      "ACHANGE",
      [
        "ZCHANGETYPE INTEGER", "ZENTITY INTEGER", "ZENTITYPK INTEGER", "ZTRANSACTIONID INTEGER",
        "ZCOLUMNS BLOB",
      ] + (0..<most).map { "ZTOMBSTONE\($0) BLOB" })
    let texts = [
      "ZAUTHOR VARCHAR", "ZBUNDLEID VARCHAR", "ZCONTEXTNAME VARCHAR", "ZPROCESSID VARCHAR",
      "ZQUERYGEN BLOB",
    ]
    let index = "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)"
    switch history {
    case .inline: return [change, table("ATRANSACTION", ["ZTIMESTAMP FLOAT"] + texts), index]
    case .interned:
      let numbers = [
        "ZAUTHORTS INTEGER", "ZBUNDLEIDTS INTEGER", "ZCONTEXTNAMETS INTEGER",
        "ZPROCESSIDTS INTEGER", "ZTIMESTAMP FLOAT",
      ]
      return [
        change, table("ATRANSACTION", numbers + texts),
        table("ATRANSACTIONSTRING", ["ZNAME VARCHAR"]), index,
        """
        CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME \
        ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)
        """,
      ]
    }
  }

  private var mirroring: [String] {
    guard fixture.isMirrored else { return [] }
    return [
      table(
        "ANSCKRECORDMETADATA",
        [
          "ZENTITYID INTEGER", "ZENTITYPK INTEGER", "ZNEEDSUPLOAD INTEGER",
          "ZNEEDSCLOUDDELETE INTEGER", "ZNEEDSLOCALDELETE INTEGER", "ZRECORDZONE INTEGER",
          "ZCKRECORDNAME VARCHAR", "ZENCODEDRECORDASSET BLOB",
        ]),
      table(
        "ANSCKMETADATAENTRY",
        ["ZBOOLVALUENUM INTEGER", "ZINTEGERVALUE INTEGER", "ZKEY VARCHAR", "ZSTRINGVALUE VARCHAR"]),
    ]
  }
}
