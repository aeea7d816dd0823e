/// Follows the properties of a path from an element, its slots found once.
struct PathReader: Sendable {
  let level: Int
  let steps: [Step]

  /// One property of a path.
  enum Step: Sendable {
    case attribute(SlotReader)
    case relationship(SlotReader, isToMany: Bool)
    /// A member of a composite value, or a property whose entity is known only when it is read.
    case member(AttributeName)
  }

  /// The path's value; `nil` for a missing one.
  ///
  /// A relationship that is nil or leads nowhere makes the whole path null, a composite without the
  /// member makes it missing.
  func value(
    of root: EntitySnapshot, _ frame: borrowing Frame, _ objects: ObjectLookup
  ) -> AttributeValue? {
    var object = level == 0 ? root : frame.elements[level - 1].object
    var value = level == 0 ? nil : frame.elements[level - 1].value
    var endsAtRelationship = false
    for step in steps {
      if object == nil, case .identifier(let identifier)? = value {
        object = objects(identifier)
        if object == nil { return .null }
      }
      value = read(step, of: object, value, objects)
      object = nil
      if case .relationship = step, value.isNil { endsAtRelationship = true }
    }
    return endsAtRelationship ? .null : value
  }

  private func read(
    _ step: Step, of object: EntitySnapshot?, _ value: AttributeValue?, _ objects: ObjectLookup
  ) -> AttributeValue? {
    guard let object else {
      if case .object(let members)? = value { return members[step.name] }
      return nil
    }
    return switch step {
    case .attribute(let reader): reader.value(in: object)
    case .relationship(let reader, _): reader.loadedValue(in: object, objects)
    case .member(let name): object[name]
    }
  }
}

extension PathReader.Step {
  var name: AttributeName {
    switch self {
    case .attribute(let reader), .relationship(let reader, _): reader.name
    case .member(let name): name
    }
  }
}

/// Finds one property's value in snapshots of an entity and of those below it.
struct SlotReader: Sendable {
  let name: AttributeName

  /// Where the property stands in the layouts of these entities; most often one place for all.
  private let slots: [Int]
  private let firstSlot: Int

  init(_ name: AttributeName, entities: some Sequence<EntityName>, schema: EntitySchema) {
    self.name = name
    var slots: [Int] = []
    for entity in entities {
      guard let slot = schema.layout(of: entity)?.slot(of: name), !slots.contains(slot) else {
        continue
      }
      slots.append(slot)
    }
    self.slots = slots
    firstSlot = slots.first ?? 0
  }

  /// `nil` when the value is missing, not loaded, or no property of the snapshot's entity.
  @inline(__always)
  func value(in snapshot: EntitySnapshot) -> AttributeValue? {
    let names = snapshot.layout.names
    // The names of a schema share their storage, so that this comparison is one of two words.
    if firstSlot < names.count, names[firstSlot] == name { return snapshot.values[firstSlot] }
    return otherValue(in: snapshot)
  }

  /// The value, asked of the lookup where the snapshot has not loaded it.
  func loadedValue(in snapshot: EntitySnapshot, _ objects: ObjectLookup) -> AttributeValue? {
    if let value = value(in: snapshot) { return value }
    guard snapshot.layout.slot(of: name) != nil else { return nil }
    return objects(snapshot.identifier).flatMap { value(in: $0) }
  }

  private func otherValue(in snapshot: EntitySnapshot) -> AttributeValue? {
    let names = snapshot.layout.names
    for slot in slots.dropFirst() where slot < names.count && names[slot] == name {
      return snapshot.values[slot]
    }
    return snapshot.layout.slot(of: name).flatMap { snapshot.values[$0] }
  }
}
