import Glibc

extension JSONChecker {
  /// The kind of a number: what it takes to hold it.
  enum NumberKind { case integer, real, decimal }

  /// Checks a number and tells its kind.
  @inline(__always)
  mutating func takeNumber() throws(JSONSyntaxError) -> NumberKind {
    let start = position
    if position.pointee == UInt8(ascii: "-") { position += 1 }
    let digits = position
    try skipDigits()
    let count = position - digits
    if digits.pointee == UInt8(ascii: "0"), count > 1 {
      position = digits + 1
      throw failure(.noLeadingZero)
    }
    let next = position.pointee
    if next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") {
      return count < 19 ? .integer : Self.kindOfLongInteger(start, position)
    }
    return try takeFraction(start: start, wholeDigits: count)
  }

  @inline(__always)
  private mutating func skipDigits() throws(JSONSyntaxError) {
    guard position.pointee &- UInt8(ascii: "0") < 10 else { throw failure(.digit) }
    repeat { position += 1 } while position.pointee &- UInt8(ascii: "0") < 10
  }

  private mutating func takeFraction(
    start: UnsafePointer<UInt8>, wholeDigits: Int
  ) throws(JSONSyntaxError) -> NumberKind {
    if position.pointee == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
    }
    var isPlain = true
    if position.pointee | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position.pointee == UInt8(ascii: "-") || position.pointee == UInt8(ascii: "+") {
        position += 1
      }
      try skipDigits()
      isPlain = false
    }
    // Without an exponent and with few digits no number is too large or too small for a real.
    return isPlain && position - start < 300 ? .real : Self.kindOfReal(start)
  }

  private static func kindOfLongInteger(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> NumberKind {
    let text = String(
      decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    return Int64(text) == nil ? .decimal : .integer
  }

  /// A real that would become infinite, or zero without being it, is a decimal.
  private static func kindOfReal(_ start: UnsafePointer<UInt8>) -> NumberKind {
    let value = UnsafeRawPointer(start).withMemoryRebound(to: CChar.self, capacity: 1) {
      strtod($0, nil)
    }
    if value.isInfinite { return .decimal }
    guard value == 0 else { return .real }
    var cursor = start
    while cursor.pointee | 0x20 != UInt8(ascii: "e"), cursor.pointee >= UInt8(ascii: "-") {
      if cursor.pointee &- UInt8(ascii: "1") < 9 { return .decimal }
      cursor += 1
    }
    return .real
  }
}
