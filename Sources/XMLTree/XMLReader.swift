/// Reads XML documents of UTF-8 into elements.
///
/// It knows elements, attributes, text, CDATA, comments, processing instructions, a document type without
/// declarations of its own, numeric references and the five named ones. Nothing outside the document is
/// ever read, and entities that a document declares are unknown.
package struct XMLReader {
  private let bytes: [UInt8]
  private var offset = 0

  package static let depthLimit = 200

  /// The root element of a document.
  package static func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
    var reader = XMLReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
    try reader.skipMarkup()
    guard reader.current == UInt8(ascii: "<") else { throw reader.error("expected an element") }
    let root = try reader.element(depth: 0)
    try reader.skipMarkup()
    guard reader.current == nil else { throw reader.error("unexpected text behind the root") }
    return root
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func error(_ problem: String) -> XMLError { XMLError(problem: problem, offset: offset) }

  private func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - offset >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<(offset + $0.count)]) }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    offset += text.utf8CodeUnitCount
    return true
  }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  /// Moves behind the next occurrence of a text, and returns what stands before it.
  private mutating func skip(past end: StaticString) throws(XMLError) -> ArraySlice<UInt8> {
    let start = offset
    while offset < bytes.count {
      if take(end) { return bytes[start..<(offset - end.utf8CodeUnitCount)] }
      offset += 1
    }
    throw XMLError(problem: "expected `\(end)`, found the end", offset: start)
  }

  /// Skips spaces, comments, instructions and the document type.
  private mutating func skipMarkup() throws(XMLError) {
    while true {
      skipSpace()
      if take("<!--") {
        _ = try skip(past: "-->")
      } else if take("<?") {
        _ = try skip(past: "?>")
      } else if take("<!DOCTYPE") {
        guard try !skip(past: ">").contains(UInt8(ascii: "[")) else {
          throw error("a document type with declarations is not read")
        }
      } else {
        return
      }
    }
  }
}

extension XMLReader {
  private mutating func element(depth: Int) throws(XMLError) -> XMLElement {
    guard depth < Self.depthLimit else {
      throw error("elements are nested more than \(Self.depthLimit) deep")
    }
    offset += 1
    var element = XMLElement(name: try name())
    while true {
      skipSpace()
      if take("/>") { return element }
      if take(">") { break }
      let name = try name()
      skipSpace()
      guard take("=") else { throw error("expected `=`") }
      skipSpace()
      element.attributes[name] = try quoted()
    }
    try content(of: &element, depth: depth)
    return element
  }

  private mutating func content(of element: inout XMLElement, depth: Int) throws(XMLError) {
    var text: [UInt8] = []
    while true {
      guard let byte = current else { throw error("`\(element.name)` is not closed") }
      if take("</") {
        guard try name() == element.name else { throw error("expected `</\(element.name)>`") }
        skipSpace()
        guard take(">") else { throw error("expected `>`") }
        element.text = try string(text)
        return
      } else if take("<!--") {
        _ = try skip(past: "-->")
      } else if take("<![CDATA[") {
        text += try skip(past: "]]>")
      } else if take("<?") {
        _ = try skip(past: "?>")
      } else if byte == UInt8(ascii: "<") {
        element.children.append(try self.element(depth: depth + 1))
      } else if byte == UInt8(ascii: "&") {
        text += try reference()
      } else {
        text.append(byte)
        offset += 1
      }
    }
  }

  private mutating func name() throws(XMLError) -> String {
    let start = offset
    while let byte = current, Self.isNameByte(byte) { offset += 1 }
    guard offset > start else { throw error("expected a name") }
    return try string(bytes[start..<offset])
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
      true
    default: false
    }
  }

  private mutating func quoted() throws(XMLError) -> String {
    guard let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw error("expected a quoted value")
    }
    offset += 1
    var text: [UInt8] = []
    while let byte = current {
      if byte == quote {
        offset += 1
        return try string(text)
      } else if byte == UInt8(ascii: "&") {
        text += try reference()
      } else if byte == UInt8(ascii: "<") {
        throw error("unexpected `<` in a value")
      } else {
        text.append(byte)
        offset += 1
      }
    }
    throw error("a value has no closing quote")
  }

  private mutating func reference() throws(XMLError) -> [UInt8] {
    let start = offset
    offset += 1
    let name = try string(try skip(past: ";"))
    switch name {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default: break
    }
    let code =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let scalar = code.flatMap(Unicode.Scalar.init) else {
      throw XMLError(problem: "unknown reference `&\(name.prefix(20));`", offset: start)
    }
    return Array(String(Character(scalar)).utf8)
  }

  private func string(_ bytes: some Collection<UInt8>) throws(XMLError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw error("text that is not UTF-8")
    }
    return text
  }
}
