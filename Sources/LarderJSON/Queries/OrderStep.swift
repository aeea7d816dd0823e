import LarderCore

/// One step of an order, answered from a column.
struct OrderStep: @unchecked Sendable {  // Only reads a column, which it keeps alive.
  private enum Key {
    /// The place of each code.
    case codes(UnsafeMutablePointer<UInt16>, places: [UInt64])
    case integers(UnsafeMutablePointer<Int64>)
    case reals(UnsafeMutablePointer<Double>)
    /// Texts whose bytes are ordered as the texts are.
    case texts(UnsafeMutablePointer<TextSlice>, ComposedTexts?)
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

  /// `nil` where the column does not hold all values.
  init?(
    _ column: Column, order: EntitySortDescriptor.Order, nils: EntitySortDescriptor.NilPlacement?
  ) {
    guard !column.hasOddRows else { return nil }
    self.column = column
    isReversed = order == .reverse
    hasNils = !column.nils.isEmpty
    let nilsFirst = nils.map { $0 == .first } ?? !isReversed
    nilRank = nilsFirst ? 0 : .max
    switch column.values {
    case .codes(let codes, let dictionary):
      let places = Self.places(dictionary, isReversed: isReversed, nilRank: nilRank)
      key = .codes(codes, places: places)
    case .integers(let values):
      // Their ranks are nil's.
      let extremes = (0..<column.count).contains {
        values[$0] == Int64.min || values[$0] == Int64.max
      }
      guard !extremes || !hasNils else { return nil }
      key = .integers(values)
    case .reals(let values), .dates(let values): key = .reals(values)
    case .texts(let values):
      let composed = ComposedTexts(values, count: column.count)
      key = .texts(composed?.slices ?? values, composed)
    case .uuids(let values): key = .uuids(values)
    }
    switch column.values {
    case .codes, .integers, .reals, .dates: isExact = true
    case .texts, .uuids: isExact = false
    }
  }

  /// The ascending order of identities whose keys are the column's values.
  init?(identities column: Column) {
    guard case .uuids(let values) = column.values else {
      self.init(column, order: .forward, nils: nil)
      return
    }
    guard !column.hasOddRows else { return nil }
    self.init(texts: values, of: column)
  }

  /// Ascending, with UUIDs as texts, in which upper and lower case differ.
  private init(texts: UnsafeMutablePointer<TextSlice>, of column: Column) {
    self.column = column
    key = .texts(texts, nil)
    isExact = false
    isReversed = false
    hasNils = !column.nils.isEmpty
    nilRank = 0
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

  /// Hands the rank of each row to `body`.
  @inline(__always)
  func forEachRank(of rows: some Sequence<Int>, _ body: (_ row: Int, _ rank: UInt64) -> Void) {
    switch key {
    case .codes(let codes, let places):
      places.withUnsafeBufferPointer { places in
        for row in rows { body(row, places[Int(codes[row])]) }
      }
    case .integers(let values):
      forEachRank(of: rows, body) { UInt64(bitPattern: values[$0]) ^ 1 << 63 }
    case .reals(let values):
      forEachRank(of: rows, body) { row in
        // Minus zero becomes zero; negative numbers are turned round.
        let bits = (values[row] + 0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits ^ 1 << 63
      }
    case .texts(let values, _):
      forEachRank(of: rows, body) { values[$0].prefix >> 1 + 1 }
    case .uuids(let values):
      forEachRank(of: rows, body) { (values[$0].prefix | 0x2020_2020_2020_2020) >> 1 + 1 }
    }
  }

  @inline(__always)
  private func forEachRank(
    of rows: some Sequence<Int>, _ body: (_ row: Int, _ rank: UInt64) -> Void,
    _ rank: (Int) -> UInt64
  ) {
    for row in rows {
      if hasNils, column.nils[row] {
        body(row, nilRank)
      } else {
        body(row, isReversed ? ~rank(row) : rank(row))
      }
    }
  }

  /// The order of two rows of one rank: -1, 0 or 1.
  @inline(__always)
  func compare(_ left: Int, _ right: Int) -> Int {
    guard !isExact, !(hasNils && column.nils[left]) else { return 0 }
    let order: Int
    switch key {
    case .texts(let values, _): order = TextSlice.compareBytes(values[left], values[right])
    case .uuids(let values): order = UUIDText.compare(values[left].start, values[right].start)
    case .codes, .integers, .reals: order = 0
    }
    return isReversed ? -order : order
  }
}
