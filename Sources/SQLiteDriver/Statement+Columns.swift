import CSQLite

extension Statement {
  public var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// The name of a column of the result; empty for a column that is not there.
  public func columnName(at index: Int) -> String {
    sqlite3_column_name(pointer, Int32(clamping: index)).map { String(cString: $0) } ?? ""
  }

  /// The storage class of a value of the current row, before any conversion.
  public func kind(at index: Int) -> SQLiteValue.Kind {
    switch sqlite3_column_type(pointer, Int32(clamping: index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  public func integer(at index: Int) -> Int64 {
    sqlite3_column_int64(pointer, Int32(clamping: index))
  }

  public func real(at index: Int) -> Double {
    sqlite3_column_double(pointer, Int32(clamping: index))
  }

  /// The value as text; bytes that are no UTF-8 become U+FFFD, null becomes empty.
  public func text(at index: Int) -> String {
    withTextBytes(at: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Hands out the UTF-8 bytes of a value without a copy; valid only inside `body`.
  public func withTextBytes<Result>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let index = Int32(clamping: index)
    let start = sqlite3_column_text(pointer, index)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(pointer, index))
    return body(UnsafeBufferPointer(start: start, count: count))
  }

  /// The UTF-8 bytes of a text, which stand until the next step; `nil` where they are no valid UTF-8.
  public func validText(at index: Int) -> UnsafeBufferPointer<UInt8>? {
    withTextBytes(at: index) { bytes in
      (try? UTF8Span(validating: bytes.span)) == nil ? nil : bytes
    }
  }

  public func blob(at index: Int) -> [UInt8] {
    let index = Int32(clamping: index)
    guard let start = sqlite3_column_blob(pointer, index) else { return [] }
    let count = Int(sqlite3_column_bytes(pointer, index))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The value of a column of the current row.
  public func value(at index: Int) -> SQLiteValue {
    switch kind(at: index) {
    case .null: .null
    case .integer: .integer(integer(at: index))
    case .real: .real(real(at: index))
    case .text: .text(text(at: index))
    case .blob: .blob(blob(at: index))
    }
  }
}
