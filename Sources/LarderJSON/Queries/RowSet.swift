/// A set of rows, a bit each.
struct RowSet: Sendable {
  let count: Int
  private(set) var words: [UInt64]

  init(count: Int, words: [UInt64]) {
    self.count = count
    self.words = words
  }

  init(count: Int, isFull: Bool = false) {
    self.count = count
    words = Array(repeating: isFull ? .max : 0, count: (count + 63) / 64)
    if isFull { clearTail() }
  }

  /// The rows of a range.
  init(count: Int, range: Range<Int>) {
    self.init(count: count)
    for row in range.clamped(to: 0..<count) { insert(row) }
  }

  /// Makes a set by filling words in parallel; `body` gets a range of rows that starts at a multiple of
  /// 64, and the words that are its own.
  init(
    count: Int, atLeast rows: Int = 20_000,
    _ body: @escaping @Sendable (_ rows: Range<Int>, _ words: UnsafeMutablePointer<UInt64>) -> Void
  ) {
    self.count = count
    let wordCount = (count + 63) / 64
    words = Array(unsafeUninitializedCapacity: wordCount) { buffer, initialized in
      initialized = wordCount
      guard let start = buffer.baseAddress else { return }
      start.initialize(repeating: 0, count: wordCount)
      let target = Words(start)
      let ranges = Parallel.ranges(of: wordCount, atLeast: max(1, rows / 64))
      Parallel.run(ranges.count) { index in
        let range = ranges[index]
        let rows = range.lowerBound * 64..<min(range.upperBound * 64, count)
        body(rows, target.pointer + range.lowerBound)
      }
    }
  }

  private struct Words: @unchecked Sendable {  // Each thread writes to words of its own.
    let pointer: UnsafeMutablePointer<UInt64>
    init(_ pointer: UnsafeMutablePointer<UInt64>) { self.pointer = pointer }
  }

  subscript(row: Int) -> Bool { words[row >> 6] >> UInt64(row & 63) & 1 == 1 }

  mutating func insert(_ row: Int) { words[row >> 6] |= 1 << UInt64(row & 63) }

  /// The rows of the set in order.
  var indices: some Sequence<Int> {
    words.enumerated().lazy.filter { $0.element != 0 }.flatMap { index, word in
      WordRows(first: index << 6, word: word)
    }
  }

  private struct WordRows: Sequence, IteratorProtocol {
    let first: Int
    var word: UInt64

    mutating func next() -> Int? {
      guard word != 0 else { return nil }
      defer { word &= word - 1 }
      return first + word.trailingZeroBitCount
    }
  }

  /// The number of rows in the set.
  var rowCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func formIntersection(_ other: RowSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formUnion(_ other: RowSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func subtract(_ other: RowSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  mutating func formComplement() {
    for index in words.indices { words[index] = ~words[index] }
    clearTail()
  }

  private mutating func clearTail() {
    if count % 64 != 0 { words[words.count - 1] &= (1 << UInt64(count % 64)) - 1 }
  }

  /// Visits the rows in order, until `body` returns false.
  @inline(__always)
  func forEach(_ body: (Int) throws -> Bool) rethrows {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        guard try body(index << 6 + word.trailingZeroBitCount) else { return }
        word &= word - 1
      }
    }
  }
}
