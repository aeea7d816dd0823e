import LarderCore

/// Finds values that would stand twice in an attribute that is declared unique.
struct UniquenessCheck {
  let file: LoadedFile
  let model: StoreModel

  /// Checks the objects of a change set, `nil` for deleted ones, against each other and the file.
  ///
  /// An attribute whose slot is `known` for its entity is left out. Throws ``PersistenceError`` with code
  /// `store.not-unique`, for the first object at fault.
  func check(
    _ changed: [PersistentIdentifier: EntitySnapshot?], except known: (EntityName) -> Int?
  ) throws {
    let entities = Set(changed.keys.map(\.entity))
    for entity in entities {
      guard let entityModel = model.entities[entity] else { continue }
      let knownSlot = known(entity)
      for (slot, property) in entityModel.properties.enumerated() {
        guard case .attribute(let attribute) = property, attribute.isUnique, slot != knownSlot
        else { continue }
        try check(slot, of: entity, changed)
      }
    }
  }

  private func check(
    _ slot: Int, of entity: EntityName, _ changed: [PersistentIdentifier: EntitySnapshot?]
  ) throws {
    var owners: [AttributeValue: PersistentIdentifier] = [:]
    for identifier in changed.keys.filter({ $0.entity == entity }).sorted() {
      guard let snapshot = changed[identifier] ?? nil, let value = snapshot.values[slot],
        value != .null
      else { continue }
      if owners[value] != nil { throw failure(identifier, snapshot.layout.names[slot], value) }
      owners[value] = identifier
    }
    guard !owners.isEmpty, let extent = file.extent(of: entity) else { return }
    for row in 0..<extent.table.count {
      guard let value = extent.reader.value(ofProperty: slot, row: row), let owner = owners[value],
        changed[extent.identifier(ofRow: row)] == nil
      else { continue }
      throw failure(owner, extent.model.layout.names[slot], value)
    }
  }

  private func failure(
    _ identifier: PersistentIdentifier, _ attribute: AttributeName, _ value: AttributeValue
  ) -> PersistenceError {
    PersistenceError(
      .notUnique, identifier: identifier, attribute: attribute, value: value,
      detail: "another object of `\(identifier.entity)` has this value")
  }
}
