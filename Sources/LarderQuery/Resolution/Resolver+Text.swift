import LarderCore

/// Conditions on text.
extension StatementResolver {
  /// `hasPrefix("A")`, `contains("x", .ci)`; `nil` for any other method.
  mutating func textMethod(
    _ call: CallSyntax, of subject: Operand
  ) throws(Diagnostic) -> EntityPredicate? {
    guard let method = Self.textMethods[call.name.text] else { return nil }
    guard let first = call.arguments.first, call.arguments.count <= 2 else {
      throw wrongCount(call, "one argument")
    }
    var options = method.options
    if call.arguments.count == 2 { options.formUnion(try self.options(call.arguments[1].value)) }
    return try text(method.operation, options, subject, first.value, at: call.name.span)
  }

  private static var textMethods:
    [String: (operation: EntityPredicate.TextOperator, options: EntityPredicate.TextOptions)]
  {
    [
      "contains": (.contains, []),
      "hasPrefix": (.hasPrefix, []),
      "hasSuffix": (.hasSuffix, []),
      "starts": (.hasPrefix, []),
      "localizedStandardContains": (.contains, [.caseInsensitive, .diacriticInsensitive]),
      "localizedCaseInsensitiveContains": (.contains, .caseInsensitive),
      "like": (.like, []),
      "matches": (.matches, []),
    ]
  }

  /// `.ci`, `.di`, `.cd`.
  private func options(
    _ argument: ExpressionSyntax
  ) throws(Diagnostic) -> EntityPredicate.TextOptions {
    if case .implicitMember(let name) = argument.kind {
      switch name.text {
      case "c", "ci": return .caseInsensitive
      case "d", "di": return .diacriticInsensitive
      case "cd", "cdi": return [.caseInsensitive, .diacriticInsensitive]
      default: break
      }
    }
    throw Diagnostic(
      .wrongArguments, "expected `.ci`, `.di` or `.cd`, found `\(source.excerpt(argument.span))`",
      at: argument.span)
  }

  /// A text operator; on a list `contains` asks for an element.
  mutating func text(
    _ operation: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ subject: Operand, _ argument: ExpressionSyntax, at span: Range<Int>
  ) throws(Diagnostic) -> EntityPredicate {
    let expected = subject.type.family == .list ? subject.type.element : .text
    let needle = try value(argument, expecting: expected)
    if operation == .contains, let predicate = try containment(subject, needle, options) {
      return predicate
    }
    try requireText(subject, operation, at: span)
    if needle.type == .pattern {
      return .text(
        try patternOperation(operation, needle), options, subject.expression, needle.expression)
    }
    guard needle.type.family == .text || needle.type == .mixed || needle.type == .null else {
      throw Diagnostic(
        .typeMismatch,
        "expected a text after `\(source.excerpt(span))`, found `\(excerpt(needle))`, "
          + "which is \(needle.type)", at: needle.span,
        help: needle.constant == nil ? nil : "write it as \(excerpt(needle).quotedLiteral)",
        replacement: needle.constant == nil
          ? nil : Diagnostic.Replacement(needle.span, with: excerpt(needle).quotedLiteral))
    }
    if operation == .like { try refusePercent(needle) }
    return .text(operation, options, subject.expression, needle.expression)
  }

  private func patternOperation(
    _ operation: EntityPredicate.TextOperator, _ needle: Operand
  ) throws(Diagnostic) -> EntityPredicate.TextOperator {
    switch operation {
    case .contains: return .containsPattern
    case .matches: return .matches
    default:
      throw Diagnostic(
        .typeMismatch, "a regular expression works only with `contains` and `matches`",
        at: needle.span)
    }
  }

  /// `tags.contains("x")`, or `nil` when the subject is text.
  ///
  /// What a mixed attribute holds is known only for each object, so both are asked.
  private func containment(
    _ subject: Operand, _ needle: Operand, _ options: EntityPredicate.TextOptions
  ) throws(Diagnostic) -> EntityPredicate? {
    let membership = EntityPredicate.membership(needle.expression, in: subject.expression)
    if subject.type.family == .list {
      guard options.isEmpty else {
        throw Diagnostic(
          .wrongArguments, "`\(excerpt(subject))` is a list: flags work on text only",
          at: subject.span,
          help: "write `any \(excerpt(subject)) ==[c] …`")
      }
      if let element = subject.type.element {
        let sample = Operand(
          expression: subject.expression, type: element, span: subject.span,
          attribute: subject.attribute)
        try requireComparable(sample, needle, "contain")
      }
      return membership
    }
    guard subject.type == .mixed, needle.type != .pattern, options.isEmpty else { return nil }
    guard needle.type.family == .text else { return membership }
    return .or([.text(.contains, [], subject.expression, needle.expression), membership])
  }

  private func requireText(
    _ subject: Operand, _ operation: EntityPredicate.TextOperator, at span: Range<Int>
  ) throws(Diagnostic) {
    switch subject.type.family {
    case .text, .unknown: return
    default:
      let seen = seenNote(subject)
      throw Diagnostic(
        .typeMismatch,
        "`\(source.excerpt(span))` works on text; `\(excerpt(subject))` is \(subject.type)",
        at: subject.span, help: seen)
    }
  }

  /// SQL's `%`, which is a wildcard there and a plain sign here.
  private func refusePercent(_ needle: Operand) throws(Diagnostic) {
    guard case .text(let pattern) = needle.constant, Self.hasBarePercent(pattern) else { return }
    let corrected = source.text(needle.span).map { $0 == "%" ? "*" : String($0) }.joined()
    throw Diagnostic(
      .foreignWildcard, "`%` is no wildcard in `like`", at: needle.span,
      help: "write `*` for any text and `?` for one character, or `\\\\%` for the sign",
      replacement: Diagnostic.Replacement(needle.span, with: corrected))
  }

  private static func hasBarePercent(_ pattern: String) -> Bool {
    var isEscaped = false
    for character in pattern {
      if character == "%", !isEscaped { return true }
      isEscaped = character == "\\" && !isEscaped
    }
    return false
  }
}
