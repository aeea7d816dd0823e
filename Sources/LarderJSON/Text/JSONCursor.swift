/// A place in JSON text; every read is checked against the end.
///
/// Works on text that was checked when the file was read: it finds where values end, and stops at
/// the end of the text, whatever the bytes.
struct JSONCursor {
  let bytes: UnsafeRawBufferPointer
  var position: Int
  let end: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// The part of the range that lies outside of the bytes is left out.
  init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
    self.bytes = bytes
    end = min(max(range.upperBound, 0), bytes.count)
    position = min(max(range.lowerBound, 0), end)
  }

  var isAtEnd: Bool { position >= end }

  /// The byte here; 0 at the end.
  var byte: UInt8 { position < end ? bytes[position] : 0 }

  var isAtDigit: Bool { position < end && bytes[position] &- UInt8(ascii: "0") < 10 }

  /// Moves past a byte if it stands here.
  mutating func take(_ wanted: UInt8) -> Bool {
    guard position < end, bytes[position] == wanted else { return false }
    position += 1
    return true
  }

  mutating func skipWhitespace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Moves past a string in quotes, or to the end when it has no closing quote.
  mutating func skipString() {
    position += 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): position = min(position + 2, end)
      default: position += 1
      }
    }
  }

  /// Moves past one value and returns where it stands.
  mutating func takeValue() -> Range<Int> {
    let start = position
    switch byte {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipBracketed()
    default: skipScalar()
    }
    return start..<position
  }

  private mutating func skipScalar() {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"), 0x20, 0x0A,
        0x0D, 0x09:
        return
      default: position += 1
      }
    }
  }

  private mutating func skipBracketed() {
    var depth = 0
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
  }
}
