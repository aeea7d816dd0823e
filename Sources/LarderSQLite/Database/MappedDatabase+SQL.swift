import FoundationEssentials
public import LarderCore
public import LarderStore
import SQLiteDriver

extension MappedDatabase {
  /// As ``SQLReading/columns(ofSQL:)``.
  package func columns(ofSQL text: String) throws -> [String] {
    try reading(text) { statement, _ in
      (0..<statement.columnCount).map(statement.columnName)
    }
  }

  /// As ``SQLReading/enumerateRows(ofSQL:_:)``.
  package func enumerateRows(
    ofSQL text: String, _ body: ([AttributeValue]) throws -> Bool
  ) throws {
    try reading(text) { statement, lent in
      let columns = 0..<statement.columnCount
      while try statement.step() {
        try lent.checkInterruption()
        guard try body(columns.map { statement.value(at: $0).attributeValue }) else { break }
      }
      statement.reset()
    }
  }

  /// A connection of its own takes along what a statement sets when it goes.
  private func reading<Result>(
    _ text: String, _ body: (Statement, PooledConnection) throws -> Result
  ) throws -> Result {
    guard Self.reads(text) else {
      throw PersistenceError(
        .readOnly, detail: "SQL only looks here: SELECT, WITH, VALUES, EXPLAIN and PRAGMA")
    }
    return try pool.readOnly().withConnection { lent in
      let statement = try lent.connection.prepare(text)
      guard statement.isReadOnly else {
        throw PersistenceError(.readOnly, detail: "the statement writes")
      }
      return try body(statement, lent)
    }
  }

  /// Whether a text begins as what only reads does, behind comments.
  private static func reads(_ text: String) -> Bool {
    var rest = text.drop { $0.isWhitespace }
    while true {
      if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*"), let end = rest.firstRange(of: "*/") {
        rest = rest[end.upperBound...]
      } else {
        break
      }
      rest = rest.drop { $0.isWhitespace }
    }
    let word = rest.prefix { $0.isLetter }.uppercased()
    return ["SELECT", "WITH", "VALUES", "EXPLAIN", "PRAGMA"].contains(word)
  }
}

extension SQLiteStore: SQLReading {
  public func columns(ofSQL text: String) throws -> [String] {
    try database.columns(ofSQL: text)
  }

  public func enumerateRows(
    ofSQL text: String, _ body: ([AttributeValue]) throws -> Bool
  ) throws {
    try database.enumerateRows(ofSQL: text, body)
  }
}

extension SQLiteValue {
  /// The value as it stands in the database.
  fileprivate var attributeValue: AttributeValue {
    switch self {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .data(Data(bytes))
    }
  }
}
