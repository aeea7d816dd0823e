import JSONTree
import LarderCore

/// How a body names another object.
enum ObjectReference: Hashable, Sendable {
  case key(PersistentIdentifier.PrimaryKey)
  /// An object that an earlier request of the same batch makes: `$1`.
  case content(String)
}

/// Makes the bodies of creates and updates.
struct BodyWriter {
  let client: ServiceClient
  let model: ServiceModel
  let entity: ServiceEntity

  /// How an object is named now; `nil` while nobody knows.
  let reference: (PersistentIdentifier) -> ObjectReference?

  private var dialect: Dialect { client.dialect }
  private var values: ValueWriter { ValueWriter(dialect) }

  /// What is written of a row: its attributes, and its links where these stand apart.
  private struct Row {
    var attributes: [JSONNode.Member] = []
    var linkage: [JSONNode.Member] = []
  }

  /// The body of a create: what is null is left to the service.
  func create(
    _ snapshot: EntitySnapshot, key: PersistentIdentifier.PrimaryKey?,
    without deferred: Set<AttributeName>
  ) throws -> JSONNode {
    var row = Row()
    for attribute in entity.attributes where isWritten(attribute) {
      guard let value = snapshot[attribute.attribute.name].nonNull else { continue }
      row.attributes.append(try member(attribute, value, of: snapshot.identifier))
    }
    for relationship in entity.relationships
    where model.writes(relationship, of: entity)
      && !deferred.contains(relationship.relationship.name)
    {
      guard let value = snapshot[relationship.relationship.name].nonNull,
        !value.destinationIdentifiers.isEmpty
      else { continue }
      try add(relationship, value, of: snapshot.identifier, to: &row)
    }
    // A PUT says the key by its address, and a body that spells it otherwise would contradict it.
    return wrapped(row, dialect.writing.keys == .put ? nil : key.map { .key($0) })
  }

  /// The body of an update; `nil` where nothing of it is the service's.
  func update(_ step: WriteStep) throws -> JSONNode? {
    guard let wanted = step.wanted else { return nil }
    var row = Row()
    for slot in step.slots {
      let name = wanted.layout.names[slot]
      if let attribute = entity.attribute(name), isWritten(attribute) {
        row.attributes.append(try member(attribute, wanted[name] ?? .null, of: step.object))
      } else if let relationship = entity.relationship(name),
        model.writes(relationship, of: entity)
      {
        if !step.isLink, dialect.identifier.spelling == .odata,
          Self.isEditedByReference(relationship, in: wanted)
        {
          continue
        }
        try add(relationship, wanted[name] ?? .null, of: step.object, to: &row)
      } else if isKey(name) {
        throw PersistenceError(
          .unsupported, identifier: step.object, attribute: name,
          detail: "the service gives an object one key for good")
      }
    }
    guard !row.attributes.isEmpty || !row.linkage.isEmpty else { return nil }
    return wrapped(row, dialect.identifier.isOutside ? reference(step.object) : nil)
  }

  /// The names of what a body holds, to be compared with what the service made of it.
  func isWritten(_ name: AttributeName) -> Bool {
    if let attribute = entity.attribute(name) { return isWritten(attribute) }
    return entity.relationship(name).map { model.writes($0, of: entity) } ?? false
  }

  private func isWritten(_ attribute: ServiceEntity.Attribute) -> Bool {
    !attribute.attribute.isReadOnly && !attribute.attribute.isTransient
      && !entity.keys.contains { $0.wireName == attribute.wireName }
  }

  /// Whether an attribute is the object's key, or a part of it.
  func isKey(_ name: AttributeName) -> Bool {
    guard let attribute = entity.attribute(name) else { return false }
    return entity.keys.contains { $0.wireName == attribute.wireName }
  }

  private func member(
    _ attribute: ServiceEntity.Attribute, _ value: AttributeValue,
    of object: PersistentIdentifier
  ) throws -> JSONNode.Member {
    guard let node = values.node(value, attribute.attribute.type, attribute.dates) else {
      throw PersistenceError(
        .unsupported, identifier: object, attribute: attribute.attribute.name, value: value,
        detail: "JSON has no place for the value")
    }
    return JSONNode.Member(name: attribute.wireName, value: node)
  }

  private func add(
    _ relationship: ServiceEntity.Relationship, _ value: AttributeValue,
    of object: PersistentIdentifier, to row: inout Row
  ) throws {
    let isToMany = relationship.relationship.isToMany
    let targets = try value.destinationIdentifiers.map { target in
      guard let reference = reference(target) else {
        throw PersistenceError(
          .notTried, identifier: object, attribute: relationship.relationship.name,
          detail: "it leads to \(target), which was not written")
      }
      return (target, reference)
    }
    let bound = try targets.map { try address(of: $0.1, $0.0) }
    let needsBinding = targets.contains { if case .content = $0.1 { true } else { false } }
    switch relationship.link {
    case .inverse: return
    case .keys(let name) where !needsBinding:
      let keys = targets.map { keyNode($0.1) }
      row.attributes.append(
        JSONNode.Member(name: name, value: isToMany ? .array(keys) : keys.first ?? .null))
    case .keys, .expanded:
      let nodes = bound.map { JSONNode.text($0) }
      row.attributes.append(
        JSONNode.Member(
          name: relationship.wireName + (nodes.isEmpty && !isToMany ? "" : "@odata.bind"),
          value: isToMany ? .array(nodes) : nodes.first ?? .null))
    case .linkage(let name):
      let nodes = targets.map { target, reference in linkNode(reference, target.entity) }
      let data = isToMany ? JSONNode.array(nodes) : nodes.first ?? .null
      row.linkage.append(
        JSONNode.Member(name: name, value: .object([.init(name: "data", value: data)])))
    }
  }

  /// An object's address below the service's, as `@odata.bind` takes it.
  private func address(
    of reference: ObjectReference, _ target: PersistentIdentifier
  ) throws -> String {
    switch reference {
    case .content(let text): return text
    case .key(let key):
      let entity = try model.entity(target.entity)
      return try client.path(
        of: PersistentIdentifier(origin: entity.origin, primaryKey: key), entity)
    }
  }

  private func keyNode(_ reference: ObjectReference) -> JSONNode {
    switch reference {
    case .content(let text): .text(text)
    case .key(let key): Self.node(key)
    }
  }

  static func node(_ key: PersistentIdentifier.PrimaryKey) -> JSONNode {
    switch key {
    case .integer(let number): .number(String(number))
    case .text(let text): .text(text)
    case .temporary, .composite: .null
    }
  }

  private func linkNode(_ reference: ObjectReference, _ entity: EntityName) -> JSONNode {
    let type = model.entities[entity]?.collection ?? entity.rawValue
    let id =
      switch reference {
      case .content(let text): (name: "lid", text: text)
      case .key(let key): (name: "id", text: Self.text(key))
      }
    return .object([
      .init(name: "type", value: .text(type)), .init(name: id.name, value: .text(id.text)),
    ])
  }

  static func text(_ key: PersistentIdentifier.PrimaryKey) -> String {
    switch key {
    case .integer(let number): String(number)
    case .text(let text): text
    case .temporary, .composite: ""
    }
  }
}

extension BodyWriter {
  /// The row in its envelope, with its key and its type where they stand beside the attributes.
  private func wrapped(_ row: Row, _ name: ObjectReference?) -> JSONNode {
    let envelope = dialect.envelope
    var members: [JSONNode.Member] = []
    var attributes = row.attributes
    if dialect.identifier.isOutside {
      members.append(.init(name: "type", value: .text(entity.collection)))
      switch name {
      case .key(let key)?:
        members.append(.init(name: dialect.identifier.attribute, value: .text(Self.text(key))))
      case .content(let text)?: members.append(.init(name: "lid", value: .text(text)))
      case nil: break
      }
    } else if case .key(let key)? = name {
      attributes = keyMembers(key) + attributes
    }
    if envelope.attributes.isEmpty {
      members += attributes
    } else {
      members.append(Self.nested(.object(attributes), at: envelope.attributes))
    }
    if let path = envelope.linkage, !row.linkage.isEmpty {
      members.append(Self.nested(.object(row.linkage), at: path))
    }
    let body = JSONNode.object(members)
    return envelope.item.isEmpty ? body : .object([Self.nested(body, at: envelope.item)])
  }

  private func keyMembers(_ key: PersistentIdentifier.PrimaryKey) -> [JSONNode.Member] {
    let parts: [PersistentIdentifier.PrimaryKey] =
      if case .composite(let parts) = key { parts } else { [key] }
    return zip(entity.keys, parts).map { .init(name: $0.wireName, value: Self.node($1)) }
  }

  private static func nested(_ node: JSONNode, at path: MemberPath) -> JSONNode.Member {
    var node = node
    for name in path.dropFirst().reversed() { node = .object([.init(name: name, value: node)]) }
    return JSONNode.Member(name: path.first ?? "", value: node)
  }
}
