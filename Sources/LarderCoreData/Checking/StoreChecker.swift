import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

/// Holds a store against the rules of its format.
struct StoreChecker {
  let connection: Connection
  let mapping: DatabaseMapping
  let hierarchy: ModelHierarchy
  let names: StoreTables
  let numbers: [String: Int64]
  let damages: [StoreFinding]
  let history: HistoryTables?
  let externalFolder: String
  var violations: [StoreViolation] = []

  mutating func check() throws -> [StoreViolation] {
    for damage in damages { add("store-part", damage.text) }
    try attempt("the database") { try $0.checkDatabase() }
    try attempt("the counters") { try $0.checkCounters() }
    for table in tables {
      try attempt("the entities of `\(table.name)`") { try $0.checkEntities(table) }
      try attempt("the versions of `\(table.name)`") { try $0.checkVersions(table) }
    }
    try attempt("the links") { try $0.checkLinks() }
    try attempt("the rows of join tables") { try $0.checkJoins() }
    try attempt("the sort keys") { try $0.checkOrders() }
    try attempt("the values") { try $0.checkValues() }
    try attempt("unique values") { try $0.checkUniqueness() }
    try attempt("the history") { try $0.checkHistory() }
    return violations
  }

  /// Damaged pages do not keep the other rules from being checked.
  private mutating func attempt(
    _ what: String, _ body: (inout Self) throws -> Void
  ) throws {
    do { try body(&self) } catch let error as SQLiteError where error.code.primary == .corrupt {
      add("database", "\(what) cannot be checked: \(error.message)")
    }
  }

  /// The tables that are there; a missing one is a finding of its own.
  var tables: [StoreTables.Table] {
    names.tables.filter { mapping.index(of: EntityName($0.rootEntity)) != nil }
  }

  mutating func add(
    _ rule: String, _ message: String, _ identifier: PersistentIdentifier? = nil,
    _ attribute: String? = nil, remedy: StoreViolation.Remedy? = nil
  ) {
    violations.append(
      StoreViolation(
        rule: rule, message: message, identifier: identifier,
        attribute: attribute.map { AttributeName($0) }, remedy: remedy))
  }

  /// The rows of a query, one after the other.
  func forEachRow(_ sql: String, _ body: ([SQLiteValue]) throws -> Void) throws {
    let statement = try connection.statement(for: sql)
    defer { connection.recycle(statement) }
    try statement.bind([])
    while try statement.step() {
      try body((0..<statement.columnCount).map { statement.value(at: $0) })
    }
  }

  /// The object of a row, by its entity's number; `nil` for a number that is no entity's.
  func identifier(_ key: SQLiteValue, number: SQLiteValue) -> PersistentIdentifier? {
    guard case .integer(let key) = key, case .integer(let number) = number,
      let name = numbers.first(where: { $0.value == number })?.key,
      let index = mapping.index(of: EntityName(name))
    else { return nil }
    return PersistentIdentifier(origin: mapping.origins[index], primaryKey: .integer(key))
  }

  /// The numbers of the concrete entities at and below an entity, as an SQL list.
  func family(of entity: String) -> String {
    hierarchy.model.entities.filter { candidate in
      !candidate.isAbstract
        && hierarchy.lineage(of: candidate.name).contains { $0.name == entity }
    }.compactMap { numbers[$0.name].map(String.init) }.joined(separator: ", ")
  }

  /// Every concrete entity at and below an entity has a number: its rows can be told from others.
  func isNumbered(_ entity: String) -> Bool {
    hierarchy.model.entities.allSatisfy { candidate in
      candidate.isAbstract || numbers[candidate.name] != nil
        || !hierarchy.lineage(of: candidate.name).contains { $0.name == entity }
    }
  }

  /// The name of the table that holds an entity's rows.
  func tableName(of entity: String) -> String { "Z" + hierarchy.root(of: entity).uppercased() }

  private mutating func checkDatabase() throws {
    for row in try connection.rows("PRAGMA quick_check(20)") where row.text(0) != "ok" {
      add("database", "SQLite says: \(row.text(0))")
    }
  }

  /// No key may be above the highest that was given out, or it would be given out again.
  private mutating func checkCounters() throws {
    var counted = tables.compactMap { table in
      numbers[table.rootEntity].map { (table.name, $0) }
    }
    if history != nil {
      counted += [("ACHANGE", 16_001), ("ATRANSACTION", 16_002)]
      if history?.hasStringTable == true { counted.append(("ATRANSACTIONSTRING", 16_003)) }
    }
    for (table, number) in counted {
      let row = try connection.rows(
        """
        SELECT (SELECT max(Z_PK) FROM \(table.sqlName)), \
        (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?)
        """, [.integer(number)]
      ).first
      guard let row, case .integer(let highest) = row[0] else { continue }
      let counter = row[1]
      if case .integer(let last) = counter, last >= highest { continue }
      add(
        "key-counter",
        "`\(table)` has the key \(highest), but `Z_MAX` of entity \(number) is \(counter.words)",
        remedy: .repairs([
          .cell("Z_PRIMARYKEY", "Z_MAX", key: number, from: counter, to: .integer(highest))
        ]))
    }
  }

  /// Every row is of a concrete entity of its table.
  private mutating func checkEntities(_ table: StoreTables.Table) throws {
    let family = family(of: table.rootEntity)
    guard isNumbered(table.rootEntity) else { return }
    let only = Int64(family)
    var found: [(Int64, SQLiteValue)] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT FROM \(table.name.sqlName) \
      WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(family.isEmpty ? "NULL" : family))
      """
    ) { found.append(($0.integer(0), $0[1])) }
    for (key, number) in found {
      add(
        "entity-number",
        "row \(key) of `\(table.name)` has the entity \(number.words), which is none of its own; "
          + "no fetch finds it",
        remedy: only.map {
          .repairs([.cell(table.name, "Z_ENT", key: key, from: number, to: .integer($0))])
        })
    }
  }

  /// Every row has a version, from 1 on.
  private mutating func checkVersions(_ table: StoreTables.Table) throws {
    guard table.hasVersions else { return }
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT, Z_OPT FROM \(table.name.sqlName) WHERE Z_OPT IS NULL OR Z_OPT < 1
      """
    ) { found.append($0) }
    for row in found {
      add(
        "row-version", "the version `Z_OPT` is \(row[2].words)",
        identifier(row[0], number: row[1]),
        remedy: .repairs([
          .cell(table.name, "Z_OPT", key: row.integer(0), from: row[2], to: .integer(1))
        ]))
    }
  }

  /// What the history refers to is there.
  private mutating func checkHistory() throws {
    guard let history else { return }
    var found: [Int64] = []
    try forEachRow(
      """
      SELECT Z_PK FROM ACHANGE WHERE ZTRANSACTIONID IS NULL \
      OR ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)
      """
    ) { found.append($0.integer(0)) }
    for key in found { add("history", "change \(key) of the history has no transaction") }
    guard history.hasStringTable else { return }
    for column in ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"]
    where history.transactionColumns.contains(column) {
      found = []
      try forEachRow(
        """
        SELECT Z_PK FROM ATRANSACTION WHERE \(column) IS NOT NULL \
        AND \(column) NOT IN (SELECT Z_PK FROM ATRANSACTIONSTRING)
        """
      ) { found.append($0.integer(0)) }
      for key in found { add("history", "transaction \(key) has a `\(column)` that is no text") }
    }
  }
}

extension StoreRepair {
  /// Another value for one cell of the row with a key; of `Z_PRIMARYKEY` the key is the entity's number.
  static func cell(
    _ table: String, _ column: String, key: Int64, from before: SQLiteValue, to after: SQLiteValue
  ) -> StoreRepair {
    StoreRepair(
      place: [.text(table), .text(column), .integer(key)], before: AttributeValue(before),
      after: AttributeValue(after))
  }

  /// Another value for one cell of the row of a join table.
  static func linkCell(
    _ table: String, _ columns: [String], _ keys: [SQLiteValue], _ column: String,
    from before: SQLiteValue, to after: SQLiteValue
  ) -> StoreRepair {
    StoreRepair(
      place: [.text(table)] + columns.map { .text($0) } + keys.map { AttributeValue($0) }
        + [.text(column)],
      before: AttributeValue(before), after: AttributeValue(after))
  }

  /// A row of a join table, to be taken away.
  static func removedLink(
    _ table: String, _ columns: [String], _ keys: [SQLiteValue]
  ) -> StoreRepair {
    StoreRepair(
      place: [.text(table)] + columns.map { .text($0) } + keys.map { AttributeValue($0) },
      before: .bool(true), after: .bool(false))
  }
}

extension SQLiteValue {
  /// The value in a message.
  var words: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text.quotedLiteral
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}
