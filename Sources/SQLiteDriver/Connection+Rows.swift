extension Connection {
  /// Runs a statement and returns all of its rows; for small results.
  public func rows(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError)
    -> [[SQLiteValue]]
  {
    let statement = try statement(for: sql)
    defer { recycle(statement) }
    try statement.bind(values)
    var rows: [[SQLiteValue]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.value(at: $0) })
    }
    return rows
  }

  /// The first value of the first row, or `nil` when there is no row.
  public func value(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError)
    -> SQLiteValue?
  {
    let statement = try statement(for: sql)
    defer { recycle(statement) }
    try statement.bind(values)
    guard try statement.step(), statement.columnCount > 0 else { return nil }
    return statement.value(at: 0)
  }

  /// Runs one statement that changes something, with its values.
  public func run(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
    let statement = try statement(for: sql)
    defer { recycle(statement) }
    try statement.bind(values)
    try statement.run()
  }
}
