/// A row with a number by which rows are ordered as far as it tells.
struct RankedRow: BitwiseCopyable {
  var rank: UInt64
  var row: UInt32
}

/// Sorts and selects rows by their ranks.
enum RowRanking {
  /// Sorts by rank; rows of one rank stay in the order in which they are.
  ///
  /// A byte at a time, the last one first; bytes that are the same in all ranks are left out.
  static func sort(_ rows: inout [RankedRow]) {
    guard rows.count > 1 else { return }
    guard rows.count > 512 else { return insertOrMerge(&rows) }
    var counts = [Int](repeating: 0, count: 8 * 256)
    for row in rows {
      for byte in 0..<8 { counts[byte << 8 + digit(row.rank, byte)] += 1 }
    }
    var other = rows
    for byte in 0..<8 {
      let histogram = counts[byte << 8..<(byte + 1) << 8]
      guard !histogram.contains(rows.count) else { continue }
      var next = [Int](repeating: 0, count: 256)
      for value in 1..<256 { next[value] = next[value - 1] + histogram[byte << 8 + value - 1] }
      scatter(rows, into: &other, byte, &next)
      swap(&rows, &other)
    }
  }

  /// Drops the rows that cannot be among the first `limit`; those that tie with the last one stay.
  static func keepFirst(_ limit: Int, of rows: inout [RankedRow]) {
    guard limit > 0, limit < rows.count else { return }
    var selection = RankSelection(limit: limit)
    for row in rows { selection.add(row.rank) }
    let bound = selection.bound
    rows.removeAll { $0.rank > bound }
  }

  private static func insertOrMerge(_ rows: inout [RankedRow]) {
    // Swift's sort keeps the order of equal elements.
    rows.sort { $0.rank < $1.rank }
  }

  @inline(__always)
  private static func digit(_ rank: UInt64, _ byte: Int) -> Int {
    Int(truncatingIfNeeded: rank >> UInt64(byte * 8)) & 255
  }

  private static func scatter(
    _ rows: [RankedRow], into target: inout [RankedRow], _ byte: Int, _ next: inout [Int]
  ) {
    rows.withUnsafeBufferPointer { rows in
      target.withUnsafeMutableBufferPointer { target in
        next.withUnsafeMutableBufferPointer { next in
          for row in rows {
            let value = digit(row.rank, byte)
            target[next[value]] = row
            next[value] += 1
          }
        }
      }
    }
  }
}

/// Finds the rank of the last of the first few rows, without keeping more than twice as many.
struct RankSelection {
  private let limit: Int
  private let capacity: Int
  private var ranks: [UInt64] = []
  private var highest = UInt64.max

  init(limit: Int) {
    self.limit = limit
    capacity = limit > Int.max / 4 ? Int.max : max(limit * 2, 1024)
  }

  @inline(__always)
  mutating func add(_ rank: UInt64) {
    guard rank < highest || ranks.count < limit else { return }
    ranks.append(rank)
    if ranks.count >= capacity { shrink() }
  }

  /// Rows of a higher rank are not among the first; `UInt64.max` as long as there were fewer.
  var bound: UInt64 {
    guard ranks.count >= limit else { return .max }
    var selection = self
    selection.shrink()
    return selection.highest
  }

  private mutating func shrink() {
    ranks.sort()
    ranks.removeSubrange(min(limit, ranks.count)...)
    highest = ranks.last ?? .max
  }
}
