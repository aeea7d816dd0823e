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
    var headers = shape.columns.map { VisibleText.of($0.name) }
    if settings.showsIdentifiers, shape.entity != nil { headers.insert("$id", at: 0) }
    if showsHandles { headers.insert("#", at: 0) }
    layout = TableLayout(headers: headers)
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) {
    count += 1
    if let limit = settings.shownRows, count > limit { return }
    let texts = ValueText(settings)
    var cells = zip(shape.columns, row.map(\.value)).map { column, value in
      TableLayout.Cell(
        text: texts.text(value, in: column),
        isNumber: column.presentation == .plain && value?.isNumber == true,
        isAbsent: value.map { $0.kind == .null } ?? true)
    }
    if settings.showsIdentifiers, let identifier {
      cells.insert(.init(text: VisibleText.of(identifier.description)), at: 0)
    }
    if showsHandles { cells.insert(.init(text: String(count), isNumber: true), at: 0) }
    layout.append(cells)
  }

  mutating func end() throws -> [String] {
    guard !layout.headers.isEmpty else { return [] }
    if let width = settings.screenWidth, style != .markdown {
      layout.fit(into: width, frame: style == .box ? 4 : 0, gap: style == .box ? 3 : 2)
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

  private func cells(of row: [TableLayout.Cell]) -> [String] {
    layout.widths.indices.map { column in
      let text = layout.padded(row[column], column: column)
      return settings.usesColor && row[column].isAbsent ? "\u{1B}[2m\(text)\u{1B}[0m" : text
    }
  }

  private var headers: [String] {
    layout.widths.indices.map { column in
      let cell = TableLayout.Cell(
        text: layout.headers[column], isNumber: layout.isNumeric(column: column))
      let text = layout.padded(cell, column: column)
      return settings.usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
    }
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
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    output.append(line(layout.headers))
    let rules = layout.widths.indices.map { layout.isNumeric(column: $0) ? "---:" : "---" }
    output.append(line(rules))
    for row in layout.rows {
      output.append(line(row.map(\.text)))
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
