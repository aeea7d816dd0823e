import LarderCore
import SQLiteDriver

/// A row of a join table, its columns in the order of their names.
private struct JoinRow: Hashable {
  var table: TableName
  var columns: [String]
  var values: [SQLiteValue]

  var condition: SQLText {
    zip(columns, values).map { "\(name: $0) IS \(value: $1)" as SQLText }.joined(by: " AND ")
  }
}

extension ChangeWriter {
  /// Takes away the rows of many-to-many relationships that no longer hold, those of objects that are
  /// to be deleted among them.
  func removeLinks(_ changes: ChangeSet) throws {
    var removed: Set<JoinRow> = []
    var kept: Set<JoinRow> = []
    for change in changes.changes {
      for (relationship, join) in try joins(of: change.identifier.entity) {
        let (old, new) = try links(relationship.name, of: change)
        for end in old.subtracting(new) {
          if let row = try row(join, change.identifier, end) { removed.insert(row) }
        }
        for end in new.subtracting(old) {
          if let row = try row(join, change.identifier, end) { kept.insert(row) }
        }
      }
    }
    for row in removed.subtracting(kept) {
      let sql: SQLText = "DELETE FROM \(name: row.table) WHERE \(row.condition)"
      try connection.run(sql.text, sql.values)
    }
  }

  /// Writes the rows of many-to-many relationships that are new: a link that both ends tell of is
  /// written once.
  func addLinks(_ changes: ChangeSet) throws {
    for change in changes.changes {
      guard let owner = change.written else { continue }
      for (relationship, join) in try joins(of: change.identifier.entity) {
        let (old, new) = try links(relationship.name, of: change)
        for end in new.subtracting(old) {
          guard let row = try row(join, change.identifier, end) else {
            throw PersistenceError(
              .objectNotFound, identifier: owner.identifier, attribute: relationship.name,
              value: .identifier(end), detail: "there is no such object")
          }
          try insert(row, owner)
        }
      }
    }
  }

  private func insert(_ row: JoinRow, _ owner: EntitySnapshot) throws {
    let names = row.columns.map { SQLText.name($0) }.joined(by: ", ")
    let values = row.values.map { "\(value: $0)" as SQLText }.joined(by: ", ")
    try run(
      """
      INSERT INTO \(name: row.table) (\(names)) VALUES (\(values)) ON CONFLICT DO NOTHING
      """, owner)
  }

  private func joins(
    of entity: EntityName
  ) throws -> [(RelationshipMapping, JoinMapping)] {
    mapping.tables[try mapping.requireIndex(of: entity)].relationships.compactMap { relationship in
      guard case .join(let join) = relationship.link else { return nil }
      return (relationship, join)
    }
  }

  /// The destinations before and after a change; a deleted object loses those that it has now.
  private func links(
    _ name: AttributeName, of change: ChangeSet.Change
  ) throws -> (old: Set<PersistentIdentifier>, new: Set<PersistentIdentifier>) {
    switch change {
    case .insert(let snapshot, _): return ([], Set(snapshot[name].destinations))
    case .update(let before, let after):
      guard after[name] != nil, before[name] != after[name] else { return ([], []) }
      let old =
        before[name] == nil ? try stored(name, of: before.identifier) : before[name].destinations
      return (Set(old), Set(after[name].destinations))
    case .delete(let before): return (Set(try stored(name, of: before.identifier)), [])
    }
  }

  private func stored(
    _ name: AttributeName, of identifier: PersistentIdentifier
  ) throws -> [PersistentIdentifier] {
    try reader.destinations(of: name, from: [identifier])[identifier] ?? []
  }

  /// The row that links two objects; `nil` when one of them is gone.
  private func row(
    _ join: JoinMapping, _ near: PersistentIdentifier, _ far: PersistentIdentifier
  ) throws -> JoinRow? {
    guard let nearValues = try storedValues(join.near.map(\.parent), of: near),
      let farValues = try storedValues(join.far.map(\.parent), of: far)
    else { return nil }
    let columns = zip((join.near + join.far).map(\.child), nearValues + farValues)
      .sorted { $0.0 < $1.0 }
    return JoinRow(table: join.table, columns: columns.map(\.0), values: columns.map(\.1))
  }
}

extension AttributeValue? {
  /// The objects in a relationship's value.
  fileprivate var destinations: [PersistentIdentifier] {
    switch self {
    case .identifier(let identifier)?: [identifier]
    case .array(let elements)?: elements.flatMap { Optional($0).destinations }
    default: []
    }
  }
}
