/// Prepared statements by their text, the latest few of them.
struct StatementCache {
  private var statements: [String: Statement] = [:]
  private var order: [String] = []
  private let capacity = 64

  /// Removes and returns the statement with a text, so that no second user gets it meanwhile.
  mutating func take(_ sql: String) -> Statement? {
    guard let statement = statements.removeValue(forKey: sql) else { return nil }
    if let place = order.lastIndex(of: sql) { order.remove(at: place) }
    return statement
  }

  mutating func give(_ statement: Statement) {
    guard statements.updateValue(statement, forKey: statement.sql) == nil else { return }
    order.append(statement.sql)
    if order.count > capacity { statements[order.removeFirst()] = nil }
  }
}
