import FoundationEssentials
import LarderCore

/// Makes the keys of new objects, where the service takes them.
struct KeyMaker {
  let dialect: Dialect
  let memory: WriteMemory

  /// The key of a new object; `nil` where it is the service's to make.
  func key(
    for snapshot: EntitySnapshot, restoring: PersistentIdentifier?, _ entity: ServiceEntity
  ) -> ClientKey? {
    guard dialect.writing.keys != .service, !memory.ignoresKeys(of: entity.name) else { return nil }
    if let restoring, restoring.origin == entity.origin {
      return ClientKey(key: restoring.primaryKey, isGiven: true)
    }
    if let given = given(snapshot, entity), fits(given, entity) {
      // What stands in an address is a text to the service.
      let isText = dialect.writing.keys == .put
      return ClientKey(key: isText ? .text(BodyWriter.text(given)) : given, isGiven: true)
    }
    guard dialect.writing.keys != .given, entity.keys.count == 1, let key = entity.keys.first
    else { return nil }
    var generator = SystemRandomNumberGenerator()
    if let pattern = entity.drawnKeys ?? dialect.writing.keyPattern, key.type == .text {
      let uuid = UUID().uuidString.lowercased()
      return ClientKey(
        key: .text(pattern.matches(uuid) ? uuid : pattern.make(using: &generator)))
    }
    return key.type == .uuid ? ClientKey(key: .text(UUID().uuidString.lowercased())) : nil
  }

  /// Whether the service takes such a key; in place of another one is drawn, which is said after the save.
  private func fits(_ key: PersistentIdentifier.PrimaryKey, _ entity: ServiceEntity) -> Bool {
    (entity.takenKeys ?? dialect.writing.keyPattern)?.matches(BodyWriter.text(key)) ?? true
  }

  /// The key that a value of an attribute is; `nil` for a value that is none.
  static func key(_ value: AttributeValue?) -> PersistentIdentifier.PrimaryKey? {
    switch value {
    case .integer(let number)?: .integer(number)
    case .text(let text)?: text.isEmpty ? nil : .text(text)
    case .uuid(let uuid)?: .text(uuid.uuidString.lowercased())
    default: nil
    }
  }

  /// The key that the object's own attributes hold.
  private func given(
    _ snapshot: EntitySnapshot, _ entity: ServiceEntity
  ) -> PersistentIdentifier.PrimaryKey? {
    var parts: [PersistentIdentifier.PrimaryKey] = []
    for key in entity.keys {
      guard let attribute = entity.attributes.first(where: { $0.wireName == key.wireName }) else {
        return nil
      }
      guard let part = Self.key(snapshot[attribute.attribute.name]) else { return nil }
      parts.append(part)
    }
    guard let first = parts.first else { return nil }
    return parts.count == 1 ? first : .composite(parts)
  }
}
