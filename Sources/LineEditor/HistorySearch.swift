/// A search backwards through the statements that were typed before, as its pattern is being typed.
struct HistorySearch: Hashable {
  /// The line and cursor from before the search, which a cancelled search gives back.
  let original: TypedLine
  private(set) var pattern = ""

  /// The statements, oldest first.
  private let statements: [String]

  /// The place of the statement that is shown; nil before one was found.
  private var index: Int?

  init(_ statements: [String], from original: TypedLine) {
    self.statements = statements
    self.original = original
  }

  var match: String? { index.map { statements[$0] } }

  /// Whether the pattern is not found, or not found again.
  private(set) var isFailing = false

  mutating func append(_ text: String) {
    pattern += text
    find(from: index ?? statements.count - 1)
  }

  mutating func removeLast() {
    guard !pattern.isEmpty else { return }
    pattern.removeLast()
    index = nil
    isFailing = false
    if !pattern.isEmpty { find(from: statements.count - 1) }
  }

  /// Goes on to an older statement that is not the one shown.
  mutating func findOlder() {
    guard let index, !pattern.isEmpty else { return }
    find(from: index - 1, otherThan: statements[index])
  }

  private mutating func find(from start: Int, otherThan shown: String? = nil) {
    let found =
      start < 0
      ? nil : statements[...start].lastIndex { $0.contains(pattern) && $0 != shown }
    isFailing = found == nil
    if let found { index = found }
  }
}
