extension ManagedObjectModel {
  /// What a damaged model could make of memory or of the stack is refused at these limits.
  static let sizeLimit = 1 << 24
  static let propertyLimit = 1 << 18
  static let depthLimit = 200

  /// Makes a model of entities in any order, with inherited properties among their own or not.
  ///
  /// - Throws: ``ModelError`` where parents are unknown, go round in a circle or stand too deep, or an
  ///   entity stands twice.
  init(assembling entities: [Entity], versionIdentifiers: [String]) throws(ModelError) {
    var assembly = try ModelAssembly(entities)
    self.init(
      entities: try assembly.sorted(), versionIdentifiers: versionIdentifiers.sorted())
  }
}

/// Sorts entities and leaves out what they inherit.
private struct ModelAssembly {
  private let entities: [ManagedObjectModel.Entity]
  private var children: [String: [ManagedObjectModel.Entity]] = [:]
  private var roots: [ManagedObjectModel.Entity] = []
  private var result: [ManagedObjectModel.Entity] = []

  init(_ entities: [ManagedObjectModel.Entity]) throws(ModelError) {
    self.entities = entities
    var names: Set<String> = []
    for entity in entities {
      guard names.insert(entity.name).inserted else {
        throw ModelError(.duplicateEntity, entity: entity.name)
      }
    }
    for entity in entities {
      guard let parent = entity.superentity else {
        roots.append(entity)
        continue
      }
      guard names.contains(parent) else {
        throw ModelError(.unknownSuperentity(parent), entity: entity.name)
      }
      children[parent, default: []].append(entity)
    }
  }

  mutating func sorted() throws(ModelError) -> [ManagedObjectModel.Entity] {
    try add(roots, inherited: Inheritance(), depth: 0)
    if result.count < entities.count {
      let reached = Set(result.map(\.name))
      throw ModelError(
        .superentityCycle, entity: entities.first { !reached.contains($0.name) }?.name)
    }
    return result
  }

  private mutating func add(
    _ siblings: [ManagedObjectModel.Entity], inherited: Inheritance, depth: Int
  ) throws(ModelError) {
    guard depth <= ManagedObjectModel.depthLimit else {
      throw ModelError(.tooDeep, entity: siblings.first?.name)
    }
    for var entity in siblings.sorted(by: { Self.order($0.name, $1.name) }) {
      inherited.removeAll(from: &entity)
      entity.properties.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      result.append(entity)
      guard let below = children[entity.name] else { continue }
      try add(below, inherited: inherited.with(entity), depth: depth + 1)
    }
  }

  /// Without regard to case, and where that makes no difference by bytes.
  private static func order(_ left: String, _ right: String) -> Bool {
    let (lowerLeft, lowerRight) = (left.lowercased(), right.lowercased())
    return lowerLeft == lowerRight
      ? left.utf8.lexicographicallyPrecedes(right.utf8)
      : lowerLeft.utf8.lexicographicallyPrecedes(lowerRight.utf8)
  }
}

/// What an entity has from its ancestors, which archives repeat.
private struct Inheritance {
  private var properties: Set<String> = []
  private var constraints: Set<[String]> = []
  private var indices: Set<ManagedObjectModel.FetchIndex> = []

  func removeAll(from entity: inout ManagedObjectModel.Entity) {
    entity.properties.removeAll { properties.contains($0.name) }
    entity.uniquenessConstraints.removeAll { constraints.contains($0) }
    entity.indices.removeAll { indices.contains($0) }
  }

  func with(_ entity: ManagedObjectModel.Entity) -> Inheritance {
    var result = self
    result.properties.formUnion(entity.properties.map(\.name))
    result.constraints.formUnion(entity.uniquenessConstraints)
    result.indices.formUnion(entity.indices)
    return result
  }
}
