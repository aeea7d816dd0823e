import CSQLite

extension Statement {
  /// Binds a value to the parameter at an index, counted from 1.
  public func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
    let index = Int32(clamping: index)
    switch value {
    case .null: try check(sqlite3_bind_null(pointer, index))
    case .integer(let number): try check(sqlite3_bind_int64(pointer, index, number))
    case .real(let number): try check(sqlite3_bind_double(pointer, index, number))
    case .text(let text): try check(bind(text, at: index))
    case .blob(let bytes): try check(bind(bytes, at: index))
    }
  }

  /// Binds values to the parameters from the first one on.
  public func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (offset, value) in values.enumerated() { try bind(value, at: offset + 1) }
  }

  private func bind(_ text: String, at index: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty buffer may have no address, which SQLite would take for null.
        guard let start = characters.baseAddress else {
          return sqlite3_bind_text64(
            pointer, index, "", 0, csqlite_transient(), UInt8(SQLITE_UTF8))
        }
        return sqlite3_bind_text64(
          pointer, index, start, UInt64(characters.count), csqlite_transient(), UInt8(SQLITE_UTF8))
      }
    }
  }

  private func bind(_ bytes: [UInt8], at index: Int32) -> Int32 {
    guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(pointer, index, 0) }
    return bytes.withUnsafeBytes {
      sqlite3_bind_blob64(pointer, index, $0.baseAddress, UInt64($0.count), csqlite_transient())
    }
  }
}
