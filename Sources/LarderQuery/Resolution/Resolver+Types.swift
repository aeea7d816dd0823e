import FoundationEssentials
import LarderCore

/// Whether two values can meet, and what to say when they cannot.
extension StatementResolver {
  /// Refuses values that can never meet; the verb is what the left was to do: "be compared with".
  func requireComparable(
    _ left: Operand, _ right: Operand, _ verb: String
  ) throws(Diagnostic) {
    guard !areComparable(left, right) else { return }
    // The literal, where there is one, is what was written wrongly.
    let (known, literal) =
      right.constant != nil || left.constant == nil ? (left, right) : (right, left)
    let fix = conversion(of: literal, to: known)
    let seen = seenNote(known)
    throw Diagnostic(
      .typeMismatch,
      "`\(excerpt(left))` (\(left.type)) cannot \(verb) `\(excerpt(right))` (\(right.type))",
      at: literal.span, help: [fix?.help, seen].compactMap(\.self).joined(separator: "; ").orNil,
      replacement: fix.flatMap { fix in
        fix.text.map { Diagnostic.Replacement(literal.span, with: $0) }
      })
  }

  private func areComparable(_ left: Operand, _ right: Operand) -> Bool {
    let (first, second) = (left.type.family, right.type.family)
    if first == .pattern || second == .pattern { return false }
    if first == .unknown || second == .unknown || first == second { return true }
    if case .object(let one) = first, case .object(let other) = second {
      return schema.descendants(of: one).contains(other)
        || schema.descendants(of: other).contains(one)
    }
    return hasSeen(second, in: left) || hasSeen(first, in: right)
  }

  /// An inferred attribute compares with every kind that was seen in it.
  private func hasSeen(_ family: ValueType.Family, in operand: Operand) -> Bool {
    guard let counts = operand.attribute?.observation?.counts else { return false }
    return counts.contains { kind, count in count > 0 && kind.family == family }
  }

  /// "`at` was seen as 98 % text, 2 % integer"; `nil` where the type was declared.
  func seenNote(_ operand: Operand) -> String? {
    guard let attribute = operand.attribute, let observation = attribute.observation else {
      return nil
    }
    let total = observation.counts.values.reduce(0, +)
    guard total > 0 else { return "`\(attribute.name)` has no values" }
    let shares = observation.counts.sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }
    .filter { $0.value > 0 }
    .map { "\(Self.percentage($0.value, of: total)) % \($0.key.rawValue)" }
    return "`\(attribute.name)` was seen as " + shares.joined(separator: ", ")
  }

  /// Never rounded to 0 or 100 where something else was seen.
  private static func percentage(_ count: Int, of total: Int) -> Int {
    let rounded = Int((Double(count) / Double(total) * 100).rounded())
    return count == total ? 100 : min(max(rounded, 1), 99)
  }

  /// How a literal would be written in another type; the text is nil where only advice is known.
  private func conversion(
    of literal: Operand, to known: Operand
  ) -> (help: String, text: String?)? {
    guard let value = literal.constant, literal.type != .pattern else { return nil }
    let written = excerpt(literal)
    switch (value, known.type.family) {
    case (.text(let text), .number):
      guard ExactDecimal(text) != nil else { return nil }
      return ("write a number without quotes", text)
    case (.text(let text), .date):
      guard DateText.parse(text) != nil else {
        return ("write a date as `@2024-02-29`", nil)
      }
      return ("write a date with `@`", "@" + text.map { $0 == " " ? "T" : String($0) }.joined())
    case (.text(let text), .bool):
      guard ["true", "false"].contains(text.lowercased()) else { return nil }
      return ("write `true` or `false` without quotes", text.lowercased())
    case (.integer(0), .bool): return ("write `false`", "false")
    case (.integer(1), .bool): return ("write `true`", "true")
    case (.text, .list): return ("write `contains` for an element of a list", nil)
    case (.integer, .text), (.real, .text), (.decimal, .text), (.bool, .text):
      return ("write a text in quotes", written.quotedLiteral)
    case (.integer(let key), .object(let entity)):
      guard key >= 0 else { return nil }
      return ("name an object by its identifier", "\(entity.rawValue.asName)#p\(key)")
    case (.text(let key), .object(let entity)):
      return ("name an object by its identifier", "\(entity.rawValue.asName)#p\(key.quotedLiteral)")
    case (.text, .uuid): return ("write a UUID as `\"6F9619FF-8B86-D011-B42D-00C04FC964FF\"`", nil)
    default: return nil
    }
  }

  /// `'name' == "Ada"`: a text where an attribute was meant.
  func refuseTextForName(_ left: Operand, _ right: Operand) throws(Diagnostic) {
    guard left.constant != nil, right.constant != nil else { return }
    for side in [left, right] {
      if let problem = textForName(side) { throw problem }
    }
  }

  func textForName(_ operand: Operand) -> Diagnostic? {
    guard case .text(let text) = operand.constant, let element = elements.first else { return nil }
    let quote = source[operand.span.lowerBound]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
      propertyNames(of: element.type).contains(text)
    else { return nil }
    return Diagnostic(
      .textForName, "`\(excerpt(operand))` is a text, not the attribute", at: operand.span,
      help: "a name has no quotes",
      replacement: Diagnostic.Replacement(operand.span, with: text.asName))
  }
}

extension AttributeValue.Kind {
  fileprivate var family: ValueType.Family {
    switch self {
    case .null: .unknown
    case .bool: .bool
    case .integer, .real, .decimal: .number
    case .text: .text
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .array: .list
    case .object: .composite
    case .identifier: .unknown
    }
  }
}

extension String {
  fileprivate var orNil: String? { isEmpty ? nil : self }
}
