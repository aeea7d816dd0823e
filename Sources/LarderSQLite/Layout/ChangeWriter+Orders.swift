import LarderCore
import SQLiteDriver

extension ChangeWriter {
  /// Writes the places of the objects in ordered relationships.
  func writeOrders(_ changes: ChangeSet) throws {
    for change in changes.changes {
      guard let owner = change.written else { continue }
      let index = try mapping.requireIndex(of: owner.entityName)
      for relationship in mapping.tables[index].relationships {
        guard let column = relationship.order, isReordered(relationship.name, change),
          case .array(let elements)? = owner[relationship.name]
        else { continue }
        for (place, element) in elements.enumerated() {
          guard case .identifier(let destination) = element else { continue }
          let condition = try self.condition(relationship, owner.identifier, destination)
          try run(
            """
            UPDATE \(name: try orderTable(of: relationship)) \
            SET \(name: column) = \(value: .integer(Int64(place))) WHERE \(condition)
            """, owner)
        }
      }
    }
  }

  private func isReordered(_ name: AttributeName, _ change: ChangeSet.Change) -> Bool {
    switch change {
    case .insert: true
    case .update(let before, let after): before[name] != after[name]
    case .delete: false
    }
  }

  private func orderTable(of relationship: RelationshipMapping) throws -> TableName {
    if case .join(let join) = relationship.link { return join.table }
    return mapping.tables[relationship.destination].table
  }

  /// The row that holds a place.
  private func condition(
    _ relationship: RelationshipMapping, _ owner: PersistentIdentifier,
    _ destination: PersistentIdentifier
  ) throws -> SQLText {
    guard case .join(let join) = relationship.link else {
      return try keyCondition(of: permanent(destination))
    }
    let ends = try [(join.near, owner), (join.far, destination)].map { pairs, identifier in
      let values = try storedValues(pairs.map(\.parent), of: identifier) ?? []
      return zip(pairs, values).map { "\(name: $0.child) IS \(value: $1)" as SQLText }
        .joined(by: " AND ")
    }
    return ends.joined(by: " AND ")
  }
}
