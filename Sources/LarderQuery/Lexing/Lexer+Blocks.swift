extension Lexer {
  /// A text of several lines between three quotes, as in Swift: the indentation of the closing quotes
  /// is taken off every line, and a backslash at the end of a line joins it to the next.
  mutating func block(from start: Int, hashes: Int) {
    offset = start + hashes + 3
    let closer = "\"\"\"" + String(repeating: "#", count: hashes)
    let contentStart = offset
    guard let end = blockEnd(hashes: hashes) else {
      report(
        .unclosedText, "this text block has no closing quotes", at: start..<start + hashes + 3,
        help: "end the block with a line that holds \(closer)")
      offset = source.bytes.count
      cutOffOpener = closer
      return append(.text(source.text(contentStart..<offset), .block), from: start)
    }
    let text = blockText(contentStart..<end, hashes: hashes, opener: start)
    offset = end + 3 + hashes
    append(.text(text, .block), from: start)
  }

  private func blockEnd(hashes: Int) -> Int? {
    var position = offset
    while position < source.bytes.count {
      if source[position] == UInt8(ascii: "\\"), hasHashes(hashes, at: position + 1) {
        position += 2 + hashes
      } else if isQuotes(at: position), hasHashes(hashes, at: position + 3) {
        return position
      } else {
        position += 1
      }
    }
    return nil
  }

  private func isQuotes(at position: Int) -> Bool {
    (0..<3).allSatisfy { source[position + $0] == UInt8(ascii: "\"") }
  }

  private mutating func blockText(_ span: Range<Int>, hashes: Int, opener: Int) -> String {
    var lines = lineSpans(of: span)
    let isFramed =
      lines.count >= 2 && isBlank(lines[0]) && (lines.last.map(isBlank) ?? false)
    guard isFramed, let last = lines.popLast() else {
      report(
        .malformedTextBlock, "the text of a block stands between the lines of its quotes",
        at: opener..<opener + hashes + 3, help: "begin a new line after the opening quotes")
      return source.text(span)
    }
    lines.removeFirst()
    let indentation = Array(source.bytes[last])
    var text = ""
    for (index, line) in lines.enumerated() {
      let content = withoutIndentation(line, indentation)
      let (piece, isJoined) = unescaped(content, hashes: hashes)
      text += piece
      if !isJoined, index < lines.count - 1 { text += "\n" }
    }
    return text
  }

  private func lineSpans(of span: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = span.lowerBound
    for position in span where source[position] == 0x0A {
      let end = position > start && source[position - 1] == 0x0D ? position - 1 : position
      lines.append(start..<end)
      start = position + 1
    }
    lines.append(start..<span.upperBound)
    return lines
  }

  private func isBlank(_ span: Range<Int>) -> Bool {
    source.bytes[span].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private mutating func withoutIndentation(
    _ line: Range<Int>, _ indentation: [UInt8]
  ) -> Range<Int> {
    if source.bytes[line].starts(with: indentation) {
      return line.lowerBound + indentation.count..<line.upperBound
    }
    if !isBlank(line) {
      report(
        .malformedTextBlock, "this line is indented less than the closing quotes", at: line)
      return line
    }
    return line.upperBound..<line.upperBound
  }

  private mutating func unescaped(_ span: Range<Int>, hashes: Int) -> (String, isJoined: Bool) {
    var text = ""
    offset = span.lowerBound
    var runStart = offset
    while offset < span.upperBound {
      guard source[offset] == UInt8(ascii: "\\"), hasHashes(hashes, at: offset + 1) else {
        offset += 1
        continue
      }
      text += source.text(runStart..<offset)
      if offset + 1 + hashes >= span.upperBound { return (text, true) }
      text += escape(hashes: hashes)
      runStart = min(offset, span.upperBound)
    }
    return (text + source.text(runStart..<max(runStart, span.upperBound)), false)
  }
}
