/// The columns of a table that queries have asked for so far.
final class ColumnCache: Sendable {
  private let table: RecordTable
  private let reader: RecordReader

  init(_ table: RecordTable, reader: RecordReader) {
    self.table = table
    self.reader = reader
  }
}
