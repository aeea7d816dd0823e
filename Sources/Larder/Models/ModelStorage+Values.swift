import LarderCore

extension ModelStorage {
  /// The value of an attribute; `nil` where it was never set.
  func attribute(at slot: Int) -> AttributeValue? {
    if let core, let value = currentValue(at: slot, in: core) { return value }
    if let context { return currentValue(of: table.properties[slot].name, in: context) }
    // Where the context is gone without a word the values stay as they were.
    return values.isEmpty ? snapshot.flatMap { value(at: slot, in: $0) } : values[slot]
  }

  func value(at slot: Int, in snapshot: EntitySnapshot) -> AttributeValue? {
    snapshot.value(of: table.properties[slot].name, expectedAt: table.expectedSlots[slot])
  }

  func setAttribute(_ value: AttributeValue, at slot: Int) {
    if let context {
      context.set(table.properties[slot].name, of: self, to: value)
    } else {
      if values.isEmpty { detach() }
      values[slot] = value
    }
  }

  /// What a relationship leads to, in order.
  func destinations(at slot: Int) -> [any PersistentModel] {
    guard let context else { return links[slot] ?? [] }
    return context.destinations(of: table.properties[slot], from: self)
  }

  /// Sets what a relationship leads to.
  ///
  /// Objects without a context follow into that of the other end.
  func setDestinations(
    _ models: [any PersistentModel], at slot: Int, owner: (any PersistentModel)?
  ) {
    if let context {
      return context.setDestinations(models, of: table.properties[slot], from: self)
    }
    links[slot] = models
    if let owner, let other = models.lazy.compactMap({ $0.storage.context }).first {
      other.insertGraph(of: owner)
    }
  }
}

extension ModelStorage {
  /// The values in the entity plane's form; of an object without a context only what it has itself.
  var entitySnapshot: EntitySnapshot {
    if let context, let current = currentSnapshot(in: context) { return current }
    let slots = table.properties.indices.sorted { isAttribute($0) && !isAttribute($1) }
    let layout = EntityLayout(
      entityName: table.entityName, names: slots.map { table.properties[$0].name })
    return EntitySnapshot(
      identifier: identifier, layout: layout, values: slots.map { initialValue(at: $0) })
  }

  func isAttribute(_ slot: Int) -> Bool { table.properties[slot].isAttribute }

  /// The value of a property of an object without a context; relationships as identifiers.
  func initialValue(at slot: Int) -> AttributeValue? {
    if isAttribute(slot) { return values.indices.contains(slot) ? values[slot] : nil }
    let identifiers = (links[slot] ?? []).map {
      AttributeValue.identifier($0.persistentModelID)
    }
    switch table.properties[slot].kind {
    case .attribute, .toOne: return identifiers.first ?? .null
    case .toMany: return .array(identifiers)
    }
  }
}
