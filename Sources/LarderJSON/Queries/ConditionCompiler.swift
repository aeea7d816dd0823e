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
    default: return .evaluated(try evaluation(of: predicate))
    }
  }

  func evaluation(of predicate: EntityPredicate) throws -> RowEvaluation {
    try RowEvaluation(
      predicate, extent: extent, file: file, schema: schema, interruption: interruption)
  }
}
