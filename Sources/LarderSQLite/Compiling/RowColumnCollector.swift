import LarderCore
import LarderStore
import SQLiteDriver

/// Puts columns in the place of the expressions of a projection that SQL can compute.
final class RowColumnCollector {
  private(set) var compiler: SQLCompiler

  /// What to select, perhaps several pieces a column.
  private(set) var values: [SQLText] = []
  private(set) var columns: [RowColumn] = []
  private var indices: [EntityExpression: Int] = [:]

  init(_ compiler: SQLCompiler) { self.compiler = compiler }

  /// The projection over the columns, which are ``RowColumn/name(of:)``.
  func rewrite(_ projection: EntityProjection) throws(Unpushable) -> EntityProjection {
    // Of no objects at all there still is a row of aggregates, and its other values are nil.
    let isWhole = !projection.groupKeys.isEmpty || !projection.hasAggregates
    do {
      let rewriter = ExpressionRewriter { [self] in try replacement(of: $0, isWhole: isWhole) }
      var result = projection
      result.groupKeys = try projection.groupKeys.map(rewriter.rewrite)
      for index in result.items.indices {
        result.items[index].expression = try rewriter.rewrite(projection.items[index].expression)
      }
      result.having = try projection.having.map(rewriter.rewrite)
      for index in result.sortDescriptors.indices {
        result.sortDescriptors[index].expression = try rewriter.rewrite(
          projection.sortDescriptors[index].expression)
      }
      return result
    } catch let error as Unpushable {
      throw error
    } catch {
      throw Unpushable("the rows have no form in SQL")
    }
  }

  private func replacement(
    of expression: EntityExpression, isWhole: Bool
  ) throws -> EntityExpression? {
    switch expression {
    case .path: return try column(for: expression)
    case .collection where isWhole: return try column(for: expression)
    case .predicate where isWhole: return try? column(for: expression)
    case .aggregate(let function, let argument?) where !isWhole:
      let rewriter = ExpressionRewriter { [self] in try replacement(of: $0, isWhole: true) }
      return .aggregate(function, try rewriter.rewrite(argument))
    default: return nil
    }
  }

  private func column(for expression: EntityExpression) throws(Unpushable) -> EntityExpression {
    if let known = indices[expression] { return .path(AttributePath([RowColumn.name(of: known)])) }
    var attempt = compiler
    let operand = try attempt.expression(expression)
    switch operand {
    case .stored(let stored):
      columns.append(column(for: stored, of: expression))
      values += [stored.sql, stored.missing].compactMap(\.self)
    case .identity(let identity):
      columns.append(.identity(attempt.reader(of: identity, at: values.count)))
      values += identity.columns
    case .condition(let condition):
      columns.append(.condition(values.count))
      values.append("(\(condition) IS TRUE)")
    case .literal, .collection, .json, .composite:
      throw Unpushable("this is no value of an object")
    }
    compiler = attempt
    indices[expression] = columns.count - 1
    return .path(AttributePath([RowColumn.name(of: columns.count - 1)]))
  }

  private func column(
    for stored: StoredOperand, of expression: EntityExpression
  ) -> RowColumn {
    guard case .path = expression else { return .computed(values.count) }
    guard stored.missing != nil else {
      return stored.meaning == .asStored
        ? .asStored(values.count) : .stored(values.count, stored.meaning)
    }
    return .guarded(values.count, stored.meaning)
  }
}

extension EntityProjection {
  fileprivate var hasAggregates: Bool {
    var found = false
    let finder = ExpressionRewriter { expression in
      if case .aggregate = expression { found = true }
      return nil
    }
    _ = try? items.map { try finder.rewrite($0.expression) }
    _ = try? having.map(finder.rewrite)
    _ = try? sortDescriptors.map { try finder.rewrite($0.expression) }
    return found
  }
}
