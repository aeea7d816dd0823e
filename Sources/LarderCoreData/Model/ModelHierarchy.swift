/// Lookups by name in a model: numbers, parents, properties and inverses.
///
/// Any model will do, a contradictory one too: a chain of parents ends where a name is unknown or comes
/// again.
struct ModelHierarchy {
  let model: ManagedObjectModel
  private let positions: [String: Int]
  private let parents: Set<String>

  /// By entity and name.
  private let relationships: [String: [String: ManagedObjectModel.Relationship]]

  init(_ model: ManagedObjectModel) {
    self.model = model
    positions = Dictionary(
      model.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    parents = Set(model.entities.compactMap(\.superentity))
    relationships = Dictionary(
      model.entities.map { ($0.name, $0.relationshipsByName) },
      uniquingKeysWith: { first, _ in first })
  }

  func entity(_ name: String) -> ManagedObjectModel.Entity? {
    positions[name].map { model.entities[$0] }
  }

  /// What `Z_ENT` holds for an entity's own rows: 1 for the first entity of the model.
  func number(of name: String) -> Int? { positions[name].map { $0 + 1 } }

  func hasSubentities(_ name: String) -> Bool { parents.contains(name) }

  /// The entity, its parent, the parent's parent and so on to the root.
  func lineage(of name: String) -> [ManagedObjectModel.Entity] {
    var lineage: [ManagedObjectModel.Entity] = []
    var seen: Set<String> = []
    var next = entity(name)
    while let entity = next, seen.insert(entity.name).inserted {
      lineage.append(entity)
      next = entity.superentity.flatMap(self.entity)
    }
    return lineage
  }

  /// The topmost ancestor, whose table holds the rows; the entity itself when it has no parent.
  func root(of name: String) -> String { lineage(of: name).last?.name ?? name }

  /// A relationship that an entity has or inherits, with the entity that declares it.
  func relationship(_ name: String, of entity: String) -> OwnedRelationship? {
    for ancestor in lineage(of: entity) {
      if let relationship = relationships[ancestor.name]?[name] {
        return OwnedRelationship(owner: ancestor.name, relationship: relationship)
      }
    }
    return nil
  }

  /// The other direction, or `nil` for a relationship without one.
  func inverse(of relationship: ManagedObjectModel.Relationship) -> OwnedRelationship? {
    relationship.inverse.flatMap { self.relationship($0, of: relationship.destination) }
  }
}

/// A relationship and the entity that declares it.
struct OwnedRelationship: Hashable, Sendable {
  var owner: String
  var relationship: ManagedObjectModel.Relationship
}

extension ManagedObjectModel.Entity {
  fileprivate var relationshipsByName: [String: ManagedObjectModel.Relationship] {
    var result: [String: ManagedObjectModel.Relationship] = [:]
    for case .relationship(let relationship) in properties where result[relationship.name] == nil {
      result[relationship.name] = relationship
    }
    return result
  }
}
