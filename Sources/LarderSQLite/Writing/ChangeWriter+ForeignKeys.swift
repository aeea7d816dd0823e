import LarderCore
import SQLiteDriver

extension ChangeWriter {
  /// Finds what a foreign key that leads nowhere has to do with the changes.
  ///
  /// Where an object that was written holds it, that object is at fault; else the delete of what it led
  /// to is denied.
  func foreignKeyFailure(_ error: SQLiteError, _ changes: ChangeSet) throws -> PersistenceError {
    let written = Dictionary(
      changes.changes.map { (permanent($0.identifier), $0) },
      uniquingKeysWith: { first, _ in first })
    for index in mapping.tables.indices {
      for relationship in mapping.tables[index].relationships {
        guard case .toOne(let pairs, _) = relationship.link,
          isTouched(index, relationship, changes),
          let holder = try broken(relationship, pairs, of: index, among: written)
        else { continue }
        let parents = mapping.families[relationship.destination].map { mapping.tables[$0].entity }
        let parent = mapping.tables[relationship.destination].entity
        if let change = written[holder], let snapshot = change.written {
          return PersistenceError(
            .objectNotFound, identifier: change.identifier, attribute: relationship.name,
            value: snapshot[relationship.name], detail: "there is no such `\(parent)`",
            underlyingError: error)
        }
        let deleted = changes.changes.first {
          $0.written == nil && parents.contains($0.identifier.entity)
        }
        return PersistenceError(
          .deleteDenied, identifier: deleted?.identifier, entity: parent,
          detail: "\(holder) refers to it as `\(relationship.name)`", underlyingError: error)
      }
    }
    return PersistenceError(.failed, detail: error.message, underlyingError: error)
  }

  /// The changes may have broken the foreign key.
  private func isTouched(
    _ index: Int, _ relationship: RelationshipMapping, _ changes: ChangeSet
  ) -> Bool {
    let ends = ([index] + mapping.families[relationship.destination]).map {
      mapping.tables[$0].entity
    }
    return changes.changes.contains { ends.contains($0.identifier.entity) }
  }

  /// An object whose foreign key leads nowhere, one of the changes' if there is one.
  private func broken(
    _ relationship: RelationshipMapping, _ pairs: [ColumnPair], of index: Int,
    among written: [PersistentIdentifier: ChangeSet.Change]
  ) throws -> PersistentIdentifier? {
    let compiler = SQLCompiler(mapping: mapping, table: index)
    let child = SQLCompiler.Row(table: index, alias: "c", family: [index])
    let parent = SQLCompiler.Row(
      table: relationship.destination, alias: "p",
      family: mapping.families[relationship.destination])
    let key = mapping.tables[index].key.columnNames.map { child.column($0) }.joined(by: ", ")
    let isSet =
      pairs.map { "\(child.column($0.child)) IS NOT NULL" as SQLText }
      + [compiler.isOfFamily(child)].compactMap(\.self)
    let link =
      [SQLCompiler.link(pairs, parent: parent, child: child)]
      + [compiler.isOfFamily(parent)].compactMap(\.self)
    let sql: SQLText = """
      SELECT \(key) FROM \(name: mapping.tables[index].table) AS c WHERE \
      \(isSet.joined(by: " AND ")) AND NOT EXISTS (SELECT 1 FROM \
      \(name: mapping.tables[relationship.destination].table) AS p WHERE \
      \(link.joined(by: " AND ")))
      """
    var found: PersistentIdentifier?
    try reader.forEachRow(of: sql) { statement in
      let values = (0..<statement.columnCount).map { statement.value(at: $0) }
      let identifier = PersistentIdentifier(
        origin: mapping.origins[index], primaryKey: .init(values))
      found = found ?? identifier
      guard written[identifier]?.written != nil else { return true }
      found = identifier
      return false
    }
    return found
  }
}
