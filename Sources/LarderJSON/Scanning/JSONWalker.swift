/// Steps through text that a scan has found well formed.
///
/// Offsets are of the file. Never reads past the end, whatever the bytes have become since the scan.
struct JSONWalker {
  let base: UnsafePointer<UInt8>
  let count: Int

  init(_ bytes: FileBytes) {
    base = bytes.base
    count = bytes.count
  }

  init(base: UnsafePointer<UInt8>, count: Int) {
    self.base = base
    self.count = count
  }

  /// The first offset from here on that holds no white space.
  @inline(__always)
  func skippingSpace(at offset: Int) -> Int {
    var position = offset
    while position < count, base[position] <= 0x20, base[position] != 0 { position += 1 }
    return position
  }

  /// The offset after the value that starts here.
  func valueEnd(at offset: Int) -> Int {
    guard offset < count else { return count }
    switch base[offset] {
    case UInt8(ascii: "\""): return stringEnd(at: offset)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return containerEnd(at: offset)
    default: return scalarEnd(at: offset)
    }
  }

  /// The offset after the text that starts here with its quote.
  @inline(__always)
  func stringEnd(at offset: Int) -> Int {
    var position = offset + 1
    while position < count {
      let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
      let quotes = Self.zeroBytes(word ^ 0x2222_2222_2222_2222)
      let found = quotes | Self.zeroBytes(word ^ 0x5C5C_5C5C_5C5C_5C5C)
      if found == 0 {
        position += 8
        continue
      }
      position += found.trailingZeroBitCount / 8
      guard position < count else { break }
      if base[position] == UInt8(ascii: "\"") { return position + 1 }
      position += 2
    }
    return count
  }

  /// Visits the members of the object that starts here, keys with their quotes, in source order, until `body` returns false.
  @inline(__always)
  func forEachMember(
    ofObjectAt offset: Int, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Bool
  ) {
    var position = skippingSpace(at: offset + 1)
    while position < count, base[position] == UInt8(ascii: "\"") {
      let keyEnd = stringEnd(at: position)
      let valueStart = skippingSpace(at: skippingSpace(at: keyEnd) + 1)
      let end = valueEnd(at: valueStart)
      guard valueStart < end else { return }
      guard body(position..<keyEnd, valueStart..<end) else { return }
      position = skippingSpace(at: end)
      guard position < count, base[position] == UInt8(ascii: ",") else { return }
      position = skippingSpace(at: position + 1)
    }
  }

  private func containerEnd(at offset: Int) -> Int {
    var depth = 0
    var position = offset
    while position < count {
      switch base[position] {
      case UInt8(ascii: "\""): position = stringEnd(at: position)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        position += 1
        if depth == 0 { return position }
      default: position += 1
      }
    }
    return count
  }

  private func scalarEnd(at offset: Int) -> Int {
    var position = offset
    while position < count, base[position] > 0x20 {
      switch base[position] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
        return position
      default: position += 1
      }
    }
    return position
  }

  /// The high bit of every byte that is zero; bits above the lowest may be wrong.
  @inline(__always)
  static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }
}
