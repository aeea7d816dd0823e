import LarderCore

/// Finds attributes, elements and variables.
extension StatementResolver {
  /// A bare name: a closure's parameter, an alias, an attribute of the outermost object, a variable.
  func name(_ name: NameSyntax) throws(Diagnostic) -> Operand {
    if let level = elements.lastIndex(where: { $0.name == name.text }) {
      return try element(at: level, name.span)
    }
    if var alias = aliases[name.text] {
      alias.span = name.span
      return alias
    }
    if let outermost = elements.first {
      let start = Operand(
        expression: .path(AttributePath([])), type: outermost.type, span: name.span)
      if let found = property(AttributeName(name.text), of: start, name.span) { return found }
    }
    if let value = value(named: name.text) { return operand(value, name.span) }
    if let date = clock(name) { return operand(date, name.span) }
    if let flag = ["YES": true, "NO": false][name.text] { return operand(.bool(flag), name.span) }
    throw unknownName(name)
  }

  /// `$0`: the element of the innermost closure.
  func element(_ number: Int, _ span: Range<Int>) throws(Diagnostic) -> Operand {
    guard number == 0 else {
      throw Diagnostic(
        .elementOutsideClosure, "a closure has one element, `$0`", at: span,
        help: "name the element of an outer closure: `{ friend in … }`")
    }
    return try element(at: elements.count - 1, span)
  }

  func element(at level: Int, _ span: Range<Int>) throws(Diagnostic) -> Operand {
    guard level >= 0, level < elements.count else {
      throw Diagnostic(
        .elementOutsideClosure, "there is no object here to read from", at: span)
    }
    return Operand(
      expression: .path(AttributePath(level: level, [])), type: elements[level].type, span: span)
  }

  /// `\.lodging.stars`, from the innermost element.
  func keyPath(_ names: [NameSyntax], _ span: Range<Int>) throws(Diagnostic) -> Operand {
    var operand = try element(at: elements.count - 1, span)
    for name in names { operand = try step(from: operand, to: name) }
    operand.span = span
    return operand
  }

  /// A property of an element, object or composite; `nil` when it has none of that name.
  func property(
    _ name: AttributeName, of base: Operand, _ span: Range<Int>
  ) -> Operand? {
    guard let path = base.path else { return currentProperty(name, of: base, span) }
    let expression = EntityExpression.path(path.appending(name))
    switch base.type {
    case .object(let entity):
      if let attribute = schema.attribute(name, of: entity) {
        return Operand(
          expression: expression, type: .attribute(attribute.type), span: span,
          attribute: attribute)
      }
      return schema.relationship(name, of: entity).map { relationship in
        let destination = relationship.destination
        return Operand(
          expression: expression,
          type: relationship.isToMany ? .objects(destination) : .object(destination), span: span)
      }
    case .attribute(.composite(let members)):
      return members.first { $0.name == name }.map { member in
        Operand(
          expression: expression, type: .attribute(member.type), span: span, attribute: member)
      }
    case .attribute(.mixed):
      return Operand(expression: expression, type: .mixed, span: span)
    default: return nil
    }
  }

  /// One property further; a path through several objects needs a quantifier.
  func step(from base: Operand, to name: NameSyntax) throws(Diagnostic) -> Operand {
    let span = base.span.lowerBound..<name.span.upperBound
    if let found = property(AttributeName(name.text), of: base, span) { return found }
    if let element = base.type.element, base.type != .mixed {
      let path = source.excerpt(base.span)
      if case .attribute(.composite) = element {
      } else if case .object = element {
      } else {
        throw unknownMember(name, of: base)
      }
      throw Diagnostic(
        .needsQuantifier, "`\(path)` leads to several objects", at: span,
        help: "say which must match: `any \(path).\(name.text) …`, or "
          + "`\(path).contains { $0.\(name.text) … }`")
    }
    throw unknownMember(name, of: base)
  }

  /// `.live`, or `Status.live`.
  func enumerationCase(
    _ name: NameSyntax, _ span: Range<Int>, _ expecting: ValueType?
  ) throws(Diagnostic) -> Operand {
    guard case .attribute(.enumeration(let enumeration, _, let cases)) = expecting, let expecting
    else {
      throw Diagnostic(
        .unknownCase, "`.\(name.text)` stands only where an enumeration is expected", at: span)
    }
    if let found = cases.first(where: { $0.name == name.text }) {
      return operand(found.rawValue, span, type: expecting)
    }
    let nearest = Spelling.nearest(to: name.text, among: cases.map(\.name))
    let listed = cases.prefix(8).map { "`.\($0.name)`" }.joined(separator: ", ")
    throw Diagnostic(
      .unknownCase, "`\(enumeration)` has no case `\(name.text)`", at: span,
      help: nearest.map { "did you mean `.\($0)`" } ?? "its cases are \(listed)",
      replacement: nearest.map { Diagnostic.Replacement(name.span, with: $0) })
  }

  /// A literal beside an enumeration, or a list of it, must be the value of one of its cases.
  func requireCase(_ literal: Operand, of known: Operand) throws(Diagnostic) {
    guard let value = literal.constant else { return }
    var type = known.type
    var values = [value]
    if case .array(let elements) = value, let element = type.element {
      (type, values) = (element, elements)
    }
    guard case .attribute(.enumeration(let enumeration, _, let cases)) = type, !cases.isEmpty
    else { return }
    let isCase = { value in value == .null || cases.contains { $0.rawValue == value } }
    guard let stray = values.first(where: { !isCase($0) }) else { return }
    let written = stray.plainText
    let nearest =
      cases.first { $0.name == written }?.name
      ?? Spelling.nearest(to: written, among: cases.map(\.name))
    let listed = cases.prefix(8).map { "`.\($0.name)`" }.joined(separator: ", ")
    throw Diagnostic(
      .unknownCase, "`\(excerpt(literal))` is no value of `\(enumeration)`", at: literal.span,
      help: nearest.map { "did you mean `.\($0)`" } ?? "its cases are \(listed)",
      replacement: values.count > 1 || value.kind == .array
        ? nil : nearest.map { Diagnostic.Replacement(literal.span, with: ".\($0)") })
  }

  /// The enumeration of a name such as `Status`, wherever the schema uses it.
  func enumeration(named name: String) -> ValueType? {
    for attribute in schema.entities.lazy.flatMap(\.attributes) {
      if case .enumeration(name, _, _) = attribute.type { return .attribute(attribute.type) }
    }
    return nil
  }
}

extension AttributeValue {
  /// A text or an integer as it is; empty for anything else.
  fileprivate var plainText: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    default: ""
    }
  }
}
