import CLibedit

/// The bytes that colour a line which libedit has drawn, and that draw below it.
///
/// Whatever is painted leaves the cursor where it was, so that libedit's own idea of the screen stays true.
struct LinePainter {
  let line: [wchar_t]
  let geometry: LineGeometry

  /// The cursor as a number of characters before it.
  let cursor: Int

  init?(line: [wchar_t], cursor: Int, promptWidth: Int, columns: Int, rows: Int) {
    guard let geometry = LineGeometry(line, promptWidth: promptWidth, columns: columns),
      geometry.rowCount <= rows, cursor <= line.count
    else { return nil }
    self.line = line
    self.geometry = geometry
    self.cursor = cursor
  }

  /// Where the cursor stands.
  var place: LineGeometry.Place { geometry.places[cursor] }

  /// The line in its colours, and the hint where the cursor stands at the end and there is room.
  ///
  /// `codes` are the SGR numbers of each character; empty for none.
  func coloured(_ codes: [String], hint: String, hintCode: String) -> String {
    var output = "\u{1B}7" + move(from: place, to: geometry.places[0])
    var at = geometry.places[0]
    var current = ""
    for (index, character) in line.enumerated() {
      guard character != 0x0A, let scalar = Unicode.Scalar(UInt32(bitPattern: character)),
        !JoinedSequences.isJoiner(scalar)
      else { continue }
      let wanted = geometry.places[index]
      if wanted != at {
        output += move(from: at, to: wanted)
        at = wanted
      }
      if codes[index] != current {
        current = codes[index]
        output += current.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(current)m"
      }
      output.unicodeScalars.append(scalar)
      at.column += Int(cle_width(character))
    }
    if !current.isEmpty { output += "\u{1B}[0m" }
    output += "\u{1B}8"
    return output + hintText(hint, code: hintCode)
  }

  /// Moves the cursor from its place to the end of the line.
  var moveToEnd: String { move(from: place, to: geometry.end) }

  /// A full row leaves the cursor on its last column, from where it moves as any other does.
  private func move(from: LineGeometry.Place, to: LineGeometry.Place) -> String {
    var output = "\r"
    if to.row < from.row { output += "\u{1B}[\(from.row - to.row)A" }
    if to.row > from.row { output += "\u{1B}[\(to.row - from.row)B" }
    if to.column > 0 { output += "\u{1B}[\(to.column)C" }
    return output
  }

  private func hintText(_ hint: String, code: String) -> String {
    guard showsHint(hint) else { return "" }
    let room = geometry.columns - geometry.end.column - 1
    let text = Self.cut(hint, to: room)
    return "\u{1B}7\u{1B}[0;\(code)m\(text)\u{1B}[0m\u{1B}8"
  }

  /// Whether ``coloured(_:hint:hintCode:)`` shows a hint.
  func showsHint(_ hint: String) -> Bool {
    !hint.isEmpty && cursor == line.count && geometry.columns - geometry.end.column > 4
  }

  /// Rows of text below the line.
  func below(_ rows: [String]) -> String {
    let down = geometry.end.row - place.row
    var output = down > 0 ? "\u{1B}[\(down)B" : ""
    for row in rows { output += "\r\n\u{1B}[K\(row)" }
    output += "\u{1B}[J"
    let up = down + rows.count
    if up > 0 { output += "\u{1B}[\(up)A" }
    return output + "\r" + (place.column > 0 ? "\u{1B}[\(place.column)C" : "")
  }

  /// Clears what ``below(_:)`` drew.
  var clearedBelow: String {
    let down = geometry.end.row - place.row + 1
    return "\u{1B}7\u{1B}[\(down)B\r\u{1B}[J\u{1B}8"
  }

  /// As much of a text as fits.
  static func cut(_ text: String, to width: Int) -> String {
    var result = ""
    var used = 0
    for character in text {
      let next = LineGeometry.width(
        of: character.unicodeScalars.map { wchar_t(bitPattern: $0.value) })
      if used + next > width { break }
      used += next
      result.append(character)
    }
    return result
  }
}
