import CLibedit
import Glibc

/// What was drawn over and behind the line, and has to be taken away before libedit draws again.
struct LineDrawing {
  var showsHint = false
  var showsRows = false

  /// The row of the cursor below the prompt's, as long as nothing is drawn.
  var cursorRow = 0
}

extension TerminalLines {
  /// Colours the line that libedit has drawn; says what the assistant has to say.
  func draw() {
    undo.note(typedLine)
    eraseExtras()
    updateMenu()
    noteCursorRow()
    guard let painter else { return }
    let (text, offset) = textAndOffset
    let decoration = decoration(of: text, cursor: offset)
    if usesColor, decoration != LineDecoration() {
      put(
        painter.coloured(
          codes(of: decoration, in: text), hint: decoration.hint, hintCode: decoration.hintCode))
      drawing.showsHint = painter.showsHint(decoration.hint)
    }
    let rows = rowsBelow(painter)
    if !rows.isEmpty {
      put(painter.below(rows))
      drawing.showsRows = true
    }
  }

  /// Leaves the line in its colours, without hint, menu or marks at the cursor.
  func finishDrawing() {
    eraseExtras()
    guard usesColor, let painter, let assistant else { return }
    let text = typedLine.text
    var decoration = assistant.decoration(of: text, cursor: -1)
    decoration.hint = ""
    put(painter.coloured(codes(of: decoration, in: text), hint: "", hintCode: ""))
  }

  /// Takes away what libedit does not know of.
  func eraseExtras() {
    guard drawing.showsHint || drawing.showsRows else { return }
    if drawing.showsHint { put("\u{1B}[K") }
    if drawing.showsRows, let painter { put(painter.clearedBelow) }
    (drawing.showsHint, drawing.showsRows) = (false, false)
  }

  /// Moves the cursor behind the line, for what is shown next not to overwrite its last rows.
  func moveToEnd() {
    if let painter { put(painter.moveToEnd) }
  }

  func noteCursorRow() { drawing.cursorRow = painter?.place.row ?? 0 }

  private func decoration(of text: String, cursor: Int) -> LineDecoration {
    var decoration = assistant?.decoration(of: text, cursor: cursor) ?? LineDecoration()
    guard let search else { return decoration }
    let state = search.isFailing ? "not found" : "history"
    decoration.hint = "  (\(state): \(search.pattern))"
    return decoration
  }

  private var painter: LinePainter? {
    guard let size = screenSize else { return nil }
    let (characters, cursor) = buffer
    return LinePainter(
      line: characters, cursor: cursor, promptWidth: promptWidth, columns: size.columns,
      rows: size.rows)
  }

  private var screenSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private func rowsBelow(_ painter: LinePainter) -> [String] {
    guard let menu, let size = screenSize else { return [] }
    let room = size.rows - painter.geometry.rowCount - 1
    return menu.rows(
      width: size.columns, height: min(room, Self.maximumMenuHeight), usesColor: usesColor)
  }

  private static let maximumMenuHeight = 8

  /// The SGR numbers of each character.
  private func codes(of decoration: LineDecoration, in text: String) -> [String] {
    var codes: [String] = []
    var styles = decoration.styles[...]
    var offset = 0
    for scalar in text.unicodeScalars {
      while let first = styles.first, first.span.upperBound <= offset { styles.removeFirst() }
      let isInside = styles.first?.span.contains(offset) ?? false
      codes.append(isInside ? styles.first?.code ?? "" : "")
      offset += UTF8.width(scalar)
    }
    return codes
  }
}
