/// Finds where JSON values begin and end, without reading them.
///
/// What it passes over need not be right: brackets and quotes are all that it looks at.
struct JSONScanner {
  private let bytes: [UInt8]
  private(set) var index: Int

  init(_ bytes: [UInt8], at index: Int) {
    self.bytes = bytes
    self.index = index
  }

  mutating func skipSpace() {
    while index < bytes.count, bytes[index].isJSONSpace { index += 1 }
  }

  /// Passes over spaces, and over a byte if it is the one wanted.
  mutating func take(_ wanted: UInt8) -> Bool {
    skipSpace()
    guard index < bytes.count, bytes[index] == wanted else { return false }
    index += 1
    return true
  }

  /// Passes over a value; false where the text ends inside, or begins none.
  mutating func skipValue() -> Bool {
    skipSpace()
    let start = index
    var depth = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard skipText() else { return false }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return index > start }
        depth -= 1
        index += 1
      case UInt8(ascii: ",") where depth == 0: return index > start
      case let byte where depth == 0 && byte.isJSONSpace && index > start: return true
      default:
        index += 1
        continue
      }
      if depth == 0 { return true }
    }
    return depth == 0 && index > start
  }

  private mutating func skipText() -> Bool {
    index += 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return false
  }

  /// Where the value of a member of the object here begins; `nil` where it has not so many.
  mutating func offset(ofMember number: Int) -> Int? {
    guard take(UInt8(ascii: "{")) else { return nil }
    for member in 0...number {
      if member > 0, !take(UInt8(ascii: ",")) { return nil }
      skipSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\""), skipText(),
        take(UInt8(ascii: ":"))
      else { return nil }
      skipSpace()
      if member < number, !skipValue() { return nil }
    }
    return index < bytes.count ? index : nil
  }
}

extension UInt8 {
  /// A space as JSON has them.
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
