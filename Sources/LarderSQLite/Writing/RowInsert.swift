import LarderCore
import SQLiteDriver

/// What inserts of objects of one table go by, found out once a save.
final class InsertPlan {
  let table: TableMapping
  let layout: EntityLayout
  let toOne: [RelationshipMapping]

  /// The columns that an insert can give a value to, with the places of their attributes.
  let columns: [Column]

  let toOneSlots: [Int]
  let toManySlots: [Int]

  /// The places that no column and no relationship has.
  let otherSlots: [Int]

  /// The insert of the row before, which the next one most often is like.
  var rowInsert: RowInsert?

  struct Column {
    let mapping: ColumnMapping
    let slot: Int

    /// Null leaves the column out.
    let isLeftOutForNull: Bool

    /// The kind of the values that are read as they were written.
    let sameKind: AttributeValue.Kind?
  }

  init(_ table: TableMapping, layout: EntityLayout) {
    self.table = table
    self.layout = layout
    toOne = table.relationships.filter { !$0.isToMany }
    columns = table.columns.compactMap { column in
      guard !column.isGenerated, let slot = layout.slot(of: column.attribute) else { return nil }
      let isMinted = table.key == .rowID(column: column.column)
      return Column(
        mapping: column, slot: slot,
        isLeftOutForNull: isMinted || (column.isNotNull && column.hasDefault),
        sameKind: isMinted ? nil : column.sameKind)
    }
    toOneSlots = toOne.compactMap { layout.slot(of: $0.name) }
    toManySlots = table.relationships.filter(\.isToMany).compactMap { layout.slot(of: $0.name) }
    let known = Set(columns.map(\.slot) + toOneSlots + toManySlots)
    otherSlots = layout.names.indices.filter { !known.contains($0) }
  }
}

/// A prepared insert of rows with values in the same columns.
final class RowInsert {
  let statement: Statement
  private let columns: [String]

  init(_ statement: Statement, for assignments: [ColumnAssignment]) {
    self.statement = statement
    columns = assignments.map(\.column)
  }

  func fits(_ assignments: [ColumnAssignment]) -> Bool {
    columns.count == assignments.count
      && columns.indices.allSatisfy { columns[$0] == assignments[$0].column }
  }

  /// Inserts a row and returns what its `RETURNING` clause says.
  func run(_ assignments: [ColumnAssignment]) throws(SQLiteError) -> [SQLiteValue] {
    defer { statement.reset() }
    for index in assignments.indices {
      try statement.bind(assignments[index].value, at: index + 1)
    }
    var row: [SQLiteValue] = []
    while try statement.step() {
      if row.isEmpty { row = (0..<statement.columnCount).map { statement.value(at: $0) } }
    }
    return row
  }
}

extension ChangeWriter {
  /// The plan for objects like this one.
  mutating func insertPlan(
    for snapshot: EntitySnapshot
  ) throws -> (index: Int, plan: InsertPlan) {
    let index = try mapping.requireIndex(of: snapshot.entityName)
    if let known = insertPlans[index], known.layout == snapshot.layout { return (index, known) }
    let plan = InsertPlan(mapping.tables[index], layout: snapshot.layout)
    insertPlans[index] = plan
    return (index, plan)
  }

  /// The prepared insert of a row with these columns, made anew only where the one before had others.
  func rowInsert(
    _ assignments: [ColumnAssignment], _ plan: InsertPlan
  ) throws(SQLiteError) -> RowInsert {
    if let last = plan.rowInsert {
      if last.fits(assignments) { return last }
      connection.recycle(last.statement)
      plan.rowInsert = nil
    }
    let text = SQLText.insert(
      assignments, into: plan.table.table, returning: plan.table.key.columnNames
    ).text
    let made = RowInsert(try connection.statement(for: text), for: assignments)
    plan.rowInsert = made
    return made
  }

  /// Gives the prepared inserts back.
  mutating func recycleInserts() {
    for plan in insertPlans.values {
      if let insert = plan.rowInsert { connection.recycle(insert.statement) }
    }
    insertPlans = [:]
  }
}

extension SQLText {
  fileprivate static func insert(
    _ assignments: [ColumnAssignment], into table: TableName, returning columns: [String]
  ) -> SQLText {
    let key = columns.map { SQLText.name($0) }.joined(by: ", ")
    if assignments.isEmpty {
      return "INSERT INTO \(name: table) DEFAULT VALUES RETURNING \(key)"
    }
    let names = assignments.map { SQLText.name($0.column) }.joined(by: ", ")
    let values = assignments.map { "\(value: $0.value)" as SQLText }.joined(by: ", ")
    return "INSERT INTO \(name: table) (\(names)) VALUES (\(values)) RETURNING \(key)"
  }
}
