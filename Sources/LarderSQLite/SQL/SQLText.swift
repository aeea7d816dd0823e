import FoundationEssentials
package import LarderCore
package import SQLiteDriver

/// A piece of SQL with the values for its parameter marks, in order.
///
/// It is written as a string literal: `"\(column) IS \(value: .integer(5))"`. Only names and other
/// pieces can be put into the text; a value always becomes a parameter.
package struct SQLText: Hashable, Sendable, ExpressibleByStringInterpolation {
  package var text: String
  package var values: [SQLiteValue]

  package init(_ text: String = "", values: [SQLiteValue] = []) {
    self.text = text
    self.values = values
  }

  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: Interpolation) { self = stringInterpolation.result }

  package static func + (left: SQLText, right: SQLText) -> SQLText {
    SQLText(left.text + right.text, values: left.values + right.values)
  }

  package static func += (left: inout SQLText, right: SQLText) { left = left + right }

  /// A name as SQL spells it whatever characters it holds.
  package static func name(_ name: String) -> SQLText { SQLText(name.sqlName) }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var result = SQLText()

    package init(literalCapacity: Int, interpolationCount: Int) {
      result.text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { result.text += literal }

    package mutating func appendInterpolation(_ piece: SQLText) {
      result.text += piece.text
      result.values += piece.values
    }

    package mutating func appendInterpolation(value: SQLiteValue) {
      result.text += "?"
      result.values.append(value)
    }

    package mutating func appendInterpolation(name: String) { result.text += name.sqlName }

    package mutating func appendInterpolation(name: TableName) { result.text += name.sqlName }
  }
}

extension [SQLText] {
  package func joined(by separator: SQLText) -> SQLText {
    guard var result = first else { return SQLText() }
    for piece in dropFirst() { result += separator + piece }
    return result
  }
}

extension String {
  /// The name in double quotes, those inside it doubled.
  package var sqlName: String {
    var result = "\""
    for character in unicodeScalars {
      if character == "\"" { result += "\"" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}

extension AttributeValue {
  /// A stored value without any further meaning.
  package init(_ value: SQLiteValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .data(Data(bytes))
    }
  }
}
