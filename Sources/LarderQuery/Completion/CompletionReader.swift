import LarderCore

/// Reads a text up to the cursor as a person reads it: what has been said, and what may follow.
///
/// The parser asks for a whole statement; this takes half of one and does without what is missing.
package struct CompletionReader {
  private let lexed: LexedText
  private let scope: any ResolutionScope
  private var tokens: ArraySlice<Token>

  /// Says what may stand at the end of a text, which is any text up to the cursor.
  package static func site(
    atEndOf text: String, scope: some ResolutionScope
  ) -> CompletionSite {
    var reader = CompletionReader(text, scope: scope)
    return reader.site()
  }

  private init(_ text: String, scope: any ResolutionScope) {
    lexed = Lexer.lex(text, skipsFirstLine: false)
    self.scope = scope
    tokens = lexed.tokens.dropLast()[...]
  }

  private var end: Int { lexed.source.bytes.count }

  private mutating func site() -> CompletionSite {
    guard lexed.cutOffOpener == nil, !isInComment else { return nothing }
    var site = CompletionSite(span: end..<end, word: "", quote: nil, wanted: .nothing)
    if let last = tokens.last, last.span.upperBound == end, let word = takeWord(last) {
      site.span = word.span
      site.word = word.text
      site.quote = word.quote
    } else if let last = tokens.last, last.span.upperBound == end, isAtom(last) {
      return nothing
    }
    if let command = commandSite(site) { return command }
    var statement = StatementScan(scope: scope)
    for token in statementTokens { statement.take(token) }
    site.wanted = statement.wanted
    if site.quote == "\"" || site.quote == "'" {
      guard case .value = site.wanted else { return nothing }
    }
    return site
  }

  private var nothing: CompletionSite {
    CompletionSite(span: end..<end, word: "", quote: nil, wanted: .nothing)
  }

  /// A comment hides behind the last token.
  private var isInComment: Bool {
    let start = tokens.last?.span.upperBound ?? 0
    let gap = lexed.source.text(start..<end)
    guard let comment = gap.range(ofFirst: "//") else { return false }
    return !gap[comment...].contains("\n")
  }

  private struct PartialWord {
    var span: Range<Int>
    var text: String
    var quote: Character?
  }

  /// Takes the word that the cursor stands behind, which is not finished yet.
  private mutating func takeWord(_ token: Token) -> PartialWord? {
    switch token.kind {
    case .identifier(let name): tokens.removeLast(); return word(token, name, nil)
    case .variable(let name):
      tokens.removeLast()
      return word(token, "$" + name, nil)
    case .quotedIdentifier(let name) where isUnclosed(token):
      tokens.removeLast()
      return word(token, name, "`")
    case .text(let text, let quotes) where isUnclosed(token) && quotes != .block:
      tokens.removeLast()
      return word(token, text, quotes == .single ? "'" : "\"")
    default: return nil
    }
  }

  private func word(_ token: Token, _ text: String, _ quote: Character?) -> PartialWord {
    PartialWord(span: token.span, text: text, quote: quote)
  }

  private func isUnclosed(_ token: Token) -> Bool {
    lexed.diagnostics.contains {
      ($0.code == .unclosedText || $0.code == .unclosedIdentifier)
        && token.span.contains($0.span.lowerBound)
    }
  }

  /// A literal that the cursor touches is being written, and can be anything.
  private func isAtom(_ token: Token) -> Bool {
    switch token.kind {
    case .number, .date, .duration, .handle, .element, .pattern, .text, .quotedIdentifier,
      .declaration, .atWord:
      true
    default: false
    }
  }

  // MARK: Commands

  private func commandSite(_ site: CompletionSite) -> CompletionSite? {
    var site = site
    guard let last = tokens.last else { return nil }
    if last.kind == .symbol(.dot), last.startsLine || tokens.count == 1, site.word.isEmpty {
      site.wanted = .command
      return site
    }
    guard case .command(let name, let arguments) = last.kind else { return nil }
    let nameEnd = last.span.lowerBound + 1 + name.utf8.count
    if nameEnd == end {
      site.span = last.span.lowerBound + 1..<end
      site.word = name
      site.wanted = .command
      return site
    }
    let text = lexed.source.text(min(arguments.lowerBound, end)..<end)
    let word = Self.lastWord(of: text)
    site.span = end - word.utf8.count..<end
    site.word = word
    site.wanted = .argument(command: name, before: String(text.dropLast(word.count)))
    return site
  }

  private static func lastWord(of text: String) -> String {
    String(text.reversed().prefix { !$0.isWhitespace }.reversed())
  }

  // MARK: Statements

  /// The tokens of the statement that the cursor is in.
  private var statementTokens: ArraySlice<Token> {
    var start = tokens.startIndex
    var depth = 0
    for (index, token) in zip(tokens.indices, tokens) {
      if case .symbol(let symbol) = token.kind {
        if symbol.closer != nil { depth += 1 }
        if symbol.isCloser { depth = max(0, depth - 1) }
        if symbol == .semicolon, depth == 0 { start = index + 1 }
      }
      guard index > start, token.startsLine, depth == 0 else { continue }
      if beginsStatement(token, after: tokens[index - 1]) { start = index }
    }
    let statement = tokens[start...]
    let endsLine = lexed.source.text((statement.last?.span.upperBound ?? 0)..<end).contains("\n")
    let isOver = endsLine && depth == 0 && !(statement.last.map(StatementScan.waits) ?? false)
    return isOver ? [] : statement
  }

  private func beginsStatement(_ token: Token, after previous: Token) -> Bool {
    if StatementScan.waits(previous) { return false }
    if case .identifier(let name) = token.kind { return Word(name)?.isClause != true }
    if case .symbol = token.kind { return false }
    return true
  }
}

extension String {
  /// Where a text first occurs; nil where it does not.
  fileprivate func range(ofFirst text: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
