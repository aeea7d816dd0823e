/// The white space of one object or array.
struct Spacing: Hashable, Sendable {
  /// After the opening bracket.
  var opening: [UInt8] = []
  var beforeColon: [UInt8] = []
  var afterColon: [UInt8] = []
  var beforeComma: [UInt8] = []
  var afterComma: [UInt8] = []
  /// Before the closing bracket.
  var closing: [UInt8] = []
}

extension Spacing {
  /// The spacing of an object or array in a file; `nil` for an empty one and for other values.
  ///
  /// What stands after a comma is taken from what stands after the bracket where there is no comma
  /// and the bracket ends its line, else it is `inlineComma`.
  init?(of value: RawText, inlineComma: [UInt8] = []) {
    let items: [Range<Int>]
    if value.isObject {
      let members = value.members
      items = members.map { $0.name.lowerBound..<$0.value.upperBound }
      if let first = members.first {
        let colon = Self.split(value, first.name.upperBound..<first.value.lowerBound)
        (beforeColon, afterColon) = colon
      }
    } else if value.isArray {
      items = value.elements
    } else {
      return nil
    }
    guard let first = items.first, let last = items.last else { return nil }
    opening = Array(value.slice(value.range.lowerBound + 1..<first.lowerBound))
    closing = Array(value.slice(last.upperBound..<max(last.upperBound, value.range.upperBound - 1)))
    if items.count > 1 {
      (beforeComma, afterComma) = Self.split(value, first.upperBound..<items[1].lowerBound)
    } else {
      afterComma = opening.containsNewline ? opening : inlineComma
    }
  }

  /// What stands before and after the one mark in a range.
  private static func split(_ value: RawText, _ range: Range<Int>) -> ([UInt8], [UInt8]) {
    let text = value.slice(range)
    let mark = text.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }
    guard let mark else { return ([], Array(text)) }
    return (Array(text[..<mark]), Array(text[(mark + 1)...]))
  }

  /// The indentation of the lines inside; `nil` where the value stands on one line.
  var innerIndentation: [UInt8]? { opening.indentationOfLastLine }

  func appendComma(to output: inout [UInt8]) {
    output += beforeComma
    output.append(UInt8(ascii: ","))
    output += afterComma
  }

  func appendColon(to output: inout [UInt8]) {
    output += beforeColon
    output.append(UInt8(ascii: ":"))
    output += afterColon
  }
}

extension [UInt8] {
  var containsNewline: Bool { contains(UInt8(ascii: "\n")) || contains(UInt8(ascii: "\r")) }

  /// What stands behind the last line break, or `nil` when there is none.
  var indentationOfLastLine: [UInt8]? {
    lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { Array(self[($0 + 1)...]) }
  }
}
