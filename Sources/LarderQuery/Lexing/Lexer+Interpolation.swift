extension Lexer {
  /// Texts stand in interpolations, which stand in texts; deeper ones are read as plain text.
  private static let maximumInterpolations = 50

  /// Passes over `(…)` in a text of Swift source, where quotes and braces belong to an expression.
  mutating func skipInterpolation() {
    guard interpolations < Self.maximumInterpolations else { return }
    var inner = Lexer(source, dialect: .swift)
    inner.interpolations = interpolations + 1
    inner.offset = offset
    while inner.step(), !inner.openers.isEmpty {}
    offset = inner.offset
  }
}
