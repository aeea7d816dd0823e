import FoundationEssentials
import LarderCore

/// Writes attribute values as JSON text, in the form of an example where the file has one.
struct JSONValueWriter {
  /// Writes the identifier of another object, like an example where there is one.
  typealias IdentifierWriter = (
    PersistentIdentifier, _ example: RawText?, _ output: inout [UInt8]
  ) throws -> Void

  static let maximumDepth = 200

  var style: FileStyle
  var writeIdentifier: IdentifierWriter

  /// Appends a value of an attribute, or of none that is known.
  ///
  /// The example is the value that is replaced, or the same attribute's value in another record; the
  /// indentation that of the line on which the value starts. Throws ``PersistenceError`` with code
  /// `store.unsupported` for what JSON cannot hold.
  func append(
    _ value: AttributeValue, of attribute: EntitySchema.Attribute?, like example: RawText?,
    indentation: [UInt8], depth: Int = 0, to output: inout [UInt8]
  ) throws {
    guard depth < Self.maximumDepth else {
      throw unsupported(value, "values nested deeper than \(Self.maximumDepth) levels")
    }
    if let example, try appendWrapped(value, of: attribute, like: example, to: &output) { return }
    switch value {
    case .null: output += "null".utf8
    case .bool(let bool): output += (bool ? "true" : "false").utf8
    case .integer(let integer): output += String(integer).utf8
    case .real(let real):
      output += try text(of: real, attribute: attribute, example: example).utf8
    case .decimal(let decimal): output += JSONNumberText.text(of: decimal).utf8
    case .text(let text): style.escaping.append(text, to: &output)
    case .date(let date): try append(date, like: example, to: &output)
    case .uuid(let uuid):
      let text = uuid.uuidString
      let isLowercase = example?.text.map { $0 == $0.lowercased() && $0 != $0.uppercased() }
      style.escaping.append(isLowercase == true ? text.lowercased() : text, to: &output)
    case .data(let data): style.escaping.append(data.base64EncodedString(), to: &output)
    case .identifier(let identifier): try writeIdentifier(identifier, example, &output)
    case .array(let elements):
      try append(
        elements, of: attribute, like: example, indentation: indentation, depth: depth, to: &output)
    case .object(let object):
      try append(
        object, of: attribute, like: example, indentation: indentation, depth: depth, to: &output)
    }
  }

  private func append(
    _ elements: [AttributeValue], of attribute: EntitySchema.Attribute?, like example: RawText?,
    indentation: [UInt8], depth: Int, to output: inout [UInt8]
  ) throws {
    output.append(UInt8(ascii: "["))
    let known = example.flatMap { Spacing(of: $0, inlineComma: style.inlineComma) }
    let spacing = known ?? style.arraySpacing(indentation: indentation)
    let examples = example?.isArray == true ? example?.elements ?? [] : []
    let inner = spacing.innerIndentation ?? indentation
    for (index, element) in elements.enumerated() {
      if index == 0 { output += spacing.opening } else { spacing.appendComma(to: &output) }
      let nearest = examples.isEmpty ? nil : examples[min(index, examples.count - 1)]
      try append(
        element, of: attribute?.element, like: nearest.flatMap { example?.part($0) },
        indentation: inner, depth: depth + 1, to: &output)
    }
    if !elements.isEmpty { output += spacing.closing }
    output.append(UInt8(ascii: "]"))
  }

  private func append(
    _ object: AttributeObject, of attribute: EntitySchema.Attribute?, like example: RawText?,
    indentation: [UInt8], depth: Int, to output: inout [UInt8]
  ) throws {
    output.append(UInt8(ascii: "{"))
    let known = example.flatMap {
      $0.isObject ? Spacing(of: $0, inlineComma: style.inlineComma) : nil
    }
    let spacing = known ?? style.objectSpacing(indentation: indentation)
    let inner = spacing.innerIndentation ?? indentation
    for (index, member) in object.members.enumerated() {
      if index == 0 { output += spacing.opening } else { spacing.appendComma(to: &output) }
      style.escaping.append(member.name.rawValue, to: &output)
      spacing.appendColon(to: &output)
      try append(
        member.value, of: attribute?.member(member.name),
        like: example?.member(member.name.rawValue), indentation: inner, depth: depth + 1,
        to: &output)
    }
    if !object.members.isEmpty { output += spacing.closing }
    output.append(UInt8(ascii: "}"))
  }

  func unsupported(_ value: AttributeValue, _ what: String) -> PersistenceError {
    PersistenceError(.unsupported, value: value, detail: "JSON has no place for \(what)")
  }
}

extension JSONValueWriter {
  private func text(
    of real: Double, attribute: EntitySchema.Attribute?, example: RawText?
  ) throws -> String {
    guard real.isFinite else { throw unsupported(.real(real), "the number \(real)") }
    let text = real.description
    guard text.hasSuffix(".0"), !wholeRealsHavePoint(attribute, example) else { return text }
    return String(text.dropLast(2))
  }

  /// As the example shows, if it is a whole number; else as the attribute's other values do, else as
  /// the file does.
  private func wholeRealsHavePoint(_ attribute: EntitySchema.Attribute?, _ example: RawText?)
    -> Bool
  {
    if let example, example.isNumber {
      let digits = example.slice(example.range)
      if !digits.contains(where: { !($0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: "-")) }) {
        return false
      }
      if digits.suffix(2).elementsEqual(".0".utf8) { return true }
    }
    if attribute?.observation?.counts[.integer] ?? 0 > 0 { return false }
    return style.wholeRealsHavePoint ?? true
  }

  private func append(_ date: Date, like example: RawText?, to output: inout [UInt8]) throws {
    let form = Self.dateForm(of: example) ?? style.dateForm
    let widened = form.widened(toHold: date)
    guard let text = widened.text(of: date) else {
      throw unsupported(.date(date), "a date outside of the years 0 to 9999")
    }
    if widened.isNumeric { output += text.utf8 } else { style.escaping.append(text, to: &output) }
  }

  static func dateForm(of example: RawText?) -> DateForm? {
    guard let example else { return nil }
    if let text = example.text { return DateForm.read(text)?.form }
    switch example.isNumber ? JSONNumberText.value(example.bytes, example.range) : nil {
    case .integer(let integer): return DateForm.likelyNumericForm(of: Double(integer))
    case .real(let real): return DateForm.likelyNumericForm(of: real)
    default: return nil
    }
  }
}

extension EntitySchema.Attribute {
  /// A member of a composite, or `nil`.
  func member(_ name: AttributeName) -> EntitySchema.Attribute? {
    guard case .composite(let members) = type else { return nil }
    return members.first { $0.name == name }
  }

  /// An element of an array, or `nil`.
  var element: EntitySchema.Attribute? {
    guard case .array(let type) = type else { return nil }
    return EntitySchema.Attribute(name: name, type: type)
  }
}

extension RawText {
  func part(_ range: Range<Int>) -> RawText { RawText(bytes, range) }
}
