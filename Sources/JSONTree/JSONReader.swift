/// Reads one JSON text (RFC 8259).
///
/// Half a surrogate pair reads as U+FFFD, as do bytes that are no UTF-8.
package struct JSONReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var isTooDeep = false

  /// Names that an object holds more than once, while they are looked for.
  private var repeatedNames: [String]?

  /// How deep arrays and objects may be nested.
  package static let maximumDepth = 200

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// `nil` for what is no JSON text, or is nested deeper than 200 levels.
  package static func node(_ text: String) -> JSONNode? {
    var text = text
    return text.withUTF8(node)
  }

  package static func node(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    var reader = JSONReader(bytes)
    guard let node = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    return reader.index == bytes.count ? node : nil
  }

  /// The tree of a JSON text, and the names that stand more than once in an object, in order.
  package static func read(
    _ bytes: [UInt8]
  ) throws(JSONError) -> (node: JSONNode, repeatedNames: [String]) {
    let result = bytes.withUnsafeBufferPointer {
      buffer -> Result<(JSONNode, [String]), JSONError> in
      var reader = JSONReader(buffer)
      reader.repeatedNames = []
      if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
      guard let node = reader.value(depth: 0) else { return .failure(reader.error) }
      reader.skipSpace()
      guard reader.index == buffer.count else { return .failure(reader.error) }
      return .success((node, reader.repeatedNames ?? []))
    }
    return try result.get()
  }

  /// What stands where reading stopped.
  private var error: JSONError {
    if isTooDeep {
      return JSONError(
        problem: "arrays and objects are nested more than \(Self.maximumDepth) deep", offset: index)
    }
    guard index < bytes.count else {
      return JSONError(problem: "the text ends early", offset: index)
    }
    return JSONError(problem: "expected JSON", offset: index)
  }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ wanted: UInt8) -> Bool {
    skipSpace()
    guard byte == wanted else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) -> JSONNode? {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func word(_ word: StaticString, _ node: JSONNode) -> JSONNode? {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count else { return nil }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[index + offset] != word.utf8Start[offset] {
      return nil
    }
    index = end
    return node
  }

  private mutating func array(depth: Int) -> JSONNode? {
    guard checkDepth(depth) else { return nil }
    index += 1
    if take(UInt8(ascii: "]")) { return .array([]) }
    var elements: [JSONNode] = []
    repeat {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(elements) : nil
  }

  private mutating func object(depth: Int) -> JSONNode? {
    guard checkDepth(depth) else { return nil }
    index += 1
    if take(UInt8(ascii: "}")) { return .object([]) }
    var members: [JSONNode.Member] = []
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\""), let name = text(), take(UInt8(ascii: ":")),
        let value = value(depth: depth + 1)
      else { return nil }
      members.append(JSONNode.Member(name: name, value: value))
    } while take(UInt8(ascii: ","))
    noteRepeatedNames(members)
    return take(UInt8(ascii: "}")) ? .object(members) : nil
  }

  private mutating func checkDepth(_ depth: Int) -> Bool {
    isTooDeep = depth >= JSONReader.maximumDepth
    return !isTooDeep
  }

  private mutating func noteRepeatedNames(_ members: [JSONNode.Member]) {
    guard repeatedNames != nil else { return }
    var seen: Set<String> = []
    for member in members where !seen.insert(member.name).inserted {
      repeatedNames?.append(member.name)
    }
  }

  private mutating func number() -> JSONNode? {
    let start = index
    if byte == UInt8(ascii: "-") { index += 1 }
    if byte == UInt8(ascii: "0") {
      index += 1
    } else if !digits() {
      return nil
    }
    if byte == UInt8(ascii: ".") {
      index += 1
      guard digits() else { return nil }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      guard digits() else { return nil }
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  /// Skips digits; false where there are none.
  private mutating func digits() -> Bool {
    let start = index
    while let byte, byte >= 0x30, byte <= 0x39 { index += 1 }
    return index > start
  }
}

extension JSONReader {
  /// The text at a quotation mark.
  private mutating func text() -> String? {
    index += 1
    let start = index
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if byte == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    return escapedText(from: start)
  }

  private mutating func escapedText(from start: Int) -> String? {
    var result = Array(bytes[start..<index])
    while let byte, byte >= 0x20 {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        result += Array(String(scalar).utf8)
      default: result.append(byte)
      }
    }
    return nil
  }

  /// The character of an escape, behind its backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard let mark = byte else { return nil }
    index += 1
    switch mark {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicodeEscape()
    default: return nil
    }
  }

  private mutating func unicodeEscape() -> Unicode.Scalar? {
    guard let first = hexadecimal() else { return nil }
    guard first >= 0xD800, first < 0xDC00 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    let next = index
    guard byte == UInt8(ascii: "\\") else { return "\u{FFFD}" }
    index += 1
    guard byte == UInt8(ascii: "u") else {
      index = next
      return "\u{FFFD}"
    }
    index += 1
    guard let second = hexadecimal() else { return nil }
    guard second >= 0xDC00, second < 0xE000 else {
      index = next
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var number: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = JSONReader.digit(byte) else { return nil }
      number = number << 4 + digit
    }
    index += 4
    return number
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
