package import LarderCore

extension EntityTransaction.Change {
  /// What a history notes of a change.
  ///
  /// - Parameters:
  ///   - change: As it was written.
  ///   - remapping: The permanent identifiers of the inserts.
  ///   - schema: Says which attributes of a deleted object stay.
  package init(
    _ change: ChangeSet.Change, _ remapping: [PersistentIdentifier: PersistentIdentifier],
    in schema: EntitySchema
  ) {
    let identifier = remapping[change.identifier] ?? change.identifier
    switch change {
    case .insert: self.init(kind: .insert, identifier: identifier)
    case .update(let before, let after):
      let names = after.layout.names.filter { after[$0] != nil && before[$0] != after[$0] }
      self.init(kind: .update, identifier: identifier, attributes: names)
    case .delete(let snapshot):
      let kept = schema.allAttributes(of: snapshot.entityName).filter {
        $0.isUnique || $0.isPreservedOnDeletion
      }
      let members = kept.compactMap { attribute in
        snapshot[attribute.name].map { AttributeObject.Member(name: attribute.name, value: $0) }
      }
      self.init(kind: .delete, identifier: identifier, tombstone: AttributeObject(members))
    }
  }
}
