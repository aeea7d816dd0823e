import LarderCore
import SQLiteDriver

/// A column and the value that it gets.
struct ColumnAssignment {
  var column: String
  var value: SQLiteValue
}

extension ChangeWriter {
  mutating func insert(_ snapshot: EntitySnapshot, restoring: PersistentIdentifier?) throws {
    let (index, plan) = try insertPlan(for: snapshot)
    var assignments = try kindAssignment(of: plan.table)
    try appendAttributes(of: snapshot, plan, to: &assignments)
    for relationship in plan.toOne {
      // Where the relationship says nothing, the columns' own values stay.
      guard case .identifier? = snapshot[relationship.name] else { continue }
      for assignment in try foreignKeyNow(relationship, of: snapshot) {
        assignments.removeAll { $0.column == assignment.column }
        assignments.append(assignment)
      }
    }
    // Keys that the links above gave out must not be given out again.
    if case .rowID(let column) = plan.table.key,
      !assignments.contains(where: { $0.column == column }),
      let key = try reservedKey(for: snapshot, in: index)
    {
      assignments.append(ColumnAssignment(column: column, value: .integer(key)))
    } else {
      try placeKey(&assignments, of: plan.table, restoring: restoring)
    }
    do throws(SQLiteError) {
      let row = try rowInsert(assignments, plan).run(assignments)
      remapping[snapshot.identifier] = PersistentIdentifier(
        origin: mapping.origins[index], primaryKey: .init(row))
    } catch {
      throw ConstraintFailure(error, snapshot, mapping).persistenceError(reader)
    }
  }

  /// The column that tells the entity, where its table is shared.
  private func kindAssignment(of table: TableMapping) throws -> [ColumnAssignment] {
    guard let discriminator = table.discriminator else { return [] }
    guard let value = discriminator.value else {
      throw PersistenceError(
        .unsupported, entity: table.entity, detail: "`\(table.entity)` is abstract")
    }
    return [ColumnAssignment(column: discriminator.column, value: value)]
  }

  /// The columns of attributes that have a value; what is left out gets the column's default.
  private func appendAttributes(
    of snapshot: EntitySnapshot, _ plan: InsertPlan, to assignments: inout [ColumnAssignment]
  ) throws {
    assignments.reserveCapacity(assignments.count + plan.columns.count + 1)
    for index in plan.columns.indices {
      guard let value = snapshot.values[plan.columns[index].slot] else { continue }
      if value == .null, plan.columns[index].isLeftOutForNull { continue }
      let column = plan.columns[index].mapping
      assignments.append(
        ColumnAssignment(
          column: column.column,
          value: try column.storedForm(of: value, entity: plan.table.entity)))
    }
  }

  /// Gives a row back its former rowid, where no other row has it by now.
  private func placeKey(
    _ assignments: inout [ColumnAssignment], of table: TableMapping,
    restoring: PersistentIdentifier?
  ) throws {
    guard case .rowID(let column) = table.key, let restoring,
      try mapping.isSameTable(restoring.entity, table.entity),
      case .integer(let key) = restoring.primaryKey
    else { return }
    let former = SQLiteValue.integer(key)
    let taken = try connection.value(
      "SELECT 1 FROM \(table.table.sqlName) WHERE \(column.sqlName) = ?", [former])
    if taken == nil {
      assignments.removeAll { $0.column == column }
      assignments.append(ColumnAssignment(column: column, value: former))
    } else {
      assignments.removeAll { $0.column == column && $0.value == former }
    }
  }

  mutating func update(from before: EntitySnapshot, to after: EntitySnapshot) throws {
    let table = mapping.tables[try mapping.requireIndex(of: after.entityName)]
    var assignments: [ColumnAssignment] = []
    for column in table.columns
    where !column.isGenerated && before[column.attribute] != after[column.attribute] {
      if table.key.columnNames.contains(column.column) {
        throw PersistenceError(
          .unsupported, identifier: after.identifier, attribute: column.attribute,
          value: after[column.attribute], detail: "a primary key cannot be changed")
      }
      let value = after[column.attribute] ?? .null
      assignments.append(
        ColumnAssignment(
          column: column.column, value: try column.storedForm(of: value, entity: table.entity)))
    }
    for relationship in table.relationships
    where !relationship.isToMany && before[relationship.name] != after[relationship.name] {
      assignments += try foreignKeyNow(relationship, of: after)
    }
    try update(after, assignments)
  }

  func update(_ snapshot: EntitySnapshot, _ assignments: [ColumnAssignment]) throws {
    guard !assignments.isEmpty else { return }
    let table = mapping.tables[try mapping.requireIndex(of: snapshot.entityName)]
    let list = assignments.map { "\(name: $0.column) = \(value: $0.value)" as SQLText }
    let condition = try keyCondition(of: permanent(snapshot.identifier))
    try run(
      "UPDATE \(name: table.table) SET \(list.joined(by: ", ")) WHERE \(condition)", snapshot)
  }

  /// The columns of a foreign key, none where the key of its destination cannot be foretold.
  private mutating func foreignKeyNow(
    _ relationship: RelationshipMapping, of owner: EntitySnapshot
  ) throws -> [ColumnAssignment] {
    let destination = owner[relationship.name] ?? .null
    if case .identifier(let identifier) = destination, identifier.isTemporary,
      try !reserveKey(of: identifier, for: relationship)
    {
      postponed.append((owner, relationship))
      return []
    }
    return try foreignKey(relationship, to: destination, owner)
  }

  /// The values of a foreign key's columns for a destination, all null for none.
  func foreignKey(
    _ relationship: RelationshipMapping, to destination: AttributeValue, _ owner: EntitySnapshot
  ) throws -> [ColumnAssignment] {
    guard case .toOne(let pairs, let isDirect) = relationship.link else { return [] }
    guard case .identifier(let identifier) = destination else {
      return (pairs.map(\.child) + [relationship.entityColumn].compactMap(\.self))
        .map { ColumnAssignment(column: $0, value: .null) }
    }
    let values =
      isDirect
      ? permanent(identifier).primaryKey.storedValues(count: pairs.count)
      : try storedValues(pairs.map(\.parent), of: identifier)
    let entity = mapping.families[relationship.destination].first {
      mapping.tables[$0].entity == identifier.entity
    }
    guard let values, let entity else {
      throw PersistenceError(
        .objectNotFound, identifier: owner.identifier, attribute: relationship.name,
        value: destination, detail: "there is no such object")
    }
    let kind = relationship.entityColumn.flatMap { column in
      mapping.tables[entity].discriminator?.value.map {
        ColumnAssignment(column: column, value: $0)
      }
    }
    return zip(pairs, values).map { ColumnAssignment(column: $0.child, value: $1) }
      + [kind].compactMap(\.self)
  }

  /// Columns of an object's row as they are stored; `nil` when there is no such row.
  func storedValues(
    _ columns: [String], of identifier: PersistentIdentifier
  ) throws -> [SQLiteValue]? {
    let identifier = permanent(identifier)
    let table = mapping.tables[try mapping.requireIndex(of: identifier.entity)]
    let names = columns.map { SQLText.name($0) }.joined(by: ", ")
    let condition = try keyCondition(of: identifier)
    let sql: SQLText = "SELECT \(names) FROM \(name: table.table) WHERE \(condition)"
    return try connection.rows(sql.text, sql.values).first
  }
}
