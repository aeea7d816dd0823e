import FoundationEssentials
package import LarderCore
package import SQLiteDriver

extension ColumnMapping {
  /// What is to be stored for a value.
  ///
  /// - Throws: ``PersistenceError`` with code `value.wrong-kind` for a value that SQLite has no place for.
  package func storedForm(of value: AttributeValue, entity: EntityName) throws -> SQLiteValue {
    if value != .null, let stored = try ownForm(of: value, entity: entity) { return stored }
    switch value {
    case .null: return .null
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .integer(let number): return .integer(number)
    case .real(let number) where !number.isNaN: return .real(number)
    case .text(let text): return .text(text)
    case .date(let date): return .text(dateForm.text(for: date))
    case .uuid(let uuid): return .text(uuid.uuidString)
    case .data(let data): return .blob(Array(data))
    case .decimal:
      if let number = value.storedNumber { return number }
    case .real, .array, .object, .identifier: break
    }
    throw noPlace(for: value, entity)
  }

  /// The form of a meaning that only Larder's own tables know; `nil` for other meanings.
  private func ownForm(of value: AttributeValue, entity: EntityName) throws -> SQLiteValue? {
    switch (meaning, value) {
    case (.asStored, _), (.bool, _), (.date, _), (.uuid, .uuid), (.foreignUUID, _): return nil
    case (.uuidBytes, .uuid(let uuid)): return .blob(uuid.bytes)
    case (.uuidBytes, .data): return nil
    case (.enumerationCase(let name), _):
      return value == .text(name) ? .text(name) : .null
    case (.coded(let codec), _):
      if let stored = codec.encode(value) { return stored }
    case (.seconds, .date(let date)) where !date.timeIntervalSinceReferenceDate.isNaN:
      return .real(date.timeIntervalSinceReferenceDate)
    case (.decimal, _):
      if let text = StoredDecimal.text(of: value) { return .text(text) }
    case (.json(let type), _):
      if let text = StoredJSON.text(of: value, type) { return .text(text) }
    case (.seconds, _), (.uuid, _), (.uuidBytes, _): break
    }
    throw noPlace(for: value, entity)
  }

  private func noPlace(for value: AttributeValue, _ entity: EntityName) -> PersistenceError {
    PersistenceError(
      .wrongKind, entity: entity, attribute: attribute, value: value,
      detail: "SQLite has no place for such a value")
  }
}

/// How the dates of a column are written.
package struct DateForm: Hashable, Sendable {
  /// No time of day where it is midnight.
  var isDayOnly = false

  /// Stands between the day and the time.
  var separator = " "

  /// Stands behind the time: nothing, `Z` or `+00:00`.
  var zone = ""

  /// The form of `CURRENT_TIMESTAMP`, or of days where the column is declared as such.
  package init(declaredType: String) {
    isDayOnly = declaredType.isSameSQLName(as: "DATE")
  }

  /// The form of a date found in the column.
  init(of text: String) {
    guard text.utf8.count > 11 else {
      isDayOnly = true
      return
    }
    separator = text.utf8.contains(UInt8(ascii: " ")) ? " " : "T"
    if text.hasSuffix("Z") {
      zone = "Z"
    } else if text.utf8.dropFirst(11).contains(where: { $0 == 0x2B || $0 == 0x2D }) {
      zone = "+00:00"
    }
  }

  func text(for date: Date) -> String {
    let full = DateText.text(for: date)
    guard full.hasSuffix("Z"), let mark = full.firstIndex(of: "T") else { return full }
    let day = full[..<mark]
    let time = full[full.index(after: mark)...].dropLast()
    if isDayOnly, time == "00:00:00" { return String(day) }
    return day + separator + time + zone
  }
}

extension UUID {
  /// The sixteen bytes, in the order of the text.
  var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
