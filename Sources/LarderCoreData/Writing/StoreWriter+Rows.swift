import LarderCore
import LarderSQLite
import SQLiteDriver

extension StoreWriter {
  mutating func insert(_ snapshot: EntitySnapshot) throws {
    let table = try table(of: snapshot.entityName)
    var assignments: [(column: String, value: SQLiteValue)] = [
      ("Z_PK", .integer(try key(of: snapshot.identifier))),
      ("Z_ENT", .integer(try number(of: snapshot.entityName))), ("Z_OPT", .integer(1)),
    ]
    for column in table.columns where !column.isGenerated {
      let value = column.value(in: snapshot) ?? .null
      assignments.append((column.column, try stored(value, column, table)))
    }
    for relationship in table.relationships where !relationship.isToMany {
      assignments += try foreignKey(relationship, of: snapshot)
    }
    assignments += try foreignColumns(of: snapshot, table)
    let columns = assignments.map { SQLText.name($0.column) }.joined(by: ", ")
    let values = assignments.map { "\(value: $0.value)" as SQLText }.joined(by: ", ")
    try run("INSERT INTO \(name: table.table) (\(columns)) VALUES (\(values))", snapshot)
    try restoreLinks(to: try key(of: snapshot.identifier), of: table)
    touch(.insert, permanent(snapshot.identifier))
  }

  mutating func update(from before: EntitySnapshot, to after: EntitySnapshot) throws {
    let table = try table(of: after.entityName)
    let changed = Set(
      after.layout.names.filter { after[$0] != nil && after[$0] != before[$0] })
    guard !changed.isEmpty else { return }
    try keepForms(of: after.identifier, in: table, changed)
    var assignments: [(column: String, value: SQLiteValue)] = []
    for column in table.columns where !column.isGenerated && changed.contains(column.attribute) {
      let value = column.value(in: after) ?? .null
      guard value != column.value(in: before) ?? .null || before[column.attribute] == nil else {
        continue
      }
      assignments.append((column.column, try stored(value, column, table)))
    }
    for relationship in table.relationships
    where !relationship.isToMany && changed.contains(relationship.name) {
      assignments += try foreignKey(relationship, of: after)
    }
    try keepOrders(try key(of: after.identifier), of: table.table.name)
    try write(assignments, to: after, in: table)
    touch(.update, permanent(after.identifier), changed)
  }

  private func write(
    _ assignments: [(column: String, value: SQLiteValue)], to snapshot: EntitySnapshot,
    in table: TableMapping
  ) throws {
    guard !assignments.isEmpty else { return }
    let list = assignments.map { "\(name: $0.column) = \(value: $0.value)" as SQLText }
    try run(
      """
      UPDATE \(name: table.table) SET \(list.joined(by: ", ")) \
      WHERE Z_PK = \(value: .integer(try key(of: snapshot.identifier)))
      """, snapshot)
  }

  /// Clears unique values that an update changes, so that two objects can trade theirs.
  func setUniqueAside(from before: EntitySnapshot, to after: EntitySnapshot) throws {
    let unique = Set(
      hierarchy.lineage(of: after.entityName.rawValue).flatMap(\.uniquenessConstraints)
        .flatMap(\.self).map { AttributeName($0) })
    guard !unique.isEmpty else { return }
    let table = try table(of: after.entityName)
    let columns = table.columns.filter {
      unique.contains($0.attribute) && !$0.isGenerated && after[$0.attribute] != nil
        && before[$0.attribute] != after[$0.attribute]
    }
    try write(columns.map { ($0.column, .null) }, to: after, in: table)
  }

  /// The columns of a to-one relationship: the key, and the entity's number where there is a column; without
  /// an object there is no sort key among its objects either.
  private func foreignKey(
    _ relationship: RelationshipMapping, of owner: EntitySnapshot
  ) throws -> [(column: String, value: SQLiteValue)] {
    guard case .toOne(let pairs, _) = relationship.link, let column = pairs.first?.child else {
      return []
    }
    guard case .identifier(let destination)? = owner[relationship.name] else {
      let order = orderColumn(beside: column, of: try table(of: owner.entityName).table.name)
      return [column, relationship.entityColumn, order].compactMap(\.self).map { ($0, .null) }
    }
    var result = [(column, SQLiteValue.integer(try key(of: destination)))]
    if let entityColumn = relationship.entityColumn {
      result.append((entityColumn, .integer(try number(of: destination.entity))))
    }
    // A link that comes back may lead to what is not there, and whose order nobody writes.
    let table = try table(of: owner.entityName).table.name
    if let order = orderColumn(beside: column, of: table),
      let former = kept.row(at: [.integer(try self.key(of: owner.identifier))], of: table)[order]
    {
      result.append((order, former))
    }
    return result
  }

  /// What to store for a value; one that stood in this session's rows before gets its own bytes again.
  private func stored(
    _ value: AttributeValue, _ column: ColumnMapping, _ table: TableMapping
  ) throws -> SQLiteValue {
    if case .coded = column.meaning, value != .null,
      let form = kept.form(of: value, in: column.column, of: table.table.name)
    {
      return form
    }
    return try column.storedForm(of: value, entity: table.entity)
  }

  /// Keeps the bytes of values in forms of their own, before they are overwritten or deleted.
  mutating func keepForms(
    of identifier: PersistentIdentifier, in table: TableMapping, _ changed: Set<AttributeName>?
  ) throws {
    let columns = table.columns.filter { column in
      guard case .coded = column.meaning else { return false }
      return changed?.contains(column.attribute) ?? true
    }
    guard !columns.isEmpty else { return }
    let list = columns.map { SQLText.name($0.column) }.joined(by: ", ")
    let sql: SQLText = """
      SELECT \(list) FROM \(name: table.table) \
      WHERE Z_PK = \(value: .integer(try key(of: identifier)))
      """
    guard let row = try connection.rows(sql.text, sql.values).first else { return }
    for (column, raw) in zip(columns, row) {
      guard case .coded(let codec) = column.meaning, case .blob(let bytes) = raw else { continue }
      if codec.isExternal {
        if let file = ExternalData.fileName(in: bytes) { orphanedFiles.insert(file) }
      } else if let value = codec.decode(raw) {
        kept.keep(raw, for: value, in: column.column, of: table.table.name)
      }
    }
  }
}

extension ColumnMapping {
  /// The value of a snapshot that this column holds; `nil` where it was not loaded or is not there.
  func value(in snapshot: EntitySnapshot) -> AttributeValue? {
    var value = snapshot[attribute]
    for member in members {
      guard case .object(let object)? = value else { return nil }
      value = object[member]
    }
    return value
  }
}
