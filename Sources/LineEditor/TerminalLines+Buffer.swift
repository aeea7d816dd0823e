import CLibedit

/// The line that libedit holds.
extension TerminalLines {
  /// Its characters, and how many of them stand before the cursor.
  var buffer: (characters: [wchar_t], cursor: Int) {
    guard let info = el_wline(editor)?.pointee, let start = info.buffer else { return ([], 0) }
    let characters = UnsafeBufferPointer(start: start, count: max(0, info.lastchar - start))
    return (Array(characters), max(0, info.cursor - start))
  }

  var typedLine: TypedLine {
    let buffer = buffer
    return TypedLine(text: Self.text(buffer.characters), cursor: buffer.cursor)
  }

  /// The text, and the cursor as a UTF-8 offset.
  var textAndOffset: (text: String, offset: Int) {
    let buffer = buffer
    let before = Self.text(buffer.characters.prefix(buffer.cursor))
    return (before + Self.text(buffer.characters.dropFirst(buffer.cursor)), before.utf8.count)
  }

  /// Inserts a text at the cursor.
  func insert(_ text: String) {
    let text = text.replacing("\0", with: "")
    guard !text.isEmpty else { return }
    _ = (Self.wide(text) + [0]).withUnsafeBufferPointer { el_winsertstr(editor, $0.baseAddress) }
  }

  /// Puts a text in the place of the characters before the cursor.
  func replace(lastCharacters count: Int, with text: String) {
    if count > 0 { el_deletestr(editor, Int32(clamping: count)) }
    insert(text)
  }

  func setLine(_ line: TypedLine) {
    let buffer = buffer
    el_cursor(editor, Int32(clamping: buffer.characters.count - buffer.cursor))
    replace(lastCharacters: buffer.characters.count, with: line.text)
    let count = line.text.unicodeScalars.count
    el_cursor(editor, Int32(clamping: min(line.cursor, count) - count))
  }

  /// Has libedit draw the line anew after its text was changed behind its back.
  func refresh() {
    let up = drawing.cursorRow > 0 ? "\u{1B}[\(drawing.cursorRow)A" : ""
    put("\r\(up)\u{1B}[J")
    drawing = LineDrawing()
    // libedit takes the cursor to be where the prompt begins.
    _ = cle_refresh(editor)
  }

  /// Moves the cursor to the row above or below in a line of several rows, as near to its column as that row
  /// goes; false where there is no such row.
  func moveVertically(by step: Int) -> Bool {
    let (characters, cursor) = buffer
    let rows = characters.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard rows.count > 1, let row = rows.lastIndex(where: { $0.startIndex <= cursor }),
      rows.indices.contains(row + step)
    else { return false }
    let column = LineGeometry.width(of: characters[rows[row].startIndex..<cursor])
    var target = rows[row + step].startIndex
    var width = 0
    while target < rows[row + step].endIndex, width < column {
      width += LineGeometry.width(of: [characters[target]])
      target += 1
    }
    el_cursor(editor, Int32(clamping: target - cursor))
    return true
  }
}
