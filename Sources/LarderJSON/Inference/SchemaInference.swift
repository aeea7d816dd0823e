import LarderCore

/// Makes a schema of what was seen in a file.
struct SchemaInference {
  let document: JSONDocument

  init(_ document: JSONDocument) { self.document = document }

  var schema: EntitySchema {
    EntitySchema(entities: document.tables.map(entity))
  }

  private func entity(_ table: RecordTable) -> EntitySchema.Entity {
    var attributes = table.attributes
    var relationships: [EntitySchema.Relationship] = []
    switch document.shape {
    case .keyed: attributes.insert(Self.keyAttribute(beside: attributes), at: 0)
    case .identified:
      attributes.removeAll { $0.name.rawValue == IdentifiedRecords.identifierKey }
      relationships = attributes.compactMap { relationship($0, in: table) }
      attributes.removeAll { attribute in relationships.contains { $0.name == attribute.name } }
    case .lines, .array, .arrays: break
    }
    return EntitySchema.Entity(
      name: table.entityName, attributes: attributes, relationships: relationships)
  }

  /// The attribute for the keys of keyed records: `key`, or `_key` where that name is taken.
  static func keyAttribute(beside attributes: [EntitySchema.Attribute]) -> EntitySchema.Attribute {
    var name = "key"
    while attributes.contains(where: { $0.name.rawValue == name }) { name = "_" + name }
    return EntitySchema.Attribute(name: AttributeName(name), type: .text, isUnique: true)
  }

  /// The attribute of a schema that holds the keys of keyed records: the first unique text.
  static func keyAttributeName(_ attributes: [EntitySchema.Attribute]) -> AttributeName? {
    attributes.first { $0.isUnique && $0.type == .text }?.name
  }

  /// The relationship that an attribute is, where its values are identifiers; else `nil`.
  private func relationship(
    _ attribute: EntitySchema.Attribute, in table: RecordTable
  ) -> EntitySchema.Relationship? {
    let isToMany: Bool
    switch attribute.type {
    case .composite(let members) where Self.isIdentifier(members): isToMany = false
    case .array(of: .composite(let members)) where Self.isIdentifier(members): isToMany = true
    default: return nil
    }
    guard let destination = destination(of: attribute.name, isToMany: isToMany, in: table) else {
      return nil
    }
    return EntitySchema.Relationship(
      name: attribute.name, destination: destination, isToMany: isToMany)
  }

  private static func isIdentifier(_ members: [EntitySchema.Attribute]) -> Bool {
    guard members.count == 1, members[0].name.rawValue == "implementation",
      case .composite(let inner) = members[0].type
    else { return false }
    let names = Set(inner.map(\.name.rawValue))
    return names.isSuperset(of: ["entityName", "primaryKey"])
  }

  /// The entity that the first identifier names.
  private func destination(
    of name: AttributeName, isToMany: Bool, in table: RecordTable
  ) -> EntityName? {
    let bytes = UnsafeRawBufferPointer(start: table.bytes.base, count: table.bytes.count)
    guard let field = table.fields.firstIndex(where: { $0.name == name }) else { return nil }
    for row in 0..<table.count {
      guard let range = table.valueRange(ofField: field, row: row) else { continue }
      let first = isToMany ? JSONStructure.elements(of: range, in: bytes).first : range
      if let found = first.flatMap({ IdentifierText.entityName($0, in: bytes) }) { return found }
    }
    return nil
  }
}

/// Attributes that look like the identity of records.
enum IdentityCandidates {
  /// The names to try, best first: `id`, `_id`, the entity's name with `Id`, `entityId`, `uuid`, `guid`.
  static func names(
    _ attributes: [EntitySchema.Attribute], of entity: EntityName, limit: Int
  ) -> [AttributeName] {
    let words = entity.rawValue.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    let stems = [entity.rawValue.lowercased(), words.last ?? "", words.joined()]
    let owned = stems.flatMap { [$0 + "id", $0.singular + "id"] }
    let wanted = ["id", "_id"] + owned + ["entityid", "uuid", "guid", "key"]
    let unique = attributes.filter(\.isUnique).map(\.name)
    let usual = wanted.compactMap { name in
      attributes.first { attribute in
        let spelled = attribute.name.rawValue.lowercased()
        return spelled == name || spelled.filter { $0 != "_" && $0 != "-" } == name
      }?.name
    }
    var names: [AttributeName] = []
    for name in unique + usual where !names.contains(name) { names.append(name) }
    return Array(names.prefix(limit))
  }
}
