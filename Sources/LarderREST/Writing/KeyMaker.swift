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
    if let given = given(snapshot, entity) { return ClientKey(key: given, isGiven: true) }
    guard entity.keys.count == 1, let key = entity.keys.first else { return nil }
    var generator = SystemRandomNumberGenerator()
    if let pattern = dialect.writing.keyPattern, key.type == .text {
      let uuid = UUID().uuidString.lowercased()
      return ClientKey(
        key: .text(pattern.matches(uuid) ? uuid : pattern.make(using: &generator)))
    }
    return key.type == .uuid ? ClientKey(key: .text(UUID().uuidString.lowercased())) : nil
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
      switch snapshot[attribute.attribute.name] {
      case .integer(let number)?: parts.append(.integer(number))
      case .text(let text)? where !text.isEmpty: parts.append(.text(text))
      case .uuid(let uuid)?: parts.append(.text(uuid.uuidString.lowercased()))
      default: return nil
      }
    }
    guard let first = parts.first else { return nil }
    return parts.count == 1 ? first : .composite(parts)
  }
}
