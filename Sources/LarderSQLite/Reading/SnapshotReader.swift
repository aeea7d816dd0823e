import FoundationEssentials
package import LarderCore
package import SQLiteDriver

/// Makes snapshots of the rows of a `SELECT`; where each value stands is found once.
struct SnapshotReader {
  let layout: EntityLayout
  let origin: PersistentIdentifier.Origin

  /// The first columns are those of the key.
  let keyCount: Int
  let isRowID: Bool

  /// The attribute that the key's only column is; `nil` where it is not wanted, or not read as stored.
  var keySlot: Int?
  var attributes: [Attribute] = []

  /// Those of an attribute side by side.
  var parts: [PartReader] = []
  var relationships: [Relationship] = []

  /// Where rows are of several entities: which one tells, and the readers by its ordinal.
  var kind: KindColumn?
  var variants: [SnapshotReader?] = []

  struct Attribute {
    let slot: Int
    let column: Int
    let meaning: ColumnMapping.Meaning

    /// Known beforehand, since a meaning takes long to copy.
    let isAsStored: Bool

    init(slot: Int, column: Int, meaning: ColumnMapping.Meaning) {
      self.slot = slot
      self.column = column
      self.meaning = meaning
      isAsStored = meaning == .asStored
    }
  }

  /// A to-one relationship.
  struct Relationship {
    var slot: Int
    var reader: IdentifierReader

    func value(_ statement: Statement) -> AttributeValue {
      reader.identifier(statement).map { .identifier($0) } ?? .null
    }
  }

  init(
    layout: EntityLayout, origin: PersistentIdentifier.Origin, keyCount: Int, isRowID: Bool
  ) {
    self.layout = layout
    self.origin = origin
    self.keyCount = keyCount
    self.isRowID = isRowID
  }

  /// The snapshot of the current row.
  func snapshot(_ statement: Statement) -> EntitySnapshot {
    if let variant = variant(statement) { return variant.snapshot(statement) }
    var values = [AttributeValue?](repeating: nil, count: layout.names.count)
    for attribute in attributes {
      values[attribute.slot] = statement.attributeValue(
        at: attribute.column, meaning: attribute.meaning)
    }
    parts.read(statement, into: &values)
    for relationship in relationships {
      values[relationship.slot] = relationship.value(statement)
    }
    let key = keyCount == 1 ? statement.value(at: 0) : .null
    if let keySlot { values[keySlot] = AttributeValue(key) }
    return EntitySnapshot(
      identifier: identifier(statement, key), layout: layout, values: values)
  }

  func makeBorrowedObject() -> BorrowedObject {
    BorrowedObject(
      identifier: PersistentIdentifier(origin: origin, primaryKey: .temporary(0)), layout: layout)
  }

  /// Puts the current row in place of an object that was read by the same reader.
  func read(_ statement: Statement, into object: inout BorrowedObject) {
    if let variant = variant(statement) { return variant.read(statement, into: &object) }
    guard parts.isEmpty else { return object = BorrowedObject(snapshot(statement)) }
    if object.layout !== layout { object = makeBorrowedObject() }
    for index in attributes.indices {
      let column = attributes[index].column
      object.values[attributes[index].slot] =
        attributes[index].isAsStored
        ? statement.borrowedValue(at: column)
        : .value(statement.attributeValue(at: column, meaning: attributes[index].meaning))
    }
    for relationship in relationships {
      object.values[relationship.slot] = .value(relationship.value(statement))
    }
    let key = keyCount == 1 ? statement.value(at: 0) : .null
    if let keySlot { object.values[keySlot] = .value(AttributeValue(key)) }
    object.identifier = identifier(statement, key)
  }

  func identifier(_ statement: Statement) -> PersistentIdentifier {
    if let variant = variant(statement) { return variant.identifier(statement) }
    return identifier(statement, keyCount == 1 ? statement.value(at: 0) : .null)
  }

  /// The reader for the entity of the current row; `nil` where that is this one.
  private func variant(_ statement: Statement) -> SnapshotReader? {
    kind?.ordinal(statement).flatMap { variants[$0] }
  }

  /// `key` is the value of a key of one column.
  private func identifier(_ statement: Statement, _ key: SQLiteValue) -> PersistentIdentifier {
    let primaryKey: PersistentIdentifier.PrimaryKey =
      keyCount == 1 ? .init(key) : .init((0..<keyCount).map { statement.value(at: $0) })
    return PersistentIdentifier(origin: origin, primaryKey: primaryKey)
  }

  /// The identifier in some columns; `nil` where a part is null or is no key.
  static func identifier(
    _ statement: Statement, at column: Int, partCount: Int, isRowID: Bool,
    origin: PersistentIdentifier.Origin
  ) -> PersistentIdentifier? {
    if isRowID {
      guard statement.kind(at: column) == .integer else { return nil }
      return PersistentIdentifier(
        origin: origin, primaryKey: .integer(statement.integer(at: column)))
    }
    if partCount == 1 {
      let value = statement.value(at: column)
      return value == .null ? nil : PersistentIdentifier(origin: origin, primaryKey: .init(value))
    }
    let values = (column..<column + partCount).map { statement.value(at: $0) }
    if values.contains(.null) { return nil }
    return PersistentIdentifier(origin: origin, primaryKey: .init(values))
  }
}

extension Statement {
  /// The value of a column just as it is stored, without a copy of a text.
  func borrowedValue(at index: Int) -> BorrowedValue {
    switch kind(at: index) {
    case .null: .value(.null)
    case .integer: .value(.integer(integer(at: index)))
    case .real: .value(.real(real(at: index)))
    case .text: validText(at: index).map { .text($0) } ?? .value(.text(text(at: index)))
    case .blob: .value(.data(Data(blob(at: index))))
    }
  }

  /// The value of a column with the meaning of its attribute.
  package func attributeValue(at index: Int, meaning: ColumnMapping.Meaning) -> AttributeValue {
    if case .coded(let codec) = meaning {
      let stored = value(at: index)
      return codec.decode(stored) ?? AttributeValue(stored)
    }
    switch kind(at: index) {
    case .null: return .null
    case .integer:
      let number = integer(at: index)
      if meaning == .bool, number == 0 || number == 1 { return .bool(number == 1) }
      // A column of numbers keeps whole seconds as integers.
      if meaning == .seconds {
        return .date(Date(timeIntervalSinceReferenceDate: Double(number)))
      }
      return .integer(number)
    case .real:
      let number = real(at: index)
      if meaning == .seconds { return .date(Date(timeIntervalSinceReferenceDate: number)) }
      return .real(number)
    case .text: return attributeValue(ofTextAt: index, meaning: meaning)
    case .blob:
      let bytes = blob(at: index)
      if meaning == .foreignUUID || meaning == .uuidBytes, bytes.count == 16 {
        return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
      }
      return .data(Data(bytes))
    }
  }

  /// A text that is not what its meaning says is shown as it is.
  private func attributeValue(
    ofTextAt index: Int, meaning: ColumnMapping.Meaning
  ) -> AttributeValue {
    switch meaning {
    case .asStored, .bool, .seconds, .uuidBytes, .coded: return .text(text(at: index))
    case .enumerationCase(let name): return .text(name)
    case .date:
      if let date = withTextBytes(at: index, StoredDate.date) { return .date(date) }
    case .uuid, .foreignUUID:
      if let uuid = UUID(uuidString: text(at: index)) { return .uuid(uuid) }
    case .decimal:
      if let number = StoredDecimal.value(of: text(at: index)) { return number }
    case .json(let type):
      if let value = StoredJSON.value(of: text(at: index), type) { return value }
    }
    return .text(text(at: index))
  }
}

/// Dates as databases hold them: texts that ``DateText`` reads, with years of four digits, so that
/// the order of the texts is nearly that of the dates.
enum StoredDate {
  static func date(_ bytes: UnsafeBufferPointer<UInt8>) -> Date? {
    guard bytes.count >= 10, bytes.count <= 40, bytes[0] >= UInt8(ascii: "0"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-")
    else { return nil }
    return DateText.parse(utf8: bytes)
  }

  static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8(date)
  }
}
