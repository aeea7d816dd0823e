import FoundationEssentials
import LarderCore

extension JSONValueWriter {
  /// Writes a value into a copy of the wrapper that the example is.
  ///
  /// - Returns: Whether the example is a wrapper that takes the value; else nothing was written.
  func appendWrapped(
    _ value: AttributeValue, of attribute: EntitySchema.Attribute?, like example: RawText,
    to output: inout [UInt8]
  ) throws -> Bool {
    guard example.isObject,
      let (kind, inner) = ExtendedJSON.wrapper(at: example.range, in: example.bytes),
      kind.takes(value)
    else { return false }
    let content = example.part(inner)
    output += example.slice(example.range.lowerBound..<inner.lowerBound)
    switch (kind, value) {
    case (.date, .date(let date)) where !content.isText:
      // Plain milliseconds, or those in a wrapper of their own.
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
      guard let number = Int64(exactly: milliseconds) else {
        throw unsupported(value, "a date so far away")
      }
      if !(try appendWrapped(.integer(number), of: attribute, like: content, to: &output)) {
        output += String(number).utf8
      }
    case (.date, _), (.uuid, _), (.objectIdentifier, _):
      try append(value, of: attribute, like: content, indentation: [], to: &output)
    case (.int, _), (.long, _), (.double, _), (.decimal, _):
      if content.isText { output.append(UInt8(ascii: "\"")) }
      try append(value, of: attribute, like: nil, indentation: [], to: &output)
      if content.isText { output.append(UInt8(ascii: "\"")) }
    }
    output += example.slice(inner.upperBound..<example.range.upperBound)
    return true
  }
}

extension ExtendedJSON {
  /// Whether a value of this kind of wrapper is meant.
  fileprivate func takes(_ value: AttributeValue) -> Bool {
    switch (self, value) {
    case (.objectIdentifier, .text(let text)):
      text.utf8.count == 24
        && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    case (.date, .date), (.uuid, .uuid): true
    case (.int, .integer(let integer)): Int32(exactly: integer) != nil
    case (.long, .integer): true
    case (.double, .integer), (.double, .real): true
    case (.decimal, .integer), (.decimal, .real), (.decimal, .decimal): true
    default: false
    }
  }
}
