import LarderCore

/// The order of a fetch over the rows of one table, compared by columns.
struct RowOrder: Sendable {
  private let steps: [Step]
  private let extent: EntityExtent

  /// `nil` where a step is no plain attribute with a column that holds all of its values, or asks for
  /// the order of names.
  init?(_ descriptors: [EntitySortDescriptor], extent: EntityExtent) {
    var steps: [Step] = []
    for descriptor in descriptors {
      guard descriptor.comparator == .standard, case .path(let path) = descriptor.expression,
        path.level == 0, let column = extent.columns.column(at: path.names),
        let step = Step(column, descriptor)
      else { return nil }
      steps.append(step)
    }
    self.steps = steps
    self.extent = extent
  }

  /// Rows in order, at most `limit` of them.
  ///
  /// `rows`: those to sort, or `nil` for all.
  func sorted(_ rows: RowSet?, limit: Int) -> [Int] {
    let tie = IdentityRank(extent)
    var entries: [Entry] = []
    let capacity = limit < extent.table.count / 4 ? max(2 * limit, 1024) : Int.max
    var bound = UInt64.max
    let add = { (row: Int) in
      let rank = steps[0].rank(row)
      guard rank <= bound else { return }
      entries.append(
        Entry(rank: rank, tie: tie.rank(row), row: UInt32(truncatingIfNeeded: row)))
      guard entries.count >= capacity else { return }
      entries.sort { precedes($0, $1, tie) }
      entries.removeSubrange(limit...)
      bound = entries.last?.rank ?? bound
    }
    if let rows {
      rows.forEach {
        add($0)
        return true
      }
    } else {
      for row in 0..<extent.table.count { add(row) }
    }
    entries.sort { precedes($0, $1, tie) }
    return entries.prefix(limit).map { Int($0.row) }
  }

  private struct Entry: BitwiseCopyable {
    var rank: UInt64
    /// The rank of the row's identity.
    var tie: UInt64
    var row: UInt32
  }

  private func precedes(_ left: Entry, _ right: Entry, _ tie: IdentityRank) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    let (first, second) = (Int(left.row), Int(right.row))
    for step in steps where !(step.isExact && steps.count == 1) {
      let order = step.compare(first, second)
      if order != 0 { return order < 0 }
    }
    if left.tie != right.tie { return left.tie < right.tie }
    return tie.isExact ? left.row < right.row : extent.keys.precedes(first, second)
  }
}

/// A number by which the identities of rows are ordered as far as it tells.
private struct IdentityRank: @unchecked Sendable {  // Only reads a column, which it keeps alive.
  private enum Key {
    case position
    case integers(UnsafeMutablePointer<Int64>)
    case texts(UnsafeMutablePointer<TextSlice>)
    case other
  }

  private let key: Key
  private let column: Column?

  /// Equal numbers mean equal identities.
  let isExact: Bool

  init(_ extent: EntityExtent) {
    let keys = extent.keys
    var column: Column?
    if case .attribute(let name) = keys.source { column = extent.columns.column(at: [name]) }
    switch column?.values {
    case .integers(let values)?: key = .integers(values)
    case .texts(let values)?, .uuids(let values)?:
      let isASCII = (0..<extent.table.count).allSatisfy { values[$0].isASCII }
      key = isASCII ? .texts(values) : .other
    default: key = keys.source == .position && extent.positions == nil ? .position : .other
    }
    if let column, column.hasOddRows { self.column = nil } else { self.column = column }
    switch key {
    case .position: isExact = true
    case .integers: isExact = self.column != nil
    case .texts, .other: isExact = false
    }
  }

  @inline(__always)
  func rank(_ row: Int) -> UInt64 {
    switch key {
    case .position: return UInt64(row)
    case .integers(let values):
      return column == nil ? 0 : UInt64(bitPattern: values[row]) ^ 1 << 63
    case .texts(let values): return column == nil ? 0 : values[row].prefix
    case .other: return 0
    }
  }
}

extension RowOrder {
  /// One step of the order.
  private struct Step: @unchecked Sendable {  // Only reads a column, which it keeps alive.
    private enum Key {
      /// The place of each code.
      case codes(UnsafeMutablePointer<UInt16>, places: [UInt64])
      case integers(UnsafeMutablePointer<Int64>)
      case reals(UnsafeMutablePointer<Double>)
      case texts(UnsafeMutablePointer<TextSlice>, areASCII: Bool)
      case uuids(UnsafeMutablePointer<TextSlice>)
    }

    private let column: Column
    private let key: Key

    /// Rows of equal rank are equal.
    let isExact: Bool
    private let isReversed: Bool
    private let hasNils: Bool

    /// The rank of nil: before all others, or behind them.
    private let nilRank: UInt64

    init?(_ column: Column, _ descriptor: EntitySortDescriptor) {
      guard !column.hasOddRows else { return nil }
      self.column = column
      isReversed = descriptor.order == .reverse
      hasNils = !column.nils.isEmpty
      let nilsFirst = descriptor.nils.map { $0 == .first } ?? !isReversed
      nilRank = nilsFirst ? 0 : .max
      switch column.values {
      case .codes(let codes, let dictionary):
        key = .codes(
          codes,
          places: Self.places(dictionary, isReversed: isReversed, nilRank: nilRank))
      case .integers(let values):
        // Their ranks are nil's.
        let extremes = (0..<column.count).contains {
          values[$0] == Int64.min || values[$0] == Int64.max
        }
        guard !extremes || !hasNils else { return nil }
        key = .integers(values)
      case .reals(let values), .dates(let values): key = .reals(values)
      case .texts(let values):
        key = .texts(values, areASCII: (0..<column.count).allSatisfy { values[$0].isASCII })
      case .uuids(let values): key = .uuids(values)
      }
      switch column.values {
      case .codes, .integers, .reals, .dates: isExact = true
      case .texts, .uuids: isExact = false
      }
    }

    private static func places(
      _ dictionary: [AttributeValue?], isReversed: Bool, nilRank: UInt64
    ) -> [UInt64] {
      let order = dictionary.indices.sorted {
        let order = AttributeValue.totalOrder(dictionary[$0], dictionary[$1])
        return isReversed ? order > 0 : order < 0
      }
      var places = [UInt64](repeating: nilRank, count: dictionary.count)
      for (place, code) in order.enumerated() where !dictionary[code].isNil {
        places[code] = UInt64(place) + 1
      }
      return places
    }

    /// A number by which rows are ordered as far as it tells.
    @inline(__always)
    func rank(_ row: Int) -> UInt64 {
      switch key {
      case .codes(let codes, let places): return places[Int(codes[row])]
      case .integers(let values):
        if hasNils, column.nils[row] { return nilRank }
        let rank = UInt64(bitPattern: values[row]) ^ 1 << 63
        return isReversed ? ~rank : rank
      case .reals(let values):
        if hasNils, column.nils[row] { return nilRank }
        // Minus zero becomes zero; negative numbers are turned round.
        let bits = (values[row] + 0).bitPattern
        let rank = bits >> 63 == 1 ? ~bits : bits ^ 1 << 63
        return isReversed ? ~rank : rank
      case .texts(let values, let areASCII):
        if hasNils, column.nils[row] { return nilRank }
        let rank = areASCII ? values[row].prefix >> 1 + 1 : 1
        return isReversed ? ~rank : rank
      case .uuids(let values):
        if hasNils, column.nils[row] { return nilRank }
        let rank = (values[row].prefix | 0x2020_2020_2020_2020) >> 1 + 1
        return isReversed ? ~rank : rank
      }
    }

    func compare(_ left: Int, _ right: Int) -> Int {
      let (first, second) = (rank(left), rank(right))
      if first != second { return first < second ? -1 : 1 }
      guard !isExact, !(hasNils && column.nils[left]) else { return 0 }
      let order: Int
      switch key {
      case .texts(let values, _): order = TextSlice.compare(values[left], values[right])
      case .uuids(let values): order = UUIDText.compare(values[left].start, values[right].start)
      case .codes, .integers, .reals: order = 0
      }
      return isReversed ? -order : order
    }
  }
}
