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

  /// Columns are so wide that their cells fit however a terminal draws them.
  private let isCautious: Bool

  init(headers: [String], isCautious: Bool = false, narrowest: Int = 0) {
    self.headers = headers
    self.isCautious = isCautious
    widths = headers.map {
      max(narrowest, isCautious ? CharacterWidth.most(of: $0) : CharacterWidth.of($0))
    }
  }

  /// The columns of a row, with its edges and the gaps between cells.
  func width(frame: Int, gap: Int) -> Int { Self.total(widths, frame, gap) }

  private static func total(_ widths: [Int], _ frame: Int, _ gap: Int) -> Int {
    widths.reduce(0, +) + frame + gap * max(0, widths.count - 1)
  }

  mutating func append(_ row: [Cell]) {
    rows.append(row)
    for (index, cell) in row.enumerated() {
      let width = isCautious ? CharacterWidth.most(of: cell.text) : CharacterWidth.of(cell.text)
      widths[index] = max(widths[index], width)
    }
  }

  /// The least width that a column is narrowed to before columns are left out.
  static let narrowest = 12

  /// Narrows the widest columns and then leaves out the last ones until the table fits.
  ///
  /// `frame` columns go to the edges, `gap` between two columns.
  mutating func fit(into width: Int, frame: Int, gap: Int) {
    func total(_ widths: [Int]) -> Int { Self.total(widths, frame, gap) }
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
  ///
  /// With caution a terminal that draws the cell narrower than others has still to move to its end.
  func padded(_ cell: Cell, column: Int) -> String {
    let text = CharacterWidth.truncated(cell.text, to: widths[column], isCautious: isCautious)
    let width = isCautious ? CharacterWidth.most(of: text) : CharacterWidth.of(text)
    let padding = String(repeating: " ", count: max(0, widths[column] - width))
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
