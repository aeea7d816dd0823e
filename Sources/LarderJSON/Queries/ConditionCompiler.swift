import LarderCore

/// Turns a condition into tests of one table's rows.
struct ConditionCompiler {
  let extent: EntityExtent
  let file: LoadedFile
  let schema: EntitySchema
  let interruption: Interruption

  func test(_ predicate: EntityPredicate) throws -> RowTest {
    switch predicate {
    case .constant(let answer): return .constant(answer)
    case .and(let parts): return .and(try parts.map(test))
    case .or(let parts): return .or(try parts.map(test))
    case .not(let part): return .not(try test(part))
    default: return try leaf(predicate)
    }
  }

  /// A condition on a single attribute goes to its column, where there is one for it.
  private func leaf(_ predicate: EntityPredicate) throws -> RowTest {
    let evaluation = try evaluation(of: predicate)
    guard evaluation.rootPaths.count == 1, let path = evaluation.rootPaths.first,
      !evaluation.usesIdentity
    else { return .evaluated(evaluation) }
    if let condition = arrayCondition(predicate, path, evaluation) { return .array(condition) }
    guard let column = extent.columns.column(at: path.names) else { return .evaluated(evaluation) }
    if case .codes(_, let dictionary) = column.values {
      let accepted = dictionary.map { evaluation.matches($0, at: path.names) }
      return .column(
        ColumnCondition(
          column: column, kernel: .codes(accepted), acceptsNil: false, fallback: evaluation))
    }
    let compiler = KernelCompiler(column: column, path: path)
    guard let answer = compiler.kernel(for: predicate) else { return .evaluated(evaluation) }
    return .column(
      ColumnCondition(
        column: column, kernel: answer.kernel, acceptsNil: answer.acceptsNil,
        fallback: evaluation))
  }

  private func arrayCondition(
    _ predicate: EntityPredicate, _ path: AttributePath, _ evaluation: RowEvaluation
  ) -> ArrayCondition? {
    guard case .membership(.value(let value), in: .path(path)) = predicate,
      let (source, type) = extent.columns.source(at: path.names)
    else { return nil }
    return ArrayCondition(value, type: type, source: source, fallback: evaluation)
  }

  func evaluation(of predicate: EntityPredicate) throws -> RowEvaluation {
    try RowEvaluation(
      predicate, extent: extent, file: file, schema: schema, interruption: interruption)
  }
}
