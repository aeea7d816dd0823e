import LarderCore
import SQLiteDriver
import Synchronization

/// What stood in rows before they were changed, so that an undo brings back the same bytes: values in forms
/// of their own, and whole rows.
final class KeptForms: Sendable {
  private let forms = Mutex<[Place: SQLiteValue]>([:])
  private let rows = Mutex<[Row: [String: SQLiteValue]]>([:])
  private let clearedLinks = Mutex<[Row: [ClearedLink]]>([:])

  /// What a row had that led to a deleted one, unknown to the context.
  struct ClearedLink: Hashable, Sendable {
    var table: String
    var key: Int64

    /// The column of the key.
    var column: String

    /// All columns of the link.
    var values: [String: SQLiteValue]
  }

  private struct Place: Hashable {
    var table: String
    var column: String
    var value: AttributeValue
  }

  private struct Row: Hashable {
    var table: String
    var key: [SQLiteValue]
  }

  func keep(
    _ stored: SQLiteValue, for value: AttributeValue, in column: String, of table: String
  ) {
    forms.withLock { $0[Place(table: table, column: column, value: value)] = stored }
  }

  /// Keeps one column of the row with a key.
  func keep(_ value: SQLiteValue, in column: String, of table: String, at key: [SQLiteValue]) {
    rows.withLock { $0[Row(table: table, key: key), default: [:]][column] = value }
  }

  /// What was kept of the row with a key, by column.
  func row(at key: [SQLiteValue], of table: String) -> [String: SQLiteValue] {
    rows.withLock { $0[Row(table: table, key: key)] ?? [:] }
  }

  /// Keeps what led to the row with a key until that comes back.
  func keep(_ links: [ClearedLink], to key: Int64, of table: String) {
    clearedLinks.withLock {
      $0[Row(table: table, key: [.integer(key)]), default: []] += links
    }
  }

  /// Hands out what led to the row with a key, once.
  func takeLinks(to key: Int64, of table: String) -> [ClearedLink] {
    clearedLinks.withLock { $0.removeValue(forKey: Row(table: table, key: [.integer(key)])) ?? [] }
  }

  /// `nil` for a value that was not seen there.
  func form(
    of value: AttributeValue, in column: String, of table: String
  ) -> SQLiteValue? {
    forms.withLock { $0[Place(table: table, column: column, value: value)] }
  }
}
