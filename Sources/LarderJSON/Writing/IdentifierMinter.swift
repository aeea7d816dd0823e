import FoundationEssentials
import LarderCore
import Synchronization

/// Gives new objects their permanent identifiers, as the file has them.
struct IdentifierMinter {
  let file: LoadedFile
  let model: StoreModel

  /// Above every integer key that was given, by entity.
  private(set) var nextKeys: [EntityName: Int64]

  /// Where the text of new keys comes from.
  var makeUUID: @Sendable () -> UUID = { UUID() }

  private var given: Set<PersistentIdentifier> = []

  /// Entities whose keys in the file have been looked at.
  private var counted: Set<EntityName> = []
  private var freed: Set<PersistentIdentifier> = []

  init(file: LoadedFile, model: StoreModel, nextKeys: [EntityName: Int64]) {
    self.file = file
    self.model = model
    self.nextKeys = nextKeys
  }

  /// Lets the key of an object that is deleted in the same change set be given again.
  mutating func free(_ identifier: PersistentIdentifier) { freed.insert(identifier) }

  /// The snapshot under its permanent identifier; a key that was minted stands in its attribute too.
  ///
  /// - Throws: ``PersistenceError`` with code `store.not-unique` when an object has the key,
  ///   `save.required-value-missing` when the file's keys are texts of a kind that cannot be made up.
  mutating func mint(
    _ snapshot: EntitySnapshot, restoring: PersistentIdentifier?
  ) throws -> EntitySnapshot {
    let entity = snapshot.identifier.entity
    guard let entityModel = model.entities[entity] else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    guard file.document.shape == .identified || file.extent(of: entity) != nil else {
      throw PersistenceError(
        .unsupported, entity: entity, detail: "the file has no place for records of `\(entity)`")
    }
    var snapshot = snapshot
    let wanted = restoring ?? (snapshot.identifier.isTemporary ? nil : snapshot.identifier)
    let key = try key(of: &snapshot, wanted: wanted?.primaryKey, entityModel)
    let identifier = PersistentIdentifier(origin: entityModel.origin, primaryKey: key)
    try claim(identifier, snapshot)
    snapshot.identifier = identifier
    return snapshot
  }

  /// The identifier of an object whose identity was edited.
  ///
  /// - Throws: ``PersistenceError`` with code `store.not-unique` when an object has the key,
  ///   `save.required-value-missing` when the identity is nil.
  mutating func rename(_ snapshot: EntitySnapshot, slot: Int) throws -> PersistentIdentifier {
    let entity = snapshot.identifier.entity
    guard let entityModel = model.entities[entity] else {
      throw PersistenceError(.unknownEntity, entity: entity)
    }
    guard !snapshot.values[slot].isNil else {
      throw PersistenceError(
        .requiredValueMissing, identifier: snapshot.identifier,
        attribute: snapshot.layout.names[slot], detail: "objects are known by it")
    }
    var snapshot = snapshot
    let wanted = snapshot.identifier.primaryKey
    let key = try attributeKey(of: &snapshot, slot: slot, wanted: wanted, entityModel)
    let identifier = PersistentIdentifier(origin: entityModel.origin, primaryKey: key)
    if identifier != snapshot.identifier { try claim(identifier, snapshot) }
    return identifier
  }

  private mutating func claim(
    _ identifier: PersistentIdentifier, _ snapshot: EntitySnapshot
  ) throws {
    let isFree = freed.contains(identifier) || file.place(of: identifier) == nil
    guard isFree, given.insert(identifier).inserted else {
      let slot = identitySlot(of: identifier.entity)
      throw PersistenceError(
        .notUnique, identifier: identifier, attribute: slot.map { snapshot.layout.names[$0] },
        value: slot.flatMap { snapshot.values[$0] },
        detail: "the file already has \(identifier)")
    }
    if case .integer(let number) = identifier.primaryKey, number < .max {
      nextKeys[identifier.entity] = max(nextKeys[identifier.entity] ?? 1, number + 1)
    }
  }
}

extension IdentifierMinter {
  /// The property that holds the key, or `nil` where no property does.
  func identitySlot(of entity: EntityName) -> Int? {
    guard let entityModel = model.entities[entity] else { return nil }
    switch source(of: entityModel) {
    case .position, .persistentIdentifier: return nil
    case .key: return entityModel.keyAttribute.flatMap { entityModel.layout.slot(of: $0) }
    case .attribute(let name): return entityModel.layout.slot(of: name)
    }
  }

  /// Where keys come from; a file without records shows it only by the names of its attributes.
  private func source(of entityModel: EntityModel) -> RowKeys.Source {
    if let extent = file.extent(of: entityModel.entityName), extent.table.count > 0 {
      return extent.keys.source
    }
    switch entityModel.scheme {
    case .key: return .key
    case .persistentIdentifier: return .persistentIdentifier
    case .attribute:
      let chosen = entityModel.identityAttribute.withLock { $0 }
      let name = chosen ?? entityModel.identityCandidates.first
      return name.map { .attribute($0) } ?? .position
    }
  }

  private mutating func key(
    of snapshot: inout EntitySnapshot, wanted: PersistentIdentifier.PrimaryKey?,
    _ entityModel: EntityModel
  ) throws -> PersistentIdentifier.PrimaryKey {
    switch source(of: entityModel) {
    case .position: return wanted ?? .integer(nextInteger(entityModel))
    case .persistentIdentifier: return try wanted ?? made(for: entityModel, attribute: nil)
    case .key:
      return try attributeKey(
        of: &snapshot, slot: entityModel.keyAttribute.flatMap { entityModel.layout.slot(of: $0) },
        wanted: wanted, entityModel)
    case .attribute(let name):
      return try attributeKey(
        of: &snapshot, slot: entityModel.layout.slot(of: name), wanted: wanted, entityModel)
    }
  }

  private mutating func attributeKey(
    of snapshot: inout EntitySnapshot, slot: Int?, wanted: PersistentIdentifier.PrimaryKey?,
    _ entityModel: EntityModel
  ) throws -> PersistentIdentifier.PrimaryKey {
    guard let slot else { return try wanted ?? made(for: entityModel, attribute: nil) }
    let name = entityModel.layout.names[slot]
    switch snapshot.values[slot] ?? .null {
    case .integer(let number): return .integer(number)
    case .text(let text): return .text(text)
    case .uuid(let uuid):
      // Keys are spelled as in the file.
      if case .text(let text) = wanted, UUID(uuidString: text) == uuid { return .text(text) }
      return .text(spelled(uuid, for: entityModel))
    case .null:
      let key = try wanted ?? made(for: entityModel, attribute: name)
      snapshot.values[slot] = value(of: key, entityModel.properties[slot])
      return key
    case let value:
      throw PersistenceError(
        .wrongKind, entity: entityModel.entityName, attribute: name, value: value,
        detail: "an identity is an integer or a text")
    }
  }

  private func value(
    of key: PersistentIdentifier.PrimaryKey, _ property: EntityModel.Property
  ) -> AttributeValue {
    switch key {
    case .integer(let number), .temporary(let number):
      return .integer(number)
    case .text(let text):
      if case .attribute(let attribute) = property, attribute.type == .uuid,
        let uuid = UUID(uuidString: text)
      {
        return .uuid(uuid)
      }
      return .text(text)
    case .composite: return .text(key.description)
    }
  }

  /// A new key of the kind that the last record has.
  private mutating func made(
    for entityModel: EntityModel, attribute: AttributeName?
  ) throws -> PersistentIdentifier.PrimaryKey {
    switch lastKey(entityModel) {
    case .integer: return .integer(nextInteger(entityModel))
    case .text(let text):
      if entityModel.scheme == .key, Int64(text) != nil {
        return .text(String(nextInteger(entityModel)))
      }
      if UUID(uuidString: text) != nil {
        return .text(spelled(makeUUID(), for: entityModel))
      }
      throw PersistenceError(
        .requiredValueMissing, entity: entityModel.entityName, attribute: attribute,
        detail: "the file's keys are texts such as \(text.quotedLiteral), which cannot be made up")
    case nil where isInteger(attribute, entityModel): return .integer(nextInteger(entityModel))
    case .temporary, .composite, nil: return .text(makeUUID().uuidString)
    }
  }

  private func isInteger(_ name: AttributeName?, _ entityModel: EntityModel) -> Bool {
    entityModel.properties.contains { property in
      guard case .attribute(let attribute) = property else { return false }
      return attribute.name == name && attribute.type == .integer
    }
  }

  private func lastKey(_ entityModel: EntityModel) -> PersistentIdentifier.PrimaryKey? {
    guard let extent = file.extent(of: entityModel.entityName), extent.table.count > 0 else {
      return nil
    }
    return extent.keys.key(ofRow: extent.table.count - 1)
  }

  private func spelled(_ uuid: UUID, for entityModel: EntityModel) -> String {
    guard case .text(let text) = lastKey(entityModel), text == text.lowercased(),
      text != text.uppercased()
    else { return uuid.uuidString }
    return uuid.uuidString.lowercased()
  }

  /// One above the largest key of the file and of the session.
  private mutating func nextInteger(_ entityModel: EntityModel) -> Int64 {
    let entity = entityModel.entityName
    if !counted.insert(entity).inserted, let next = nextKeys[entity] { return next }
    var largest = (nextKeys[entity] ?? 1) - 1
    if let extent = file.extent(of: entity) {
      for row in 0..<extent.table.count {
        switch extent.keys.key(ofRow: row) {
        case .integer(let number): largest = max(largest, number)
        case .text(let text): largest = max(largest, Int64(text) ?? largest)
        case .temporary, .composite: break
        }
      }
    }
    let next = largest < .max ? largest + 1 : 1
    nextKeys[entity] = next
    return next
  }
}
