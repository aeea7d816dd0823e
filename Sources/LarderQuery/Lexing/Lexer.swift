import LarderCore

/// Cuts text into tokens; a fault becomes a diagnostic and a token that stands for what was meant.
struct Lexer {
  /// What the text is.
  enum Dialect: Hashable, Sendable {
    /// Statements: a line may be a command, and Swift declarations become one token.
    case query
    /// Swift source: `@`, `#` and `$` are signs, and unknown escapes are kept.
    case swift
  }

  let source: SourceText
  let dialect: Dialect
  var offset = 0
  var tokens: [Token] = []
  var diagnostics: [Diagnostic] = []

  /// Brackets that are open where the lexer stands.
  var openers: [Token] = []

  /// A comment or text block that the end of the text cuts off: how it began.
  var cutOffOpener: String?
  var startsLine = true
  var previousEnd = -1

  /// How many texts the lexer stands in, each inside an interpolation of the one before.
  var interpolations = 0

  init(_ source: SourceText, dialect: Dialect) {
    self.source = source
    self.dialect = dialect
  }

  /// All tokens of a text, the last of which is `end`.
  static func lex(
    _ source: String, dialect: Dialect = .query, skipsFirstLine: Bool = true
  ) -> LexedText {
    lex(SourceText(source), dialect: dialect, skipsFirstLine: skipsFirstLine)
  }

  static func lex(
    _ source: SourceText, dialect: Dialect = .query, skipsFirstLine: Bool = true
  ) -> LexedText {
    var lexer = Lexer(source, dialect: dialect)
    lexer.skipMark()
    if skipsFirstLine { lexer.skipFirstLine() }
    while lexer.step() {}
    return LexedText(
      source: source, tokens: lexer.tokens, diagnostics: lexer.diagnostics,
      openers: lexer.openers, cutOffOpener: lexer.cutOffOpener)
  }

  /// Reads one token; false after the end.
  mutating func step() -> Bool {
    skipTrivia()
    guard offset < source.bytes.count else {
      append(.end, from: offset)
      return false
    }
    if dialect == .query, openers.isEmpty, isAtStatementStart, line() { return true }
    token(from: offset)
    return true
  }

  var isAtStatementStart: Bool {
    startsLine || tokens.isEmpty || tokens.last?.kind == .symbol(.semicolon)
  }

  private mutating func token(from start: Int) {
    switch source[start] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): number(from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): quoted(from: start)
    case UInt8(ascii: "`"): quotedIdentifier(from: start)
    case UInt8(ascii: "@"): at(from: start)
    case UInt8(ascii: "#"): hash(from: start)
    case UInt8(ascii: "$") where dialect == .query: dollar(from: start)
    case UInt8(ascii: "%") where isFormatArgument(at: start): formatArgument(from: start)
    case UInt8(ascii: "/") where mayStartOperand && pattern(from: start): break
    case let byte where byte.isIdentifierStart && identifierLength(at: start) > 0:
      identifier(from: start)
    default: symbol(from: start)
    }
  }

  mutating func append(_ kind: Token.Kind, from start: Int) {
    tokens.append(
      Token(
        kind: kind, span: start..<offset, startsLine: startsLine,
        touchesPrevious: start == previousEnd))
    startsLine = false
    previousEnd = offset
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, at span: Range<Int>, help: String? = nil,
    replacement: Diagnostic.Replacement? = nil
  ) {
    guard diagnostics.count < StatementParser.maximumProblems else { return }
    diagnostics.append(
      Diagnostic(code, message, at: span, help: help, replacement: replacement))
  }

  private mutating func symbol(from start: Int) {
    let candidates = Symbol.byFirstByte[source[start]] ?? []
    for (symbol, bytes) in candidates
    where bytes.indices.allSatisfy({ source[start + $0] == bytes[$0] }) {
      offset = start + bytes.count
      append(.symbol(symbol), from: start)
      if let token = tokens.last { track(symbol, token) }
      return
    }
    unexpectedCharacter(at: start)
  }

  private mutating func track(_ symbol: Symbol, _ token: Token) {
    if symbol.closer != nil {
      openers.append(token)
    } else if symbol.isCloser, case .symbol(let opener) = openers.last?.kind,
      opener.closer == symbol
    {
      openers.removeLast()
    }
  }

  private mutating func unexpectedCharacter(at start: Int) {
    let (scalar, length) = source.scalar(at: start) ?? ("\u{FFFD}", 1)
    offset = start + length
    if "“”„«".unicodeScalars.contains(scalar), curlyText(from: start) { return }
    let isCurly = "“”„‘’‚«»".unicodeScalars.contains(scalar)
    let name =
      scalar.properties.generalCategory == .control || scalar.properties.isWhitespace
      ? "U+" + String(scalar.value, radix: 16, uppercase: true) : "`\(scalar)`"
    report(
      .unexpectedCharacter, "unexpected character \(name)", at: start..<offset,
      help: isCurly ? "use straight quotes: \"text\"" : nil)
    previousEnd = -1
  }
}

/// A text and its tokens.
struct LexedText: Sendable {
  let source: SourceText
  let tokens: [Token]
  let diagnostics: [Diagnostic]

  /// Brackets that are never closed, outermost first.
  let openers: [Token]

  /// How an unclosed comment or text block began, or `nil`.
  let cutOffOpener: String?
}
