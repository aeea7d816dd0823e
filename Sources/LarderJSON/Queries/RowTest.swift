import LarderCore

/// A condition made ready for the rows of one table.
indirect enum RowTest: Sendable {
  case constant(Bool)
  case and([RowTest])
  case or([RowTest])
  case not(RowTest)
  /// Answered from the column of one attribute.
  case column(ColumnCondition)
  /// Answered from the text of arrays.
  case array(ArrayCondition)
  /// Asked of each row by itself.
  case evaluated(RowEvaluation)

  /// What the test costs a row, in about nanoseconds; cheaper parts of an "and" go first.
  var cost: Int {
    switch self {
    case .constant: 0
    case .and(let parts), .or(let parts): parts.reduce(0) { $0 + $1.cost }
    case .not(let part): part.cost
    case .column(let condition): condition.cost
    case .array: 100
    case .evaluated: 1000
    }
  }

  /// The rows among the candidates of which the condition is true.
  func rows(among candidates: RowSet) throws -> RowSet {
    switch self {
    case .constant(let answer):
      return answer ? candidates : RowSet(count: candidates.count)
    case .and(let parts):
      var rows = candidates
      for part in parts.sorted(by: { $0.cost < $1.cost }) where !rows.isEmpty {
        rows = try part.rows(among: rows)
      }
      return rows
    case .or(let parts):
      var rows = RowSet(count: candidates.count)
      var open = candidates
      for part in parts.sorted(by: { $0.cost < $1.cost }) where !open.isEmpty {
        let found = try part.rows(among: open)
        rows.formUnion(found)
        open.subtract(found)
      }
      return rows
    case .not(let part):
      var rows = candidates
      rows.subtract(try part.rows(among: candidates))
      return rows
    case .column(let condition): return try condition.rows(among: candidates)
    case .array(let condition): return try condition.rows(among: candidates)
    case .evaluated(let evaluation): return try evaluation.rows(among: candidates)
    }
  }
}

/// A condition that is evaluated on a snapshot of each row, which holds what the condition reads.
struct RowEvaluation: Sendable {
  let extent: EntityExtent
  let file: LoadedFile
  let evaluator: PredicateEvaluator
  let properties: [Int]
  let usesIdentity: Bool

  /// The paths that start from the object itself.
  let rootPaths: Set<AttributePath>
  let interruption: Interruption

  init(
    _ predicate: EntityPredicate, extent: EntityExtent, file: LoadedFile, schema: EntitySchema,
    interruption: Interruption
  ) throws {
    self.extent = extent
    self.file = file
    self.interruption = interruption
    evaluator = try PredicateEvaluator(
      predicate, entity: extent.model.entityName, schema: schema,
      environment: JSONStore.environment)
    let names = PropertyNames(predicate)
    properties = extent.model.layout.names.indices.filter {
      names.names.contains(extent.model.layout.names[$0])
    }
    rootPaths = names.rootPaths
    usesIdentity = names.usesIdentity || evaluator.readsOtherObjects
  }

  func rows(among candidates: RowSet) throws -> RowSet {
    let rows = RowSet(count: candidates.count, atLeast: 500) { range, words in
      for row in range where candidates[row] {
        if row & 1023 == 0, interruption.isRequested { return }
        if matches(row) {
          let local = row - range.lowerBound
          words[local >> 6] |= 1 << UInt64(local & 63)
        }
      }
    }
    try interruption.check()
    return rows
  }

  /// Whether the condition is true of an object that holds one value.
  func matches(_ value: AttributeValue?, at path: [AttributeName]) -> Bool {
    var values = [AttributeValue?](repeating: nil, count: extent.model.layout.names.count)
    if let name = path.first, let slot = extent.model.layout.slot(of: name) {
      values[slot] = value.nested(in: path.dropFirst())
    }
    let snapshot = EntitySnapshot(
      identifier: unidentified, layout: extent.model.layout, values: values)
    return evaluator.matches(snapshot) { _ in nil }
  }

  private var unidentified: PersistentIdentifier {
    PersistentIdentifier(origin: extent.model.origin, primaryKey: .integer(0))
  }

  func matches(_ row: Int) -> Bool {
    let identifier =
      usesIdentity
      ? extent.identifier(ofRow: row)
      : unidentified
    let snapshot = EntitySnapshot(
      identifier: identifier, layout: extent.model.layout,
      values: extent.reader.values(ofRow: row, properties: properties))
    return evaluator.matches(snapshot, objects: file.snapshot)
  }
}

extension AttributeValue? {
  /// The value as the innermost member of composites.
  fileprivate func nested(in members: ArraySlice<AttributeName>) -> AttributeValue? {
    guard let name = members.first else { return self }
    guard let value = nested(in: members.dropFirst()) else { return .object(AttributeObject([])) }
    return .object(AttributeObject([.init(name: name, value: value)]))
  }
}
