public import LarderCore
import LarderSQLite
public import LarderStore

extension CoreDataStore: SQLReading {
  public func columns(ofSQL text: String) throws -> [String] {
    try database.columns(ofSQL: text)
  }

  public func enumerateRows(
    ofSQL text: String, _ body: ([AttributeValue]) throws -> Bool
  ) throws {
    try database.enumerateRows(ofSQL: text, body)
  }
}
