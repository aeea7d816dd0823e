import CSQLite

extension Connection {
  /// The collation that a table's column declares, `BINARY` where it declares none or is unknown.
  public func collation(ofColumn column: String, inTable table: String) -> String {
    var name: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(
      database.pointer, "main", table, column, nil, &name, nil, nil, nil)
    guard code == SQLITE_OK, let name else { return "BINARY" }
    return String(cString: name)
  }
}
