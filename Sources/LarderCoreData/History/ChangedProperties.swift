import LarderCore

/// Which properties an update changed, as a bit string: the first bit is the highest of the first byte.
///
/// The bits follow the names of all properties in order, to-many relationships included; a to-one
/// relationship with a column for its object's entity takes two. Where the bits of an entity with a parent
/// begin is not known.
struct ChangedProperties {
  /// The properties in the order of their bits, some twice; `nil` where the bits are not understood.
  private let places: [AttributeName]?

  init(of entity: String, in hierarchy: ModelHierarchy) {
    guard let found = hierarchy.entity(entity), found.superentity == nil else {
      places = nil
      return
    }
    places = found.properties.flatMap { property -> [AttributeName] in
      let name = AttributeName(property.name)
      switch property {
      case .attribute(let attribute): return attribute.isTransient ? [] : [name]
      case .composite: return [name]
      case .relationship(let relationship):
        if relationship.isTransient { return [] }
        let hasEntity = !relationship.isToMany && hierarchy.hasSubentities(relationship.destination)
        return hasEntity ? [name, name] : [name]
      }
    }
  }

  /// The properties whose bits are set, in order; none where the bits are not understood.
  func names(in bits: [UInt8]) -> [AttributeName] {
    guard let places else { return [] }
    var result: [AttributeName] = []
    for (index, name) in places.enumerated() {
      guard index / 8 < bits.count, bits[index / 8] & (0x80 >> (index % 8)) != 0,
        result.last != name
      else { continue }
      result.append(name)
    }
    return result
  }

  /// The bit string of some properties; `nil` where the bits are not understood.
  func bits(of names: Set<AttributeName>) -> [UInt8]? {
    guard let places else { return nil }
    var bits: [UInt8] = []
    for (index, name) in places.enumerated() where names.contains(name) {
      while bits.count <= index / 8 { bits.append(0) }
      bits[index / 8] |= 0x80 >> (index % 8)
    }
    return bits
  }
}
