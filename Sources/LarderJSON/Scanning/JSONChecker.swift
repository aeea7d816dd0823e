/// Checks bytes against the grammar of JSON (RFC 8259) and UTF-8, and counts what it sees.
///
/// The bytes must be followed by a zero, which no JSON text holds: the end needs no check of its own.
struct JSONChecker {
  static let depthLimit = 200

  let base: UnsafePointer<UInt8>
  var position: UnsafePointer<UInt8>
  var depth = 0

  init(base: UnsafePointer<UInt8>, at offset: Int) {
    self.base = base
    position = base + offset
  }

  var offset: Int { position - base }

  func failure(_ expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset, expected: expected)
  }

  @inline(__always)
  mutating func skipSpace() {
    while position.pointee <= 0x20 {
      switch position.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  @inline(__always)
  mutating func take(
    _ byte: UInt8, or expected: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) {
    guard position.pointee == byte else { throw failure(expected) }
    position += 1
  }

  mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Self.depthLimit else { throw failure(.lessNesting) }
    position += 1
  }

  /// Checks a value without counting it.
  mutating func skipValue() throws(JSONSyntaxError) {
    switch position.pointee {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"):
      try enter()
      skipSpace()
      if position.pointee != UInt8(ascii: "}") {
        guard position.pointee == UInt8(ascii: "\"") else { throw failure(.firstKey) }
        while true {
          try skipString()
          skipSpace()
          try take(UInt8(ascii: ":"), or: .colon)
          skipSpace()
          try skipValue()
          skipSpace()
          if position.pointee == UInt8(ascii: "}") { break }
          try take(UInt8(ascii: ","), or: .commaOrBrace)
          skipSpace()
          guard position.pointee == UInt8(ascii: "\"") else { throw failure(.key) }
        }
      }
      leave()
    case UInt8(ascii: "["):
      try enter()
      skipSpace()
      if position.pointee != UInt8(ascii: "]") {
        guard startsValue else { throw failure(.firstElement) }
        while true {
          try skipValue()
          skipSpace()
          if position.pointee == UInt8(ascii: "]") { break }
          try take(UInt8(ascii: ","), or: .commaOrBracket)
          skipSpace()
        }
      }
      leave()
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): try skipWord()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try takeNumber()
    default: throw failure(.value)
    }
  }

  /// Whether a value can start with the byte here.
  var startsValue: Bool {
    switch position.pointee {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      true
    default: false
    }
  }

  mutating func leave() {
    depth -= 1
    position += 1
  }

  mutating func skipWord() throws(JSONSyntaxError) {
    let word = UnsafeRawPointer(position).loadUnaligned(as: UInt32.self).littleEndian
    switch word {
    case 0x6575_7274, 0x6C6C_756E: position += 4  // true, null
    case 0x736C_6166 where position[4] == UInt8(ascii: "e"): position += 5  // false
    default: throw failure(.word)
    }
  }
}
