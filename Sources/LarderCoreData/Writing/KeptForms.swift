import LarderCore
import SQLiteDriver
import Synchronization

/// The bytes that values in forms of their own were stored as, so that an undo brings back the same bytes.
final class KeptForms: Sendable {
  private let forms = Mutex<[Place: SQLiteValue]>([:])

  private struct Place: Hashable {
    var table: String
    var column: String
    var value: AttributeValue
  }

  func keep(
    _ stored: SQLiteValue, for value: AttributeValue, in column: String, of table: String
  ) {
    forms.withLock { $0[Place(table: table, column: column, value: value)] = stored }
  }

  /// `nil` for a value that was not seen there.
  func form(
    of value: AttributeValue, in column: String, of table: String
  ) -> SQLiteValue? {
    forms.withLock { $0[Place(table: table, column: column, value: value)] }
  }
}
