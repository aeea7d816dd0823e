extension JSONChecker {
  /// Checks a string; stands at its opening quote, and then behind its closing one.
  ///
  /// Eight bytes at a time, as long as they are plain ASCII.
  @inline(__always)
  mutating func skipString() throws(JSONSyntaxError) {
    var cursor = position + 1
    while true {
      let word = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self)
      let special = Self.specialBytes(word)
      if special == 0 {
        cursor += 8
        continue
      }
      cursor += special.trailingZeroBitCount / 8
      if cursor.pointee == UInt8(ascii: "\"") {
        position = cursor + 1
        return
      }
      position = cursor
      try skipSpecial()
      cursor = position
    }
  }

  /// The high bit of every byte that is a quote, a backslash, a control character or beyond ASCII; bits
  /// above the lowest may be wrong.
  @inline(__always)
  static func specialBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let found =
      ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((word &- 0x2020_2020_2020_2020) & ~word) | word
    return found & 0x8080_8080_8080_8080
  }

  /// Checks an escape, or text beyond ASCII up to the next ASCII byte.
  @inline(never)
  private mutating func skipSpecial() throws(JSONSyntaxError) {
    let byte = position.pointee
    if byte >= 0x80 {
      repeat { try skipScalar() } while position.pointee >= 0x80
    } else if byte == UInt8(ascii: "\\") {
      try skipEscape()
    } else {
      throw failure(byte == 0 || byte == 0x0A ? .closingQuote : .escapedControl)
    }
  }

  private mutating func skipEscape() throws(JSONSyntaxError) {
    switch position[1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      for index in 2..<6 where !Self.isHexadecimal(position[index]) {
        position += index
        throw failure(.hexadecimalDigits)
      }
      position += 6
    default:
      position += 1
      throw failure(.escape)
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return byte &- UInt8(ascii: "0") < 10 || letter &- UInt8(ascii: "a") < 6
  }

  /// Checks one scalar beyond ASCII by the table of well-formed UTF-8.
  @inline(__always)
  private mutating func skipScalar() throws(JSONSyntaxError) {
    let lead = position[0]
    let second = position[1]
    if lead >= 0xC2, lead < 0xE0, Self.isContinuation(second) {
      position += 2
    } else if lead >= 0xE0, lead < 0xF0, Self.isContinuation(second),
      Self.isContinuation(position[2]), lead != 0xE0 || second >= 0xA0,
      lead != 0xED || second < 0xA0
    {
      position += 3
    } else if lead >= 0xF0, lead < 0xF5, Self.isContinuation(second),
      Self.isContinuation(position[2]), Self.isContinuation(position[3]),
      lead != 0xF0 || second >= 0x90, lead != 0xF4 || second < 0x90
    {
      position += 4
    } else {
      throw failure(.utf8)
    }
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
