/// Reads records whose names stand in the first line.
struct CellRecordReader {
  let columns: [(name: String, offset: Int)]
  private var reader: SeparatedReader

  /// - Throws: Where the first line cannot be read, or names a column twice.
  init(_ reader: SeparatedReader) throws(ImportProblem) {
    var reader = reader
    let header = try reader.next(skipsEmptyLines: true) ?? []
    var names: Set<String> = []
    for cell in header where !names.insert(cell.text ?? "").inserted {
      throw ImportProblem(
        offset: cell.offset, message: "the column `\(cell.text ?? "")` is there twice")
    }
    columns = header.map { ($0.text ?? "", $0.offset) }
    self.reader = reader
  }

  mutating func next() throws(ImportProblem) -> ImportRecord? {
    guard let cells = try reader.next(skipsEmptyLines: columns.count > 1), let first = cells.first
    else { return nil }
    guard cells.count == columns.count else {
      let cells = cells.count == 1 ? "1 cell" : "\(cells.count) cells"
      throw ImportProblem(
        offset: first.offset, message: "\(cells), where the first line names \(columns.count)",
        isOfLine: true)
    }
    return ImportRecord(
      offset: first.offset,
      fields: zip(columns, cells).map { column, cell in
        .init(name: column.name, value: cell.text.map { .text($0) } ?? .null)
      })
  }

  /// Where a cell of the row at an offset begins.
  func offset(of cell: Int, in row: Int) -> Int {
    var reader = reader
    let cells = reader.row(at: row) ?? []
    return cell < cells.count ? cells[cell].offset : row
  }
}
