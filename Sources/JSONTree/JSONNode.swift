/// A JSON value as it is written: numbers keep their text, members their order.
package indirect enum JSONNode: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case array([JSONNode])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONNode

    package init(name: String, value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the last member with a name; `nil` where there is none.
  package func member(_ name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The JSON text, without spaces.
  package var text: String {
    var result = ""
    write(to: &result)
    return result
  }

  /// The same in ASCII alone, with escapes for every other character.
  package var asciiText: String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      guard !scalar.isASCII else { return result.unicodeScalars.append(scalar) }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }

  private func write(to result: inout String) {
    switch self {
    case .null: result += "null"
    case .bool(let flag): result += flag ? "true" : "false"
    case .number(let text): result += text
    case .text(let text): JSONNode.write(text, to: &result)
    case .array(let elements):
      result += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { result += "," }
        element.write(to: &result)
      }
      result += "]"
    case .object(let members):
      result += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { result += "," }
        JSONNode.write(member.name, to: &result)
        result += ":"
        member.value.write(to: &result)
      }
      result += "}"
    }
  }

  private static func write(_ text: String, to result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}
