import LarderCore

extension EntitySchema {
  /// Gives relationships without an inverse the only unambiguous relationship back, as SwiftData infers it.
  mutating func inferInverses() {
    for index in entities.indices {
      for (slot, relationship) in entities[index].relationships.enumerated() {
        entities[index].relationships[slot].inverse =
          relationship.inverse ?? inverse(of: relationship, from: entities[index].name)
      }
    }
  }

  private func inverse(of relationship: Relationship, from entity: EntityName) -> AttributeName? {
    let back = self.entity(relationship.destination)?.relationships ?? []
    if let named = back.first(where: {
      $0.destination == entity && $0.inverse == relationship.name
    }) {
      return named.name
    }
    // No relationship is its own way back: a friend need not call one a friend.
    let candidates = back.filter {
      $0.destination == entity && $0.inverse == nil
        && !(entity == relationship.destination && $0.name == relationship.name)
    }
    let rivals = self.entity(entity)?.relationships.filter {
      $0.destination == relationship.destination
    }
    return candidates.count == 1 && rivals?.count == 1 ? candidates[0].name : nil
  }
}
