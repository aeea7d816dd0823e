package import LarderCore

/// Which identifiers replaced which, over all saves and restored objects.
struct IdentifierRemapping {
  /// The next identifier of each that was replaced; chains of them end.
  private var replacements: [PersistentIdentifier: PersistentIdentifier] = [:]

  /// The identifier that an object has now; the same where it never had another.
  subscript(identifier: PersistentIdentifier) -> PersistentIdentifier {
    var last = identifier
    while let next = replacements[last] { last = next }
    return last
  }

  /// Notes that an object got another identifier.
  mutating func replace(_ old: PersistentIdentifier, by new: PersistentIdentifier) {
    // An object may get back an identifier that it had before, which is where its chain ends then.
    replacements[new] = nil
    guard old != new else { return }
    replacements[old] = new
  }

  /// Notes many at once.
  mutating func replace(by map: [PersistentIdentifier: PersistentIdentifier]) {
    replacements.reserveCapacity(replacements.count + map.count)
    for (old, new) in map { replace(old, by: new) }
  }
}

extension EntitySnapshot {
  /// The snapshot with other identifiers, its own and those in its relationships.
  package func remapped(by map: [PersistentIdentifier: PersistentIdentifier]) -> EntitySnapshot {
    guard !map.isEmpty else { return self }
    var result = self
    result.identifier = map[identifier] ?? identifier
    for slot in values.indices {
      guard let value = values[slot], value.holdsIdentifier else { continue }
      result.values[slot] = value.remapped(by: map)
    }
    return result
  }
}

extension AttributeValue {
  func remapped(by map: [PersistentIdentifier: PersistentIdentifier]) -> AttributeValue {
    switch self {
    case .identifier(let identifier): .identifier(map[identifier] ?? identifier)
    case .array(let elements): .array(elements.map { $0.remapped(by: map) })
    default: self
    }
  }
}
