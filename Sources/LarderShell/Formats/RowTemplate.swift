import LarderCore

/// A line with places for a row's values: `\(name)`.
///
/// `\n`, `\t` and `\\` stand for what they do in Swift.
struct RowTemplate: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    case text(String)
    case column(String)
  }

  private(set) var pieces: [Piece] = []

  /// An empty line.
  init() {}

  /// - Throws: `shell.wrong-usage`.
  init(_ text: some StringProtocol) throws(ShellError) {
    var rest = Substring(text)
    var literal = ""
    while let character = rest.popFirst() {
      guard character == "\\" else {
        literal.append(character)
        continue
      }
      switch rest.popFirst() {
      case "n": literal += "\n"
      case "t": literal += "\t"
      case "\\": literal += "\\"
      case "\"": literal += "\""
      case "(":
        guard let end = rest.firstIndex(of: ")") else {
          throw ShellError(.wrongUsage, "the template has a `\\(` without its `)`")
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = ""
        pieces.append(.column(String(rest[..<end]).trimmingSpaces))
        rest = rest[rest.index(after: end)...]
      case let other:
        let escape = "\\" + (other.map { String($0) } ?? "")
        throw ShellError(
          .wrongUsage, "the template has `\(escape)`, which stands for nothing",
          help:
            "`\\(name)` is a value; `\\n`, `\\t` and `\\\\` are a newline, a tab and a backslash")
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
  }

  /// Whether every place has a column.
  func fits(_ names: [String]) -> Bool {
    pieces.allSatisfy { piece in
      switch piece {
      case .text: true
      case .column(let name): names.contains(name)
      }
    }
  }

  /// Reads a template that may stand in quotes.
  init(quoted text: String) throws(ShellError) {
    let isQuoted =
      text.count > 1 && text.first == text.last && (text.first == "\"" || text.first == "'")
    try self.init(isQuoted ? text.dropFirst().dropLast() : text[...])
  }
}
