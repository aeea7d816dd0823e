import LarderCore

/// A table: with a drawn frame, with ruled columns of plain characters, or in Markdown.
///
/// Rows over the limit are counted but not kept.
struct TableFormat: ResultFormat {
  enum Style: Hashable { case box, table, markdown }

  let output: Output
  let settings: OutputSettings
  let style: Style

  private var shape = ResultShape(columns: [])
  private var layout = TableLayout(headers: [])
  private var count = 0

  init(output: Output, settings: OutputSettings, style: Style) {
    self.output = output
    self.settings = settings
    self.style = style
  }

  /// Whole objects are numbered, for `#3` to name them.
  private var showsHandles: Bool { shape.entity != nil && style != .markdown }

  mutating func begin(_ shape: ResultShape) {
    self.shape = shape
    var headers = shape.columns.map { escaped(VisibleText.of($0.name)) }
    if settings.showsIdentifiers, shape.entity != nil { headers.insert("$id", at: 0) }
    if showsHandles { headers.insert("#", at: 0) }
    layout = TableLayout(
      headers: headers, isCautious: settings.movesCursor,
      narrowest: style == .markdown ? 3 : 0)
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) {
    count += 1
    if let limit = settings.shownRows, count > limit { return }
    let texts = ValueText(settings)
    var cells = zip(shape.columns, row.map(\.value)).map { column, value in
      TableLayout.Cell(
        text: escaped(texts.text(value, in: column)),
        isNumber: column.presentation == .plain && value?.isNumber == true,
        isAbsent: value.map { $0.kind == .null } ?? true)
    }
    if settings.showsIdentifiers, let identifier {
      cells.insert(.init(text: escaped(VisibleText.of(identifier.description))), at: 0)
    }
    if showsHandles { cells.insert(.init(text: String(count), isNumber: true), at: 0) }
    layout.append(cells)
  }

  mutating func end() throws -> [String] {
    guard !layout.headers.isEmpty else { return [] }
    if let width = settings.screenWidth, style != .markdown {
      layout.fit(into: width, frame: frame, gap: gap)
    }
    try writeLines()
    let notes = omissions
    guard style != .markdown else { return notes }
    for note in notes { output.append(note + "\n") }
    return []
  }

  private var omissions: [String] {
    var notes: [String] = []
    if layout.rows.count < count {
      notes.append("\(layout.rows.count) of \(count) rows; .limit 0 shows all")
    }
    if !layout.hiddenColumns.isEmpty {
      let names = layout.hiddenColumns.joined(separator: ", ")
      let noun = layout.hiddenColumns.count == 1 ? "column does" : "columns do"
      notes.append("\(layout.hiddenColumns.count) \(noun) not fit: \(names)")
    }
    return notes
  }

  private func writeLines() throws {
    switch style {
    case .box: try writeBox()
    case .table: try writeTable()
    case .markdown: try writeMarkdown()
    }
  }

  /// The columns at both edges, and between two columns of cells.
  private var frame: Int { style == .table ? 0 : 4 }
  private var gap: Int { style == .table ? 2 : 3 }

  /// A bar would end a cell of Markdown.
  private func escaped(_ text: String) -> String {
    style == .markdown ? text.replacing("|", with: "\\|") : text
  }

  private func cells(of row: [TableLayout.Cell]) -> [String] {
    layout.widths.indices.map { column in
      let cell = layout.padded(row[column], column: column)
      let text = settings.usesColor && row[column].isAbsent ? "\u{1B}[2m\(cell)\u{1B}[0m" : cell
      return text + move(behind: cell, column: column)
    }
  }

  private var headers: [String] {
    layout.widths.indices.map { column in
      let cell = layout.padded(
        TableLayout.Cell(
          text: layout.headers[column], isNumber: layout.isNumeric(column: column)),
        column: column)
      return (settings.usesColor ? "\u{1B}[1m\(cell)\u{1B}[0m" : cell)
        + move(behind: cell, column: column)
    }
  }

  /// Moves the cursor to where a cell ends, should terminals not agree on how wide it is.
  private func move(behind cell: String, column: Int) -> String {
    guard settings.movesCursor, !CharacterWidth.isCertain(cell),
      layout.width(frame: frame, gap: gap) <= settings.screenWidth ?? 0
    else { return "" }
    let end = layout.widths[...column].reduce(frame / 2 + gap * column, +)
    return TerminalText.move(toColumn: end)
  }

  private func writeBox() throws {
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      let segments = layout.widths.map { String(repeating: "─", count: $0 + 2) }
      return left + segments.joined(separator: middle) + right + "\n"
    }
    output.append(rule("╭", "┬", "╮"))
    output.append("│ " + headers.joined(separator: " │ ") + " │\n")
    output.append(rule("├", "┼", "┤"))
    for row in layout.rows {
      output.append("│ " + cells(of: row).joined(separator: " │ ") + " │\n")
      try output.drain()
    }
    output.append(rule("╰", "┴", "╯"))
  }

  private func writeTable() throws {
    output.append(headers.joined(separator: "  ").trimmingTrailingSpaces + "\n")
    let rules = layout.widths.map { String(repeating: "-", count: $0) }
    output.append(rules.joined(separator: "  ") + "\n")
    for row in layout.rows {
      output.append(cells(of: row).joined(separator: "  ").trimmingTrailingSpaces + "\n")
      try output.drain()
    }
  }

  private func writeMarkdown() throws {
    output.append("| " + headers.joined(separator: " | ") + " |\n")
    let rules = layout.widths.indices.map { column in
      let dashes = String(repeating: "-", count: layout.widths[column])
      return layout.isNumeric(column: column) ? dashes.dropLast() + ":" : dashes
    }
    output.append("| " + rules.joined(separator: " | ") + " |\n")
    for row in layout.rows {
      output.append("| " + cells(of: row).joined(separator: " | ") + " |\n")
      try output.drain()
    }
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
    return String(self[..<end])
  }
}
