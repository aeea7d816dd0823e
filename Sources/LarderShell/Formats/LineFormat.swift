import LarderCore

/// A line a value, `name: value`, and an empty line between rows.
struct LineFormat: ResultFormat {
  let output: Output
  let settings: OutputSettings

  private var columns: [ResultColumn] = []
  private var width = 0
  private var count = 0

  init(output: Output, settings: OutputSettings) {
    self.output = output
    self.settings = settings
  }

  mutating func begin(_ shape: ResultShape) {
    columns = shape.columns
    width = columns.map { CharacterWidth.of(VisibleText.of($0.name)) }.max() ?? 0
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws {
    count += 1
    if let limit = settings.shownRows, count > limit { return }
    let values = row.map(\.value)
    if count > 1 { output.append("\n") }
    if let identifier {
      output.append("#\(count) \(VisibleText.of(identifier.description))\n")
    }
    let texts = ValueText(settings)
    for (column, value) in zip(columns, values) where value != nil || column.isRelationship {
      let name = VisibleText.of(column.name)
      let padding = String(repeating: " ", count: width - CharacterWidth.of(name))
      output.append("\(padding)\(name): \(texts.text(value, in: column))\n")
    }
    try output.drain()
  }

  func end() throws -> [String] {
    if let limit = settings.shownRows, count > limit {
      output.append("\n\(count - limit) more of \(count) rows; .limit 0 shows all\n")
    }
    return []
  }
}
