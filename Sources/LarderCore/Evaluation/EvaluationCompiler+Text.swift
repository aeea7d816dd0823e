extension EvaluationCompiler {
  /// A text operator: false where either side is no text; a constant needle is prepared once.
  mutating func match(
    _ textOperator: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ text: EntityExpression, _ needle: EntityExpression
  ) throws -> CompiledCondition {
    if case .value(let constant) = needle {
      guard case .text(let needle) = constant else { return { _, _, _ in false } }
      let matcher = try Self.matcher(textOperator, options, needle, environment)
      return try applying({ Self.text($0, matcher) }, to: text)
    }
    let (text, needle, environment) = (try expression(text), try expression(needle), environment)
    return { root, frame, objects in
      guard case .text(let needle)? = needle(root, &frame, objects),
        case .text(let text)? = text(root, &frame, objects),
        let matcher = try? Self.matcher(textOperator, options, needle, environment)
      else { return false }
      return matcher(text)
    }
  }

  private static func text(
    _ value: AttributeValue?, _ matcher: @Sendable (String) -> Bool
  ) -> Bool {
    if case .text(let text)? = value { matcher(text) } else { false }
  }

  /// - Throws: `value.invalid-pattern` for a regular expression that cannot be used.
  private static func matcher(
    _ textOperator: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ needle: String, _ environment: EvaluationEnvironment
  ) throws -> @Sendable (String) -> Bool {
    func plain(_ position: TextMatcher.Position) -> @Sendable (String) -> Bool {
      let matcher = TextMatcher(needle, position, options: options)
      return { matcher.matches($0) }
    }
    switch textOperator {
    case .contains: return plain(.anywhere)
    case .hasPrefix: return plain(.prefix)
    case .hasSuffix: return plain(.suffix)
    case .equals: return plain(.whole)
    case .like:
      let pattern = LikePattern(needle, options: options)
      return { pattern.matches($0) }
    case .matches: return try environment.compilePattern(needle, options, true)
    case .containsPattern: return try environment.compilePattern(needle, options, false)
    }
  }
}
