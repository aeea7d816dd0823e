import CSQLite

extension Connection {
  /// The collation that a table's column declares, `BINARY` where it declares none or is unknown.
  ///
  /// The schema is `main`, or the name under which a database is attached.
  public func collation(ofColumn column: String, inTable table: String, of schema: String = "main")
    -> String
  {
    var name: UnsafePointer<CChar>?
    let code = sqlite3_table_column_metadata(
      database.pointer, schema, table, column, nil, &name, nil, nil, nil)
    guard code == SQLITE_OK, let name else { return "BINARY" }
    return String(cString: name)
  }
}
