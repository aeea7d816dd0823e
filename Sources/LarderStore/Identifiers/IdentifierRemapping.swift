package import LarderCore

/// Which identifiers replaced which, over all saves and restored objects.
struct IdentifierRemapping {
  private var replacements: [PersistentIdentifier: PersistentIdentifier] = [:]
  private var replaced: [PersistentIdentifier: [PersistentIdentifier]] = [:]

  /// The identifier that an object has now; the same where it never had another.
  subscript(identifier: PersistentIdentifier) -> PersistentIdentifier {
    replacements[identifier] ?? identifier
  }

  /// Notes that an object got another identifier.
  mutating func replace(_ old: PersistentIdentifier, by new: PersistentIdentifier) {
    guard replaced[old] != nil || replaced[new] != nil || replacements[new] != nil else {
      // The usual case: the first save of an object.
      guard old != new else { return }
      replacements[old] = new
      replaced[new] = [old]
      return
    }
    let former = (replaced.removeValue(forKey: old) ?? []) + [old]
    // An object may get back an identifier that it had before.
    replacements[new] = nil
    let others = former.filter { $0 != new }
    for identifier in others { replacements[identifier] = new }
    replaced[new, default: []] += others
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
