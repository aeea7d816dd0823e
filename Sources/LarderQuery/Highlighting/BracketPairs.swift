/// The brackets of a text that belong together.
struct BracketPairs {
  private var pairs: [(open: Range<Int>, close: Range<Int>)] = []

  init(_ lexed: LexedText) {
    var open: [(symbol: Symbol, span: Range<Int>)] = []
    for token in lexed.tokens {
      guard case .symbol(let symbol) = token.kind else { continue }
      if symbol.closer != nil {
        open.append((symbol, token.span))
      } else if let last = open.last, last.symbol.closer == symbol {
        pairs.append((last.span, token.span))
        open.removeLast()
      }
    }
  }

  /// Marks the bracket before the cursor, or else behind it, and the other one of the pair.
  func mark(_ highlights: inout [Highlight], at cursor: Int) {
    guard let pair = pair(touching: cursor - 1) ?? pair(touching: cursor) else { return }
    let marks = [pair.open, pair.close].map { Highlight($0, .bracketPair) }
    highlights = (highlights + marks).sorted { $0.span.lowerBound < $1.span.lowerBound }
  }

  private func pair(touching offset: Int) -> (open: Range<Int>, close: Range<Int>)? {
    pairs.first { $0.open.contains(offset) || $0.close.contains(offset) }
  }
}
