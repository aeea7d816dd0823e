/// Reads rows of cells with separators between, as ``SeparatedText`` writes them.
///
/// Commas: quotes as RFC 4180 has them. Tabs: backslash escapes. Rows end with a newline, with or without a
/// carriage return before it.
struct SeparatedReader {
  struct Cell: Hashable {
    /// `nil` for one that stands for nil.
    var text: String?

    /// Where it begins.
    var offset: Int
  }

  private let bytes: [UInt8]
  private let form: SeparatedText
  private var index = 0

  init(_ bytes: [UInt8], form: SeparatedText) {
    self.bytes = bytes
    self.form = form
    if bytes.starts(with: ImportFile.byteOrderMark) { index = ImportFile.byteOrderMark.count }
  }

  /// The cells of the next row; `nil` at the end.
  ///
  /// An empty line is skipped, or where there is one column, a cell of it.
  ///
  /// - Throws: Where a quote is wrong; the next call goes on in the next line.
  mutating func next(skipsEmptyLines: Bool) throws(ImportProblem) -> [Cell]? {
    while skipsEmptyLines, index < bytes.count, isAtRowEnd { endRow() }
    guard index < bytes.count else { return nil }
    do throws(ImportProblem) {
      var cells = [try cell()]
      while index < bytes.count, bytes[index] == form.mark {
        index += 1
        cells.append(try cell())
      }
      endRow()
      return cells
    } catch {
      while index < bytes.count, !isAtRowEnd { index += 1 }
      endRow()
      throw error
    }
  }

  /// The cells of the row that begins at an offset, for whoever read it before.
  mutating func row(at offset: Int) -> [Cell]? {
    index = offset
    return (try? next(skipsEmptyLines: false)) ?? nil
  }

  private var isAtRowEnd: Bool {
    bytes[index] == 0x0A
      || bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] == 0x0A)
  }

  private mutating func endRow() {
    if index < bytes.count, bytes[index] == 0x0D { index += 1 }
    if index < bytes.count { index += 1 }
  }

  private mutating func cell() throws(ImportProblem) -> Cell {
    let start = index
    if form.separator == .comma, index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      return Cell(text: try quotedText(), offset: start)
    }
    while index < bytes.count, bytes[index] != form.mark, !isAtRowEnd { index += 1 }
    let content = bytes[start..<index]
    if content.elementsEqual(form.null) { return Cell(text: nil, offset: start) }
    if form.separator == .tab, content.contains(UInt8(ascii: "\\")) {
      return Cell(
        text: String(decoding: Self.unescaped(content), as: UTF8.self), offset: start)
    }
    return Cell(text: String(decoding: content, as: UTF8.self), offset: start)
  }

  private mutating func quotedText() throws(ImportProblem) -> String {
    let start = index
    var text: [UInt8] = []
    index += 1
    while true {
      guard index < bytes.count else {
        throw ImportProblem(offset: start, message: "the quote is never closed")
      }
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        guard index < bytes.count, bytes[index] == byte else { break }
        index += 1
      }
      text.append(byte)
    }
    guard index == bytes.count || bytes[index] == form.mark || isAtRowEnd else {
      throw ImportProblem(
        offset: index, message: "text behind a closing quote; a quote inside is written twice")
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func unescaped(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    var rest = content
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        text.append(byte)
        continue
      }
      switch next {
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "&"): break
      default: text.append(next)
      }
    }
    return text
  }
}
