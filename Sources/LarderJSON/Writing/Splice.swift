/// A range of a file's bytes and what is to stand there instead.
struct Splice: Hashable, Sendable {
  var range: Range<Int>
  var replacement: [UInt8]

  init(_ range: Range<Int>, _ replacement: [UInt8] = []) {
    self.range = range
    self.replacement = replacement
  }
}

/// The text that splices make of a file's bytes: untouched ranges and new text in turn.
struct SplicedText {
  let bytes: UnsafeRawBufferPointer
  /// In order of their ranges, which do not overlap.
  let splices: [Splice]

  /// Several insertions at one place keep their order.
  init(_ bytes: UnsafeRawBufferPointer, _ splices: [Splice]) {
    self.bytes = bytes
    self.splices = splices.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
  }

  var count: Int {
    splices.reduce(bytes.count) { $0 - $1.range.count + $1.replacement.count }
  }

  /// Where a range of the file's bytes stands in the new text, with what was put inside of it.
  func position(of range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    for splice in splices {
      let growth = splice.replacement.count - splice.range.count
      if splice.range.upperBound <= range.lowerBound { start += growth }
      if splice.range.upperBound <= range.upperBound { end += growth }
    }
    return start..<max(start, end)
  }

  /// Hands out the pieces in order.
  ///
  /// Small pieces come together in a buffer, untouched ranges of a mebibyte or more straight from
  /// the file's bytes.
  func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var buffer: [UInt8] = []
    buffer.reserveCapacity(min(Self.pieceLength, count))
    var position = 0
    func flush() throws {
      try buffer.withUnsafeBytes { if !$0.isEmpty { try body($0) } }
      buffer.removeAll(keepingCapacity: true)
    }
    func append(_ piece: UnsafeRawBufferPointer) throws {
      if buffer.count + piece.count > Self.pieceLength { try flush() }
      if piece.count >= Self.pieceLength { try body(piece) } else { buffer += piece }
    }
    for splice in splices {
      let range = splice.range.clamped(to: position..<bytes.count)
      try append(UnsafeRawBufferPointer(rebasing: bytes[position..<range.lowerBound]))
      try splice.replacement.withUnsafeBytes(append)
      position = range.upperBound
    }
    try append(UnsafeRawBufferPointer(rebasing: bytes[position...]))
    try flush()
  }

  private static let pieceLength = 1 << 20

  /// The whole text, for small files and tests.
  func joined() throws -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    try forEachPiece { result += $0 }
    return result
  }
}
