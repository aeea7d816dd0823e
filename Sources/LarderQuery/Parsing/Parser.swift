/// Turns text into statements.
public enum Parser {
  /// What the text comes from.
  public enum Dialect: Hashable, Sendable {
    /// A file, whose first line may be `#!…`.
    case script
    /// A person, or a command's arguments.
    case prompt
  }

  /// Reads all statements of a text, going on after a fault at the next clause or statement.
  ///
  /// - Parameters:
  ///   - source: Any text; nothing in it can make this fail.
  ///   - dialect: Where it was written.
  ///   - entities: Names that mean an entity even where they are spelled like a statement's word.
  /// - Returns: The statements without a fault, and all faults.
  public static func parse(
    _ source: String, dialect: Dialect = .script, entities: Set<String> = []
  ) -> Script {
    var parser = StatementParser(
      Lexer.lex(source, skipsFirstLine: dialect == .script), entities: entities)
    return parser.script()
  }
}

/// The parser: one method a rule of the grammar, in the grammar's order.
struct StatementParser {
  let source: SourceText
  let tokens: [Token]
  let entities: Set<String>
  var position = 0
  var diagnostics: [Diagnostic]

  /// Rules that are being read within each other.
  var depth = 0

  /// Brackets open at the current token: line ends mean nothing inside.
  var openBrackets: [Token] = []

  /// Where the current statement begins.
  var statementStart = 0

  static let maximumDepth = 200

  /// After so many problems the rest of a text is not read.
  static let maximumProblems = 200

  init(_ lexed: LexedText, entities: Set<String>) {
    source = lexed.source
    tokens = lexed.tokens
    self.entities = entities
    diagnostics = lexed.diagnostics
  }

  // script = { statement ( ";" | NEWLINE ) }
  mutating func script() -> Script {
    var statements: [StatementSyntax] = []
    while !isAtEnd, diagnostics.count < Self.maximumProblems {
      if takeSeparator() { continue }
      let problems = diagnostics.count
      let start = position
      if let statement = recoveringStatement(), !hasProblem(since: problems, statement.span) {
        statements.append(statement)
      }
      if position == start { advance() }
    }
    return Script(statements: statements, diagnostics: reported, source: source)
  }

  private mutating func recoveringStatement() -> StatementSyntax? {
    statementStart = position
    openBrackets = []
    depth = 0
    do {
      let statement = try statement()
      try expectStatementEnd(after: statement.kind)
      return statement
    } catch {
      diagnostics.append(error)
      skipToStatementEnd()
      return nil
    }
  }

  /// Problems found by the lexer inside a statement count as the statement's own.
  private func hasProblem(since count: Int, _ span: Range<Int>) -> Bool {
    diagnostics.count > count
      || diagnostics.contains {
        $0.span.lowerBound >= span.lowerBound && $0.span.lowerBound <= span.upperBound
          && $0.code.rawValue < "Q1"
      }
  }

  /// A text without its closing quote swallows brackets: those are not reported too.
  private var reported: [Diagnostic] {
    let unclosed = diagnostics.filter { $0.code == .unclosedText || $0.code == .unclosedPattern }
    return diagnostics.filter { problem in
      problem.code != .unclosedBracket
        || !unclosed.contains { $0.span.lowerBound > problem.span.lowerBound }
    }
  }
}
