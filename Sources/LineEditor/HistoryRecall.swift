/// The way back through the statements that were typed before, and forward again to the line that was begun.
struct HistoryRecall: Hashable {
  /// The place of the statement that is shown; nil while the person's own line is.
  private var index: Int?
  private var draft = TypedLine(text: "", cursor: 0)

  /// The next older statement that differs from what is shown; nil where there is none.
  mutating func older(than line: TypedLine, in statements: [String]) -> TypedLine? {
    let start = index ?? statements.count
    guard let found = statements[..<start].lastIndex(where: { $0 != line.text }) else { return nil }
    if index == nil { draft = line }
    index = found
    return Self.shown(statements[found])
  }

  /// The next newer statement, at last the line that was begun; nil where the person is there already.
  mutating func newer(than line: TypedLine, in statements: [String]) -> TypedLine? {
    guard let index else { return nil }
    let found = statements[(index + 1)...].firstIndex { $0 != line.text }
    self.index = found
    return found.map { Self.shown(statements[$0]) } ?? draft
  }

  private static func shown(_ statement: String) -> TypedLine {
    TypedLine(text: statement, cursor: statement.unicodeScalars.count)
  }
}
