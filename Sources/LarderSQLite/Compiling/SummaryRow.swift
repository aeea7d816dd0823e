import LarderCore
import SQLiteDriver

/// One row of counts and extremes over all objects of a fetch, computed by SQLite alone.
struct SummaryRow {
  private(set) var sql: SQLText = ""
  private var columns: [Column] = []

  private enum Column {
    case count
    case extreme
  }

  /// `nil` where the rows are something else.
  init?(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor, table: Int,
    in mapping: DatabaseMapping
  ) throws(Unpushable) {
    guard projection.groupKeys.isEmpty, projection.having == nil, !projection.items.isEmpty,
      projection.limit ?? 1 > 0, projection.offset ?? 0 <= 0,
      descriptor.fetchLimit == nil, descriptor.fetchOffset ?? 0 <= 0
    else { return nil }
    var compiler = SQLCompiler(
      mapping: mapping, table: table, includesSubentities: descriptor.includesSubentities)
    var calls: [SQLText] = []
    for item in projection.items {
      guard case .aggregate(let function, let argument) = item.expression,
        let (call, column) = try SummaryRow.call(function, argument, &compiler)
      else { return nil }
      calls.append(call)
      columns.append(column)
    }
    let condition = try compiler.filter(descriptor.predicate)
    sql = "SELECT \(calls.joined(by: ", ")) FROM \(compiler.from(0))"
    if let condition { sql += " WHERE \(condition)" }
  }

  /// `nil` for a function that SQLite computes otherwise.
  private static func call(
    _ function: EntityExpression.AggregateFunction, _ argument: EntityExpression?,
    _ compiler: inout SQLCompiler
  ) throws(Unpushable) -> (SQLText, Column)? {
    guard let argument else { return function == .count ? ("count(*)", .count) : nil }
    guard let operand = try? compiler.expression(argument) else { return nil }
    switch (function, operand) {
    case (.count, .stored(let stored)): return ("count(\(stored.sql))", .count)
    case (.count, .identity(let identity)):
      return ("count(CASE WHEN NOT \(identity.isNull) THEN 1 END)", .count)
    case (.minimum, .stored(let stored)) where stored.isUniquelySpelled:
      return ("min(\(stored.asExtreme))", .extreme)
    case (.maximum, .stored(let stored)) where stored.isUniquelySpelled:
      return ("max(\(stored.asExtreme))", .extreme)
    default: return nil
    }
  }

  /// The row; `nil` where equal texts of several spellings leave open which one came first.
  func row(_ statement: Statement) -> EntityRow? {
    var row: EntityRow = []
    for (index, column) in columns.enumerated() {
      let value = statement.attributeValue(at: index, meaning: .asStored)
      switch (column, value) {
      case (.extreme, .text(let text)) where text.canonicalForms?.count != 1: return nil
      case (.extreme, .null): row.append(nil)
      default: row.append(value)
      }
    }
    return row
  }
}

extension StoredOperand {
  /// Equal numbers are stored alike, since the column turns them all into one form.
  fileprivate var isUniquelySpelled: Bool { meaning == .asStored && affinity != .none }

  /// Numbers alone can be looked up in an index.
  fileprivate var asExtreme: SQLText { kinds == .number ? sql : asText }
}
