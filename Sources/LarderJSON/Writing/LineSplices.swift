/// Removes and adds records that stand one a line.
struct LineSplices {
  let bytes: UnsafeRawBufferPointer

  /// All of the file but a byte order mark.
  let content: Range<Int>
  let newline: [UInt8]

  /// Removes records, given in order, with their lines.
  ///
  /// Where the last line goes and had no line break, the line before it has none afterwards.
  func removal(of spans: [Range<Int>]) -> [Splice] {
    var splices: [Splice] = []
    var index = 0
    while index < spans.count {
      var run = line(of: spans[index])
      index += 1
      while index < spans.count, line(of: spans[index]).lowerBound <= run.upperBound {
        run = run.lowerBound..<line(of: spans[index]).upperBound
        index += 1
      }
      if run.upperBound == content.upperBound, !endsWithNewline(run) {
        run = beforeNewline(run.lowerBound)..<run.upperBound
      }
      splices.append(Splice(run))
    }
    return splices
  }

  /// Puts records behind all others; `removals` is what goes in the same edit.
  func append(_ items: [[UInt8]], removals: [Splice]) -> [Splice] {
    guard !items.isEmpty else { return [] }
    let end = content.upperBound..<content.upperBound
    let joined = Array(items.joined(separator: newline))
    if content.isEmpty || endsWithNewline(content) { return [Splice(end, joined + newline)] }
    let isEmptied = removals.contains { $0.range == content }
    return [Splice(end, isEmptied ? joined : newline + joined)]
  }

  /// The line of a record with its break; the record alone where something else stands beside it.
  private func line(of span: Range<Int>) -> Range<Int> {
    var start = span.lowerBound
    while start > content.lowerBound, isBlank(bytes[start - 1]) { start -= 1 }
    var end = span.upperBound
    while end < content.upperBound, isBlank(bytes[end]) { end += 1 }
    let startsLine = start == content.lowerBound || isBreak(bytes[start - 1])
    guard startsLine, end == content.upperBound || isBreak(bytes[end]) else {
      return span.lowerBound..<end
    }
    guard end < content.upperBound else { return start..<end }
    let isPair =
      bytes[end] == 0x0D && end + 1 < content.upperBound && bytes[end + 1] == 0x0A
    return start..<end + (isPair ? 2 : 1)
  }

  private func beforeNewline(_ start: Int) -> Int {
    guard start > content.lowerBound, isBreak(bytes[start - 1]) else { return start }
    let isPair =
      bytes[start - 1] == 0x0A && start - 1 > content.lowerBound && bytes[start - 2] == 0x0D
    return start - (isPair ? 2 : 1)
  }

  private func endsWithNewline(_ range: Range<Int>) -> Bool {
    range.upperBound > range.lowerBound && isBreak(bytes[range.upperBound - 1])
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
