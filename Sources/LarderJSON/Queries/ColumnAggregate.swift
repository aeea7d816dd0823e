import FoundationEssentials
import LarderCore

/// An aggregate of groups of rows, computed from a column; gives what evaluation in memory gives.
struct ColumnAggregate {
  private let function: EntityExpression.AggregateFunction

  /// `nil` for the number of objects.
  private let column: Column?

  /// `nil` where the argument is no attribute with a column of numbers or dates.
  init?(_ aggregate: AggregateRewriting.Aggregate, extent: EntityExtent) {
    function = aggregate.function
    guard let argument = aggregate.argument else {
      column = nil
      guard function == .count else { return nil }
      return
    }
    guard case .path(let path) = argument, path.level == 0,
      let column = extent.columns.column(at: path.names), !column.hasOddRows
    else { return nil }
    self.column = column
    switch (column.values, function) {
    case (_, .count), (_, .countDistinct), (.integers, .sum), (.integers, .average),
      (.integers, .minimum),
      (.integers, .maximum), (.reals, .sum), (.reals, .average), (.reals, .minimum),
      (.reals, .maximum), (.dates, .minimum), (.dates, .maximum):
      break
    default: return nil
    }
  }

  /// A result a group.
  func results(of grouping: Grouping) -> [AttributeValue?] {
    guard let column else {
      return counts(grouping) { _ in true }.map { .integer(Int64($0)) }
    }
    if function == .countDistinct { return distinctCounts(column, grouping) }
    let counts = counts(grouping) { !column.nils[$0] }
    switch (column.values, function) {
    case (.integers(let values), .sum), (.integers(let values), .average):
      return integerSums(values, column, grouping, counts)
    case (.reals(let values), .sum), (.reals(let values), .average):
      return realSums(values, column, grouping, counts)
    case (.integers(let values), .minimum), (.integers(let values), .maximum):
      return extremes(values, column, grouping) { .integer($0) }
    case (.reals(let values), .minimum), (.reals(let values), .maximum):
      return extremes(values, column, grouping) { .real($0) }
    case (.dates(let values), .minimum), (.dates(let values), .maximum):
      return extremes(values, column, grouping) {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      }
    default: return counts.map { .integer(Int64($0)) }
    }
  }

  private func counts(_ grouping: Grouping, _ isCounted: (Int) -> Bool) -> [Int] {
    var counts = [Int](repeating: 0, count: grouping.groupCount)
    grouping.forEach { row, group in if isCounted(row) { counts[group] += 1 } }
    return counts
  }

  private func distinctCounts(_ column: Column, _ grouping: Grouping) -> [AttributeValue?] {
    let numbering = ValueNumbering(column, rows: grouping.order)
    var counts = [Int64](repeating: 0, count: grouping.groupCount)
    var pairs = WordTable()
    var position = 0
    grouping.forEach { row, group in
      let known = pairs.count
      if !column.nils[row] {
        _ = pairs.number(of: UInt64(group) << 32 | UInt64(numbering.numbers[position]))
      }
      if pairs.count > known { counts[group] += 1 }
      position += 1
    }
    return counts.map { .integer($0) }
  }

  private func integerSums(
    _ values: UnsafeMutablePointer<Int64>, _ column: Column, _ grouping: Grouping, _ counts: [Int]
  ) -> [AttributeValue?] {
    var sums = [Int128](repeating: 0, count: grouping.groupCount)
    grouping.forEach { row, group in
      if !column.nils[row] { sums[group] += Int128(values[row]) }
    }
    return zip(sums, counts).map { sum, count in
      if function == .average {
        return count == 0 ? nil : .real(Double(sum) / Double(count))
      }
      return Int64(exactly: sum).map { .integer($0) } ?? ExactDecimal("\(sum)").map { .decimal($0) }
    }
  }

  /// In the order of the rows, on which a sum of reals depends.
  private func realSums(
    _ values: UnsafeMutablePointer<Double>, _ column: Column, _ grouping: Grouping, _ counts: [Int]
  ) -> [AttributeValue?] {
    var sums = [Double](repeating: 0, count: grouping.groupCount)
    grouping.forEach { row, group in if !column.nils[row] { sums[group] += values[row] } }
    return zip(sums, counts).map { sum, count in
      if count == 0 { return function == .average ? nil : .integer(0) }
      return .real(function == .average ? sum / Double(count) : sum)
    }
  }

  /// Of equal values the first stays.
  private func extremes<Value: Comparable>(
    _ values: UnsafeMutablePointer<Value>, _ column: Column, _ grouping: Grouping,
    _ make: (Value) -> AttributeValue
  ) -> [AttributeValue?] {
    var extremes = [Value?](repeating: nil, count: grouping.groupCount)
    let wantsLess = function == .minimum
    grouping.forEach { row, group in
      guard !column.nils[row] else { return }
      let value = values[row]
      guard let known = extremes[group] else {
        extremes[group] = value
        return
      }
      if wantsLess ? value < known : value > known { extremes[group] = value }
    }
    return extremes.map { $0.map(make) }
  }
}
