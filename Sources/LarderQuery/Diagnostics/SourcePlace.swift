/// A span of a text by line and column.
struct SourcePlace {
  /// From 1.
  let line: Int

  /// From 1, in characters.
  let column: Int

  /// The line of the span's start, without its end.
  let lineText: Substring

  /// The characters of the line before the span, and in it.
  private let before: Substring
  private let marked: Substring

  init(of span: Range<Int>, in source: String) {
    let utf8 = source.utf8
    let start = utf8.index(
      utf8.startIndex, offsetBy: min(max(span.lowerBound, 0), utf8.count))
    let end = utf8.index(
      utf8.startIndex, offsetBy: min(max(span.upperBound, span.lowerBound, 0), utf8.count))
    let isLineEnd: (UInt8) -> Bool = { $0 == 0x0A }
    let lineStart =
      utf8[..<start].lastIndex(where: isLineEnd).map(utf8.index(after:))
      ?? utf8.startIndex
    var lineEnd = utf8[start...].firstIndex(where: isLineEnd) ?? utf8.endIndex
    if lineEnd > start, utf8[utf8.index(before: lineEnd)] == 0x0D {
      lineEnd = utf8.index(before: lineEnd)
    }
    line = utf8[..<start].count(where: isLineEnd) + 1
    // Rounded to characters, so that a span inside one cannot cut it.
    let text = String(source[lineStart..<lineEnd])[...]
    let startOffset = utf8.distance(from: lineStart, to: start)
    let endOffset = utf8.distance(from: lineStart, to: min(end, lineEnd))
    let first = Self.character(at: startOffset, in: text)
    let last = max(first, Self.character(atOrAfter: endOffset, in: text))
    lineText = text
    before = text[..<first]
    marked = text[first..<last]
    column = before.count + 1
  }

  private static func character(at offset: Int, in text: Substring) -> String.Index {
    let index =
      text.utf8.index(
        text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
    guard index < text.endIndex else { return text.endIndex }
    return text.rangeOfCharacter(at: index).lowerBound
  }

  private static func character(atOrAfter offset: Int, in text: Substring) -> String.Index {
    let index =
      text.utf8.index(
        text.startIndex, offsetBy: offset, limitedBy: text.endIndex) ?? text.endIndex
    guard index < text.endIndex else { return text.endIndex }
    let range = text.rangeOfCharacter(at: index)
    return range.lowerBound == index ? index : range.upperBound
  }

  /// What is drawn of a line, in columns.
  struct Window {
    var text: String
    var caretStart: Int
    var caretCount: Int
  }

  /// The line, cut around the span where it is wider than the width.
  func window(width: Int?) -> Window {
    let cells = lineText.map(Self.drawn)
    let first = before.count
    let last = max(first + 1, first + marked.count)
    guard let width, cells.reduce(0, { $0 + $1.width }) > width else {
      return window(cells, first..<last, 0..<cells.count)
    }
    let visible = visibleRange(cells, first, width: width - 2)
    return window(cells, first..<min(last, max(first + 1, visible.upperBound)), visible)
  }

  /// As many characters as fit, from a third of the width before the span on.
  private func visibleRange(
    _ cells: [(text: String, width: Int)], _ first: Int, width: Int
  ) -> Range<Int> {
    var (start, used) = (min(first, cells.count), 0)
    while start > 0, used + cells[start - 1].width <= width / 3 {
      start -= 1
      used += cells[start].width
    }
    var (end, total) = (start, 0)
    while end < cells.count, total + cells[end].width <= width {
      total += cells[end].width
      end += 1
    }
    while start > 0, total + cells[start - 1].width <= width {
      start -= 1
      total += cells[start].width
    }
    return start..<end
  }

  private func window(
    _ cells: [(text: String, width: Int)], _ marked: Range<Int>, _ visible: Range<Int>
  ) -> Window {
    let isCutBefore = visible.lowerBound > 0
    let isCutAfter = visible.upperBound < cells.count
    let text = cells[visible].map(\.text).joined()
    func width(_ range: Range<Int>) -> Int {
      cells[range.clamped(to: visible)].reduce(0) { $0 + $1.width }
    }
    let upper = max(visible.lowerBound, min(marked.lowerBound, visible.upperBound))
    return Window(
      text: (isCutBefore ? "…" : "") + text + (isCutAfter ? "…" : ""),
      caretStart: (isCutBefore ? 1 : 0) + width(visible.lowerBound..<upper),
      caretCount: max(1, width(marked)))
  }

  /// A character as it is drawn, and its columns.
  private static func drawn(_ character: Character) -> (text: String, width: Int) {
    if character == "\t" { return ("    ", 4) }
    guard let first = character.unicodeScalars.first else { return ("", 0) }
    if first.value < 0x20 || first.value == 0x7F { return ("\u{FFFD}", 1) }
    return (String(character), CharacterWidth.columns(of: character))
  }
}

extension Substring {
  fileprivate func rangeOfCharacter(at index: Index) -> Range<Index> {
    let start = self.index(roundedDown: index)
    return start..<self.index(after: start)
  }

  private func index(roundedDown index: Index) -> Index {
    guard index > startIndex else { return startIndex }
    var position = self.index(before: self.index(after: index) <= endIndex ? index : endIndex)
    while self.index(after: position) <= index { position = self.index(after: position) }
    return position
  }
}

/// How many columns of a terminal a character takes.
enum CharacterWidth {
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.isASCII { return 1 }
    let isEmoji =
      first.properties.isEmojiPresentation || scalars.contains { $0.value == 0xFE0F }
    return isEmoji || isWide(first.value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    wideRanges.contains { $0.contains(value) }
  }

  /// East Asian wide and fullwidth characters, in blocks.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
