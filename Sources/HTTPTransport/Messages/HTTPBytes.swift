/// Questions about single bytes of URLs and headers.
enum HTTPBytes {
  static func lowercase(_ byte: UInt8) -> UInt8 {
    isUpper(byte) ? byte + 32 : byte
  }

  static func isUpper(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = lowercase(byte)
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  static func isHexDigit(_ byte: UInt8) -> Bool {
    let lower = lowercase(byte)
    return isDigit(byte) || lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "f")
  }

  /// May stand in the name of a method or header.
  static func isToken(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
