import LarderCore

/// Makes the values of snapshots from the text of records.
final class RecordReader: Sendable {
  let table: RecordTable
  let model: EntityModel

  /// The field of each property; `nil` where no record has one.
  let fields: [Int?]

  init(_ table: RecordTable, model: EntityModel) {
    self.table = table
    self.model = model
    let indices = Dictionary(
      table.fields.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    fields = model.properties.map { property in
      switch property {
      case .attribute(let attribute):
        indices[attribute.name] ?? attribute.originalName.flatMap { indices[$0] }
      case .relationship(let relationship, _):
        indices[relationship.name] ?? relationship.originalName.flatMap { indices[$0] }
      case .key: nil
      }
    }
  }

  private var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: table.bytes.base, count: table.bytes.count)
  }

  /// The values of a row, in layout order.
  ///
  /// `properties`: the layout's indices of those wanted, or `nil` for all; others are `nil`.
  func values(ofRow row: Int, properties: [Int]? = nil) -> [AttributeValue?] {
    guard let properties else {
      return model.properties.indices.map { value(ofProperty: $0, row: row) }
    }
    var values = [AttributeValue?](repeating: nil, count: model.properties.count)
    for index in properties { values[index] = value(ofProperty: index, row: row) }
    return values
  }

  /// Whether a path starts from an attribute.
  func isAttribute(_ path: AttributePath) -> Bool {
    guard let name = path.names.first, let slot = model.layout.slot(of: name) else { return false }
    if case .relationship = model.properties[slot] { return false }
    return true
  }

  /// The value of an attribute, or of a member of composites; `nil` when it is missing.
  func value(at path: [AttributeName], row: Int) -> AttributeValue? {
    guard let name = path.first, let slot = model.layout.slot(of: name) else { return nil }
    return path.dropFirst().reduce(value(ofProperty: slot, row: row)) { value, member in
      if case .object(let members)? = value { members[member] } else { nil }
    }
  }

  /// A property's value; `nil` when the attribute is missing, or the relationship is not in the record.
  func value(ofProperty index: Int, row: Int) -> AttributeValue? {
    if case .key = model.properties[index] {
      return table.keyRange(ofRow: row).map { .text(JSONStringText.value(bytes, $0)) }
    }
    guard let field = fields[index] else { return missingValue(ofProperty: index) }
    guard let range = table.valueRange(ofField: field, row: row) else {
      return missingValue(ofProperty: index)
    }
    switch model.properties[index] {
    case .attribute(let attribute), .key(let attribute):
      return JSONValueReader(bytes).value(at: range, as: attribute.type)
    case .relationship(let relationship, let origin):
      return destination(range, relationship, origin)
    }
  }

  /// Whether a property is a relationship that is recorded only as another's inverse.
  func leavesUnloaded(_ name: AttributeName) -> Bool {
    zip(model.properties, fields).contains { property, field in
      guard case .relationship(let relationship, _) = property else { return false }
      return relationship.name == name && field == nil && isRecordedElsewhere(relationship)
    }
  }

  /// The value of a property that is absent from its record.
  ///
  /// An attribute is missing. A relationship is nil, or empty; one that only the
  /// destination's records hold is not loaded.
  private func missingValue(ofProperty index: Int) -> AttributeValue? {
    guard case .relationship(let relationship, _) = model.properties[index] else { return nil }
    if fields[index] == nil, isRecordedElsewhere(relationship) { return nil }
    return relationship.isToMany ? .array([]) : .null
  }

  /// Whether the destinations' records may hold a relationship that no record here does.
  private func isRecordedElsewhere(_ relationship: EntitySchema.Relationship) -> Bool {
    relationship.inverse != nil && (relationship.isToMany || !model.holdsEveryToOne)
  }

  private func destination(
    _ range: Range<Int>, _ relationship: EntitySchema.Relationship,
    _ origin: PersistentIdentifier.Origin
  ) -> AttributeValue? {
    guard relationship.isToMany else { return identifier(range, origin) ?? .null }
    return .array(
      JSONStructure.elements(of: range, in: bytes).compactMap { identifier($0, origin) })
  }

  /// An identifier in SwiftData's form, or the destination's key alone.
  private func identifier(
    _ range: Range<Int>, _ origin: PersistentIdentifier.Origin
  ) -> AttributeValue? {
    switch JSONCursor(bytes, in: range).byte {
    case UInt8(ascii: "{"):
      guard let key = IdentifierText.primaryKey(range, in: bytes) else { return nil }
      let entity = IdentifierText.entityName(range, in: bytes) ?? origin.entityName
      let own = PersistentIdentifier.Origin(
        storeIdentifier: origin.storeIdentifier, entityName: entity)
      return .identifier(
        PersistentIdentifier(origin: entity == origin.entityName ? origin : own, primaryKey: key))
    default:
      switch JSONValueReader(bytes).value(at: range, as: .mixed) {
      case .integer(let number):
        return .identifier(PersistentIdentifier(origin: origin, primaryKey: .integer(number)))
      case .text(let text):
        return .identifier(PersistentIdentifier(origin: origin, primaryKey: .text(text)))
      default: return nil
      }
    }
  }
}
