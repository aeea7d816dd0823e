/// The tokens of Swift source, with the partner of every bracket.
struct SwiftTokens {
  let source: SourceText
  let tokens: [Token]
  private(set) var diagnostics: [Diagnostic]

  /// For an opening bracket the index of the token that closes it, or of the end where none does.
  private var closers: [Int: Int] = [:]

  init(_ source: String) {
    let lexed = Lexer.lex(source, dialect: .swift)
    self.source = lexed.source
    tokens = ConditionalBranches.keepingFirst(lexed.tokens)
    diagnostics = lexed.diagnostics.filter { Self.tellingCodes.contains($0.code) }
    matchBrackets()
  }

  /// Faults that leave the rest of the text in doubt; others may be Swift that is only unknown here.
  private static let tellingCodes: Set<Diagnostic.Code> = [
    .unclosedText, .unclosedComment, .unclosedIdentifier,
  ]

  var end: Int { tokens.count - 1 }

  /// The token at an index, or the end token past it.
  subscript(index: Int) -> Token { tokens[min(max(index, 0), end)] }

  func isSymbol(_ symbol: Symbol, at index: Int) -> Bool { self[index].kind == .symbol(symbol) }

  /// The identifier or keyword at an index; `nil` for anything else, also for a name in backticks.
  func word(at index: Int) -> String? {
    if case .identifier(let word) = self[index].kind { word } else { nil }
  }

  /// The name at an index, in backticks or without.
  func name(at index: Int) -> String? {
    switch self[index].kind {
    case .identifier(let name), .quotedIdentifier(let name): name
    default: nil
    }
  }

  /// Where the bracket that opens at an index is closed; `nil` where none opens.
  func closer(of index: Int) -> Int? { closers[index] }

  /// The index after a token, or after the whole group where it opens one.
  func index(after index: Int) -> Int {
    min((closers[index] ?? index) + 1, max(end, index + 1))
  }

  func span(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return self[range.lowerBound].span }
    let start = self[range.lowerBound].span.lowerBound
    return start..<max(start, self[range.upperBound - 1].span.upperBound)
  }

  private mutating func matchBrackets() {
    var openers: [Int] = []
    for (index, token) in tokens.enumerated() {
      guard case .symbol(let symbol) = token.kind else { continue }
      if symbol.closer != nil { openers.append(index) }
      guard symbol.isCloser,
        let match = openers.lastIndex(where: { closer(for: $0) == symbol })
      else { continue }
      close(openers[match...], at: index, isReported: false)
      reportUnclosed(openers[(match + 1)...])
      openers.removeSubrange(match...)
    }
    close(openers[...], at: end, isReported: true)
  }

  private func closer(for index: Int) -> Symbol? {
    if case .symbol(let symbol) = tokens[index].kind { symbol.closer } else { nil }
  }

  private mutating func close(_ openers: ArraySlice<Int>, at index: Int, isReported: Bool) {
    for opener in openers { closers[opener] = index }
    if isReported { reportUnclosed(openers) }
  }

  private mutating func reportUnclosed(_ openers: ArraySlice<Int>) {
    for index in openers {
      guard let closer = closer(for: index) else { continue }
      diagnostics.append(
        Diagnostic(
          .unclosedBracket, "`\(source.text(tokens[index].span))` is never closed",
          at: tokens[index].span, help: "close it with `\(closer.rawValue)`"))
    }
  }
}

/// Swift's `#if`: which conditions hold is not known here.
enum ConditionalBranches {
  private struct Branch {
    var isKept: Bool
    var wasKept: Bool
  }

  /// The tokens of the first branch of every `#if`, or of the next one after `#if false` and `#if !`.
  static func keepingFirst(_ tokens: [Token]) -> [Token] {
    var result: [Token] = []
    var branches: [Branch] = []
    var index = 0
    while index < tokens.count {
      guard let directive = directive(tokens, at: index) else {
        if branches.allSatisfy(\.isKept) || tokens[index].kind == .end {
          result.append(tokens[index])
        }
        index += 1
        continue
      }
      follow(directive, isRefused: isRefused(tokens, after: index), &branches)
      index = endOfLine(tokens, after: index)
    }
    return result
  }

  private static func follow(_ directive: String, isRefused: Bool, _ branches: inout [Branch]) {
    switch directive {
    case "if": branches.append(Branch(isKept: !isRefused, wasKept: !isRefused))
    case "endif": _ = branches.popLast()
    default:
      guard var branch = branches.popLast() else { return }
      branch.isKept = !branch.wasKept
      branch.wasKept = true
      branches.append(branch)
    }
  }

  private static func directive(_ tokens: [Token], at index: Int) -> String? {
    guard tokens[index].kind == .symbol(.hash), index + 2 < tokens.count,
      case .identifier(let word) = tokens[index + 1].kind,
      ["if", "elseif", "else", "endif"].contains(word)
    else { return nil }
    return word
  }

  private static func isRefused(_ tokens: [Token], after index: Int) -> Bool {
    let condition = tokens[index + 2].kind
    return condition == .identifier("false") || condition == .symbol(.not)
  }

  private static func endOfLine(_ tokens: [Token], after index: Int) -> Int {
    var next = index + 1
    while next < tokens.count - 1, !tokens[next].startsLine { next += 1 }
    return next
  }
}
