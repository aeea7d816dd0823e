import LarderCore

extension DatabaseMapping {
  /// The inserts, each behind those that it refers to, as far as they do not refer to each other in a
  /// circle; else in the order given.
  ///
  /// A foreign key that may not be null is there from the start this way.
  func inOrderOfNeed(_ inserts: [ChangeSet.Change]) -> [ChangeSet.Change] {
    var waiting = Dictionary(
      inserts.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [ChangeSet.Change] = []
    for insert in inserts {
      // Depth first, on a stack of our own: a chain may be as long as the save.
      var stack = [insert.identifier]
      var entered: Set<PersistentIdentifier> = []
      while let last = stack.last {
        guard let change = waiting[last] else {
          stack.removeLast()
          continue
        }
        let needed =
          entered.insert(last).inserted
          ? needs(of: change).filter { waiting[$0] != nil && !entered.contains($0) } : []
        if needed.isEmpty {
          stack.removeLast()
          waiting[last] = nil
          result.append(change)
        } else {
          stack += needed.reversed()
        }
      }
    }
    return result
  }

  /// The objects that an insert's foreign keys lead to.
  private func needs(of change: ChangeSet.Change) -> [PersistentIdentifier] {
    guard let snapshot = change.written, let index = index(of: snapshot.entityName) else {
      return []
    }
    return tables[index].relationships.compactMap { relationship in
      guard !relationship.isToMany, case .identifier(let identifier)? = snapshot[relationship.name]
      else { return nil }
      return identifier
    }
  }
}
