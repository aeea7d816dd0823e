import LarderCore

/// Members without brackets: properties, and the functions that are written like them.
extension StatementResolver {
  mutating func member(
    _ base: ExpressionSyntax, _ name: NameSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Meaning {
    if let found = try qualified(base, name, span) { return .value(found) }
    let subject = try value(base)
    if let found = property(AttributeName(name.text), of: subject, span),
      subject.type != .mixed || !Self.commonMembers.contains(name.text)
    {
      return .value(found)
    }
    if let meaning = try builtIn(name.text, of: subject, span) { return meaning }
    var operand = try step(from: subject, to: name)
    operand.span = span
    return .value(operand)
  }

  private static var commonMembers: Set<String> { ["count", "isEmpty"] }

  /// `Status.live`, `Date.now`, or `Person.age` in a query of Person.
  private func qualified(
    _ base: ExpressionSyntax, _ name: NameSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand? {
    guard case .name(let owner) = base.kind, !isKnown(owner.text) else { return nil }
    if let type = enumeration(named: owner.text) {
      return try enumerationCase(name, span, type)
    }
    if owner.text == "Date", let date = clock(name) { return operand(date, span) }
    if case .object(let entity) = elements.first?.type, entity.rawValue == owner.text {
      return try step(from: try element(at: 0, owner.span), to: name)
    }
    return nil
  }

  /// Whether a bare name means something as it stands.
  private func isKnown(_ name: String) -> Bool {
    (try? self.name(NameSyntax(text: name, span: 0..<0, isQuoted: true))) != nil
  }

  private func builtIn(
    _ name: String, of subject: Operand, _ span: Range<Int>
  ) throws(Diagnostic) -> Meaning? {
    switch name {
    case "count", "length":
      return countable(subject).map { .value($0.at(span)) }
    case "isEmpty":
      guard subject.isCollectionOrText else { return nil }
      return .condition(.isEmpty(subject.expression))
    case "persistentModelID" where subject.path != nil:
      if case .object = subject.type { return .value(subject.at(span)) }
      return nil
    case "rawValue":
      guard case .attribute(.enumeration(_, let raw, _)) = subject.type else { return nil }
      return .value(
        Operand(expression: subject.expression, type: .attribute(raw), span: span))
    default:
      return try function(name, of: subject, span).map { .value($0) }
    }
  }

  /// The number of elements or characters; `nil` where there is nothing to count.
  func countable(_ subject: Operand) -> Operand? {
    switch subject.type.family {
    case .list:
      return Operand(
        expression: .collection(.count, subject.expression, element: nil), type: .integer,
        span: subject.span)
    case .text, .composite, .unknown:
      guard subject.type != .null else { return nil }
      return Operand(
        expression: .function(.count, [subject.expression]), type: .integer, span: subject.span)
    default: return nil
    }
  }

  /// `name.lowercased`, `born.year`: a function of one value; `nil` when it has no such function.
  func function(
    _ name: String, of subject: Operand, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand? {
    guard let entry = FunctionTable.method(name), entry.accepts(subject.type) else { return nil }
    return Operand(
      expression: .function(entry.function, [subject.expression]),
      type: entry.result(subject.type), span: span)
  }

  /// `tags[0]`, `tags[FIRST]`, `tags[LAST]`, `tags[SIZE]`.
  mutating func index(
    _ base: ExpressionSyntax, _ index: ExpressionSyntax, _ span: Range<Int>
  ) throws(Diagnostic) -> Operand {
    let subject = try value(base)
    guard case .attribute = subject.type, let element = subject.type.element else {
      throw Diagnostic(
        .typeMismatch, "`\(excerpt(subject))` is \(subject.type) and has no places", at: span)
    }
    switch index.kind {
    case .number(let number) where number.value == .integer(0):
      return Operand(
        expression: .function(.first, [subject.expression]), type: element, span: span)
    case .name(let name) where name.text == "FIRST":
      return Operand(
        expression: .function(.first, [subject.expression]), type: element, span: span)
    case .name(let name) where name.text == "LAST":
      return Operand(
        expression: .function(.last, [subject.expression]), type: element, span: span)
    case .name(let name) where name.text == "SIZE":
      return countable(subject)?.at(span) ?? subject
    default:
      throw Diagnostic(
        .unsupportedSyntax, "only the first and the last place of a list can be read", at: span,
        help: "write `\(excerpt(subject)).first` or `\(excerpt(subject)).last`")
    }
  }
}

extension Operand {
  func at(_ span: Range<Int>) -> Operand {
    var result = self
    result.span = span
    return result
  }

  var isCollectionOrText: Bool {
    switch type.family {
    case .list, .text: true
    case .unknown: type != .null
    default: false
    }
  }
}
