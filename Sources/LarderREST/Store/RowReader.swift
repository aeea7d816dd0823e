import FoundationEssentials
import JSONTree
import LarderCore

/// Makes snapshots of the rows of replies.
struct RowReader {
  let dialect: Dialect
  let entity: ServiceEntity

  private var envelope: EnvelopeForm { dialect.envelope }

  /// The snapshot of a row.
  ///
  /// - Throws: ``PersistenceError`` with code `store.corrupt` for a row without its key.
  func snapshot(_ row: JSONNode) throws -> EntitySnapshot {
    guard let identifier = identifier(row) else {
      throw PersistenceError(
        .corrupt, entity: entity.name,
        detail: "a row without its key `\(entity.keys.map(\.wireName).joined(separator: "`, `"))`")
    }
    let attributes = row.member(at: envelope.attributes)
    let keys = entity.keys.map(\.wireName)
    let values = entity.attributes.map { attribute -> AttributeValue? in
      let holder =
        dialect.identifier.isOutside && keys.contains(attribute.wireName) ? row : attributes
      return holder?.member(attribute.wireName).map { value($0, attribute) }
    }
    let links = zip(entity.relationships, entity.destinations).map { link($0, $1, in: row) }
    return EntitySnapshot(
      identifier: identifier, layout: entity.layout, values: values + links)
  }

  /// The identity of a row; `nil` where a part of its key is missing.
  func identifier(_ row: JSONNode) -> PersistentIdentifier? {
    var parts: [PersistentIdentifier.PrimaryKey] = []
    for key in entity.keys {
      let holder = dialect.identifier.isOutside ? row : row.member(at: envelope.attributes)
      guard let part = holder?.member(key.wireName).flatMap(Self.key) else { return nil }
      parts.append(part)
    }
    guard let first = parts.first else { return nil }
    return PersistentIdentifier(
      origin: entity.origin, primaryKey: parts.count == 1 ? first : .composite(parts))
  }

  static func key(_ node: JSONNode) -> PersistentIdentifier.PrimaryKey? {
    switch node {
    case .text(let text): text.isEmpty ? nil : .text(text)
    case .number(let text): Int64(text).map { .integer($0) } ?? .text(text)
    case .null, .bool, .array, .object: nil
    }
  }

  /// The ETag of a row, where it carries its version.
  func etag(_ row: JSONNode) -> String? {
    guard let path = envelope.etag else { return nil }
    let version: String? =
      switch row.member(at: path) {
      case .text(let text)?, .number(let text)?: text
      default: nil
      }
    return version.map { envelope.etagForm?.filled(["value": $0]) ?? $0 }
  }

  private func value(
    _ node: JSONNode, _ attribute: ServiceEntity.Attribute
  ) -> AttributeValue {
    if let keyType = entity.keyType(attribute), keyType != attribute.attribute.type {
      return Self.key(node, declared: attribute.attribute.type)
    }
    if node == .text("") {
      switch attribute.attribute.type {
      case .date where envelope.emptyIsNull.contains(.date): return .null
      case .enumeration where envelope.emptyIsNull.contains(.enumeration): return .null
      default: break
      }
    }
    return AttributeValue(node, attribute.attribute.type)
  }
}

extension RowReader {
  /// A key that the service holds as a text and the schema as a number, or the other way round.
  private static func key(
    _ node: JSONNode, declared type: EntitySchema.AttributeType
  ) -> AttributeValue {
    switch (type, node) {
    case (.integer, .text(let text)): Int64(text).map { .integer($0) } ?? .text(text)
    case (.text, .number(let text)): .text(text)
    default: AttributeValue(node, type)
    }
  }

  /// What a row tells of a relationship; `nil` for nothing.
  private func link(
    _ relationship: ServiceEntity.Relationship, _ destination: PersistentIdentifier.Origin,
    in row: JSONNode
  ) -> AttributeValue? {
    let node: JSONNode?
    switch relationship.link {
    case .inverse: return nil
    case .linkage(let name):
      let path = (envelope.linkage ?? []) + [name, "data"]
      node = row.member(at: path)
    case .keys(let name), .expanded(let name):
      node = row.member(at: envelope.attributes)?.member(name)
    }
    guard let node else { return nil }
    if relationship.relationship.isToMany {
      guard case .array(let elements) = node else { return nil }
      // A part of the objects, as OData pages them, is not the relationship.
      let isCut = row.member("\(relationship.wireName)@odata.nextLink") != nil
      return isCut
        ? nil
        : .array(
          elements.compactMap { key($0, of: relationship) }.map {
            .identifier(PersistentIdentifier(origin: destination, primaryKey: $0))
          })
    }
    // A service that has no null has an empty text.
    if node == .null || node == .text("") { return .null }
    return key(node, of: relationship).map {
      .identifier(PersistentIdentifier(origin: destination, primaryKey: $0))
    }
  }

  /// The key of a linked object: the value itself, or the object's own.
  private func key(
    _ node: JSONNode, of relationship: ServiceEntity.Relationship
  ) -> PersistentIdentifier.PrimaryKey? {
    guard case .object = node else { return Self.key(node) }
    let name = relationship.keyNames.first ?? dialect.identifier.attribute
    if relationship.keyNames.count > 1 {
      let parts = relationship.keyNames.compactMap { node.member($0).flatMap(Self.key) }
      return parts.count == relationship.keyNames.count ? .composite(parts) : nil
    }
    return node.member(name).flatMap(Self.key)
  }
}

extension AttributeValue {
  /// The value that a JSON value is where a type is declared; one that does not fit keeps its kind.
  init(_ node: JSONNode, _ type: EntitySchema.AttributeType) {
    switch (type, node) {
    case (.enumeration(_, let rawType, _), _): self.init(node, rawType)
    case (.array(let element), .array(let elements)):
      self = .array(elements.map { AttributeValue($0, element) })
    case (.composite(let declared), .object(let members)):
      self = .object(
        AttributeObject(
          members.map { member in
            let name = AttributeName(member.name)
            let type = declared.first { $0.name == name }?.type ?? .mixed
            return .init(name: name, value: AttributeValue(member.value, type))
          }))
    case (.real, .number(let text)):
      let value = AttributeValue(number: text)
      if case .integer = value, let real = Double(text) { self = .real(real) } else { self = value }
    case (.decimal, .text(let text)):
      self = ExactDecimal(text) == nil ? .text(text) : AttributeValue(number: text)
    case (.date, .text(let text)): self = DateText.parse(text).map { .date($0) } ?? .text(text)
    case (.uuid, .text(let text)): self = UUID(uuidString: text).map { .uuid($0) } ?? .text(text)
    case (.data, .text(let text)): self = Self.data(text).map { .data($0) } ?? .text(text)
    default: self.init(untyped: node)
    }
  }

  private init(untyped node: JSONNode) {
    switch node {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let text): self = AttributeValue(number: text)
    case .text(let text): self = .text(text)
    case .array(let elements): self = .array(elements.map { AttributeValue($0, .mixed) })
    case .object(let members):
      self = .object(
        AttributeObject(
          members.map {
            .init(name: AttributeName($0.name), value: AttributeValue($0.value, .mixed))
          }))
    }
  }

  /// The bytes of Base64, in either alphabet.
  private static func data(_ text: String) -> Data? {
    var plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while plain.utf8.count % 4 != 0 { plain += "=" }
    return Data(base64Encoded: plain)
  }
}
