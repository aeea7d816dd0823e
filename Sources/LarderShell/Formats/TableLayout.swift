import LarderCore

/// The cells of a table as text, and the width of each column.
struct TableLayout {
  struct Cell: Hashable {
    var text: String
    var isNumber = false

    /// Null, missing or not loaded: shown faint where there is colour.
    var isAbsent = false
  }

  var headers: [String]
  var rows: [[Cell]] = []
  var widths: [Int]

  /// Names of the columns left out because the screen is too narrow.
  var hiddenColumns: [String] = []

  init(headers: [String]) {
    self.headers = headers
    widths = headers.map(CharacterWidth.of)
  }

  mutating func append(_ row: [Cell]) {
    rows.append(row)
    for (index, cell) in row.enumerated() {
      widths[index] = max(widths[index], CharacterWidth.of(cell.text))
    }
  }

  /// The least width that a column is narrowed to before columns are left out.
  static let narrowest = 12

  /// Narrows the widest columns and then leaves out the last ones until the table fits.
  ///
  /// `frame` columns go to the edges, `gap` between two columns.
  mutating func fit(into width: Int, frame: Int, gap: Int) {
    func total(_ widths: [Int]) -> Int {
      widths.reduce(0, +) + frame + gap * max(0, widths.count - 1)
    }
    var kept = widths
    let least = widths.map { min($0, Self.narrowest) }
    while total(Array(least.prefix(kept.count))) > width, kept.count > 1 { kept.removeLast() }
    hiddenColumns = Array(headers[kept.count...])
    while total(kept) > width, let widest = kept.max(), widest > Self.narrowest {
      let excess = total(kept) - width
      let next = kept.filter { $0 < widest }.max() ?? Self.narrowest
      let floor = max(next, Self.narrowest)
      let columns = kept.indices.filter { kept[$0] == widest }
      let share = (excess + columns.count - 1) / columns.count
      let narrowed = max(widest - share, widest > floor ? floor : Self.narrowest)
      for column in columns { kept[column] = narrowed }
    }
    widths = kept
    headers.removeLast(hiddenColumns.count)
  }

  /// A cell cut and padded to its column's width; numbers stand to the right.
  func padded(_ cell: Cell, column: Int) -> String {
    let text = CharacterWidth.truncated(cell.text, to: widths[column])
    let padding = String(repeating: " ", count: max(0, widths[column] - CharacterWidth.of(text)))
    return cell.isNumber ? padding + text : text + padding
  }

  /// Columns that hold numbers and nothing else but nil, whose header stands to the right too.
  func isNumeric(column: Int) -> Bool {
    var hasNumber = false
    for row in rows {
      if row[column].isNumber { hasNumber = true } else if !row[column].isAbsent { return false }
    }
    return hasNumber
  }
}
