import LarderCore
import LarderStore
import SQLiteDriver

/// A projection split in two: a `SELECT` of the values that it needs of each object, and what is
/// computed from these as if they were the attributes of an entity.
struct RowSource {
  let sql: SQLText
  private let projection: EntityProjection
  private let columns: [RowColumn]
  private let schema: EntitySchema
  private let layout: EntityLayout
  private let identifier: PersistentIdentifier

  /// The columns that the items are, where a row is nothing but these.
  private let plainItems: [RowColumn]?

  init(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor, table: Int,
    in mapping: DatabaseMapping
  ) throws(Unpushable) {
    let collector = RowColumnCollector(
      SQLCompiler(
        mapping: mapping, table: table, includesSubentities: descriptor.includesSubentities))
    let rewritten = try collector.rewrite(projection)
    self.projection = rewritten
    var compiler = collector.compiler
    let condition = try compiler.filter(descriptor.predicate)
    let order = try compiler.order(by: descriptor.sortDescriptors)
    let values = collector.values.isEmpty ? ["1"] : collector.values
    var sql: SQLText = "SELECT \(values.joined(by: ", ")) FROM \(compiler.from(0))"
    if let condition { sql += " WHERE \(condition)" }
    if !order.isEmpty { sql += " ORDER BY \(order.joined(by: ", "))" }
    self.sql = sql + SQLCompiler.limit(of: descriptor)
    columns = collector.columns
    plainItems = rewritten.plainColumns(of: collector.columns)
    let names = columns.indices.map { RowColumn.name(of: $0) }
    schema = EntitySchema(entities: [
      EntitySchema.Entity(
        name: descriptor.entity,
        attributes: names.map { EntitySchema.Attribute(name: $0, type: .mixed, isOptional: true) })
    ])
    layout = EntityLayout(entityName: descriptor.entity, names: names)
    identifier = PersistentIdentifier(
      origin: mapping.origins[table], primaryKey: .temporary(0))
  }

  /// - Throws: ``PersistenceError`` for what is not computed from columns.
  func makeEvaluator() throws -> ProjectionEvaluator {
    try ProjectionEvaluator(
      projection, entity: layout.entityName, schema: schema, environment: .standard)
  }

  /// Hands out the rows, as they come unless they are grouped or sorted.
  func enumerate(_ reader: DatabaseReader, _ body: (BorrowedRow) throws -> Bool) throws {
    var row: BorrowedRow = []
    if let plainItems {
      return try reader.forEachRow(of: sql) { statement in
        row.removeAll(keepingCapacity: true)
        for item in plainItems { row.append(item.borrowedValue(statement)) }
        return try body(row)
      }
    }
    var evaluator = try makeEvaluator()
    guard !evaluator.isStreaming else { return try stream(reader, &evaluator, body) }
    defer { evaluator.discard() }
    try reader.forEachRow(of: sql) { statement in
      try evaluator.add(snapshot(statement), objects: { _ in nil })
      return true
    }
    for values in try evaluator.finish(checking: reader.lent.checkInterruption) {
      try reader.lent.checkInterruption()
      row.replace(with: values)
      guard try body(row) else { return }
    }
  }

  private func stream(
    _ reader: DatabaseReader, _ evaluator: inout ProjectionEvaluator,
    _ body: (BorrowedRow) throws -> Bool
  ) throws {
    guard !evaluator.isComplete else { return }
    var row: BorrowedRow = []
    try reader.forEachRow(of: sql) { statement in
      guard let values = evaluator.next(snapshot(statement), objects: { _ in nil }) else {
        return true
      }
      row.replace(with: values)
      return try body(row) && !evaluator.isComplete
    }
  }

  /// The values of the current row.
  private func snapshot(_ statement: Statement) -> EntitySnapshot {
    EntitySnapshot(
      identifier: identifier, layout: layout, values: columns.map { $0.value(statement) })
  }
}

extension EntityProjection {
  /// The column that each item is; `nil` where a row is more than its columns.
  fileprivate func plainColumns(of columns: [RowColumn]) -> [RowColumn]? {
    guard groupKeys.isEmpty, having == nil, !isDistinct, sortDescriptors.isEmpty, limit == nil,
      offset ?? 0 <= 0
    else { return nil }
    let places = Dictionary(
      uniqueKeysWithValues: columns.indices.map { (RowColumn.name(of: $0), $0) })
    var result: [RowColumn] = []
    for item in items {
      guard case .path(let path) = item.expression, path.names.count == 1,
        let place = places[path.names[0]]
      else { return nil }
      result.append(columns[place])
    }
    return result
  }
}

/// One value of a row, and where it stands in the `SELECT`.
enum RowColumn {
  case asStored(Int)
  case stored(Int, ColumnMapping.Meaning)
  /// The same, with a column behind it that is true where there is no value at all.
  case guarded(Int, ColumnMapping.Meaning)
  /// Something computed, which is missing where SQL gives null.
  case computed(Int)
  case identity(IdentifierReader)
  /// A condition, which holds where SQL's is true.
  case condition(Int)

  static func name(of index: Int) -> AttributeName { AttributeName("column \(index)") }

  func borrowedValue(_ statement: Statement) -> BorrowedValue {
    guard case .asStored(let index) = self else { return .value(value(statement)) }
    return statement.borrowedValue(at: index)
  }

  func value(_ statement: Statement) -> AttributeValue? {
    switch self {
    case .asStored(let index): statement.attributeValue(at: index, meaning: .asStored)
    case .stored(let index, let meaning): statement.attributeValue(at: index, meaning: meaning)
    case .guarded(let index, let meaning):
      statement.integer(at: index + 1) == 1
        ? nil : statement.attributeValue(at: index, meaning: meaning)
    case .computed(let index):
      statement.kind(at: index) == .null
        ? nil : statement.attributeValue(at: index, meaning: .asStored)
    case .identity(let reader): reader.identifier(statement).map { .identifier($0) } ?? .null
    case .condition(let index): .bool(statement.integer(at: index) == 1)
    }
  }
}
