import LarderCore

/// A condition on one attribute, answered from its column.
struct ColumnCondition: Sendable {
  let column: Column
  let kernel: Kernel

  /// What the condition says of nil.
  let acceptsNil: Bool

  /// For the rows that the column does not hold.
  let fallback: RowEvaluation

  /// How rows with a value are tested.
  enum Kernel: Sendable {
    case constant(Bool)
    case missing
    /// Whether each code is accepted.
    case codes([Bool])
    /// Outside of the bounds where it is negated.
    case integers(ClosedRange<Int64>, isNegated: Bool)
    case reals(ClosedRange<Double>, isNegated: Bool)
    case integerSet(Set<Int64>)
    case realSet(Set<Double>)
    case texts(@Sendable (TextSlice) -> Bool)
  }

  var cost: Int {
    switch kernel {
    case .constant, .missing, .codes, .integers, .reals: column.hasOddRows ? 50 : 1
    case .texts, .integerSet, .realSet: 20
    }
  }

  func rows(among candidates: RowSet) throws -> RowSet {
    var rows = tested(candidates)
    if case .codes = kernel {
    } else if case .missing = kernel {
    } else {
      rows.subtract(column.nils)
      if acceptsNil { rows.formUnion(column.nils) }
    }
    if column.hasOddRows {
      rows.subtract(column.odd)
      var odd = column.odd
      odd.formIntersection(candidates)
      rows.formUnion(try fallback.rows(among: odd))
    }
    rows.formIntersection(candidates)
    return rows
  }

  private func tested(_ candidates: RowSet) -> RowSet {
    let count = column.count
    switch kernel {
    case .constant(let answer): return RowSet(count: count, isFull: answer)
    case .missing: return column.missing
    case .codes(let accepted): return coded(accepted)
    case .integers(let bounds, let isNegated):
      guard case .integers(let values) = column.values else { return RowSet(count: count) }
      return Self.bounded(Values(values), bounds, isNegated, count)
    case .reals(let bounds, let isNegated):
      switch column.values {
      case .reals(let values), .dates(let values):
        return Self.bounded(Values(values), bounds, isNegated, count)
      case .codes, .integers, .texts, .uuids: return RowSet(count: count)
      }
    case .integerSet(let set):
      guard case .integers(let values) = column.values else { return RowSet(count: count) }
      return Self.accepted(Values(values), candidates) { set.contains($0) }
    case .realSet(let set):
      switch column.values {
      case .reals(let values), .dates(let values):
        return Self.accepted(Values(values), candidates) { set.contains($0) }
      case .codes, .integers, .texts, .uuids: return RowSet(count: count)
      }
    case .texts(let test):
      switch column.values {
      case .texts(let values), .uuids(let values):
        return Self.accepted(Values(values), candidates, test)
      case .codes, .integers, .reals, .dates: return RowSet(count: count)
      }
    }
  }

  private static func accepted<Value: BitwiseCopyable & Sendable>(
    _ values: Values<Value>, _ candidates: RowSet, _ test: @escaping @Sendable (Value) -> Bool
  ) -> RowSet {
    RowSet(count: candidates.count) { rows, words in
      for row in rows where candidates[row] && test(values.start[row]) {
        words[(row - rows.lowerBound) >> 6] |= 1 << UInt64(row & 63)
      }
    }
  }

  private func coded(_ accepted: [Bool]) -> RowSet {
    guard case .codes(let codes, _) = column.values else { return RowSet(count: column.count) }
    let values = Values(codes)
    let table = accepted.map { $0 ? UInt64(1) : 0 }
    return RowSet(count: column.count, atLeast: 200_000) { rows, words in
      table.withUnsafeBufferPointer { table in
        Self.fill(rows, words) { table[Int(values.start[$0])] }
      }
    }
  }

  private static func bounded<Value: Comparable & BitwiseCopyable & Sendable>(
    _ values: Values<Value>, _ bounds: ClosedRange<Value>, _ isNegated: Bool, _ count: Int
  ) -> RowSet {
    let (lower, upper) = (bounds.lowerBound, bounds.upperBound)
    let flip: UInt64 = isNegated ? 1 : 0
    return RowSet(count: count, atLeast: 200_000) { rows, words in
      fill(rows, words) { row in
        let value = values.start[row]
        return (value >= lower ? 1 : 0) & (value <= upper ? 1 : 0) ^ flip
      }
    }
  }

  @inline(__always)
  private static func fill(
    _ rows: Range<Int>, _ words: UnsafeMutablePointer<UInt64>, _ bit: (Int) -> UInt64
  ) {
    var row = rows.lowerBound
    var index = 0
    while row < rows.upperBound {
      let end = min(row + 64, rows.upperBound)
      var word: UInt64 = 0
      for offset in 0..<end - row { word |= bit(row + offset) << UInt64(offset) }
      words[index] = word
      row = end
      index += 1
    }
  }

  private struct Values<Value>: @unchecked Sendable {  // Only read, while the column is alive.
    let start: UnsafeMutablePointer<Value>
    init(_ start: UnsafeMutablePointer<Value>) { self.start = start }
  }
}
