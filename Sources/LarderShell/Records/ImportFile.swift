/// The records of a file, read one after the other.
struct ImportFile {
  let bytes: [UInt8]
  private var reader: Reader

  private enum Reader {
    case cells(CellRecordReader)
    case json(JSONRecordReader)
  }

  /// Takes the bytes of a file; `null` is the text that stands for nil in cells, if one was chosen.
  ///
  /// - Throws: Where the bytes are no UTF-8, or the first line names a column twice.
  init(_ bytes: [UInt8], form: RecordFileForm, null: String?) throws(ImportProblem) {
    try Self.checkEncoding(bytes)
    self.bytes = bytes
    switch form {
    case .csv, .tsv:
      let separator: SeparatedText.Separator = form == .csv ? .comma : .tab
      reader = .cells(
        try CellRecordReader(
          SeparatedReader(bytes, form: SeparatedText(separator: separator, null: null))))
    case .json: reader = .json(JSONRecordReader(bytes, isArray: true))
    case .jsonl: reader = .json(JSONRecordReader(bytes, isArray: false))
    }
  }

  /// The names of the columns; `nil` where each record has names of its own.
  var columns: [(name: String, offset: Int)]? {
    if case .cells(let reader) = reader { reader.columns } else { nil }
  }

  /// The next record, or `nil` behind the last.
  ///
  /// - Throws: Where the record cannot be read; the next call goes on behind it.
  mutating func next() throws(ImportProblem) -> ImportRecord? {
    // The reader leaves its place, so that there is one owner of it while it moves on.
    switch reader {
    case .cells(var cells):
      defer { reader = .cells(cells) }
      return try cells.next()
    case .json(var json):
      defer { reader = .json(json) }
      return try json.next()
    }
  }

  /// Where a value of a record begins.
  ///
  /// The record is read again: nobody needs to know unless something is wrong with it.
  func offset(of field: Int, in record: Int) -> Int {
    if case .cells(let reader) = reader { return reader.offset(of: field, in: record) }
    var scanner = JSONScanner(bytes, at: record)
    return scanner.offset(ofMember: field) ?? record
  }

  /// The line and the column of a byte, both from 1; columns count characters.
  func place(of offset: Int) -> (line: Int, column: Int) { Self.place(of: offset, in: bytes) }

  static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let hasMark = start == 0 && before.starts(with: byteOrderMark)
    let text = String(decoding: before[(hasMark ? byteOrderMark.count : start)...], as: UTF8.self)
    return (before.count { $0 == 0x0A } + 1, text.count + 1)
  }

  /// What may stand before UTF-8 to tell that it is some.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func checkEncoding(_ bytes: [UInt8]) throws(ImportProblem) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ImportProblem(
        offset: 0, message: "the file is in UTF-16; save it in UTF-8", isOfLine: true)
    }
    guard let error = Self.invalidOffset(bytes) else { return }
    let digits = String(bytes[error], radix: 16)
    throw ImportProblem(
      offset: error, message: "the byte 0x\(digits) is no UTF-8; the file may be in Latin-1")
  }

  private static func invalidOffset(_ bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
