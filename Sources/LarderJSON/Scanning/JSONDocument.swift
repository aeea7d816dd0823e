import LarderCore

/// A JSON file as it was read: its bytes, how it arranges records, and where each record stands.
final class JSONDocument: Sendable {
  /// How a file arranges its records.
  enum Shape: Hashable, Sendable {
    /// One record after the other, usually one a line.
    case lines
    /// One array of records.
    case array
    /// One object, in which one or more keys hold an array of records each.
    case arrays
    /// One object whose values are the records and whose keys are their identities.
    case keyed
    /// One array of the records of all entities, each with its `persistentIdentifier`.
    case identified
  }

  let bytes: FileBytes
  let shape: Shape

  /// In the order of the file.
  let tables: [RecordTable]

  /// The file starts with a byte order mark.
  let hasByteOrderMark: Bool

  /// The schema that the file says; `nil` where it says none.
  let schema: EntitySchema?

  /// What was left aside or chosen while reading, in sentences for people.
  let notices: [String]

  init(
    bytes: FileBytes, shape: Shape, tables: [RecordTable], hasByteOrderMark: Bool,
    schema: EntitySchema? = nil, notices: [String]
  ) {
    self.bytes = bytes
    self.shape = shape
    self.tables = tables
    self.hasByteOrderMark = hasByteOrderMark
    self.schema = schema
    self.notices = notices
  }

  func table(of entity: EntityName) -> RecordTable? { tables.first { $0.entityName == entity } }
}
