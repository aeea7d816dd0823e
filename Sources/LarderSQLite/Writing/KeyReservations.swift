import LarderCore
import SQLiteDriver

/// Keys that are given to new objects before they are inserted, so that others can refer to them.
struct KeyReservations {
  /// What is inserted, by temporary identifier.
  fileprivate var inserts: [PersistentIdentifier: EntitySnapshot] = [:]

  /// The next integer key of a table, by its name, where keys of it were given out.
  fileprivate var next: [TableName: Int64] = [:]

  /// The former identifiers of objects that are inserted again.
  fileprivate var former: [PersistentIdentifier: PersistentIdentifier] = [:]

  init(_ changes: ChangeSet = ChangeSet()) {
    for case .insert(let snapshot, let restoring) in changes.changes {
      inserts[snapshot.identifier] = snapshot
      former[snapshot.identifier] = restoring
    }
  }
}

extension ChangeWriter {
  /// Makes sure that the key of a new object is known; false where only its insert will tell.
  mutating func reserveKey(
    of identifier: PersistentIdentifier, for relationship: RelationshipMapping
  ) throws -> Bool {
    if remapping[identifier] != nil { return true }
    guard case .toOne(_, isDirect: true) = relationship.link,
      let snapshot = reservations.inserts[identifier]
    else { return false }
    let index = try mapping.requireIndex(of: identifier.entity)
    guard let key = try foretoldKey(of: snapshot, in: index) else { return false }
    remapping[identifier] = PersistentIdentifier(
      origin: mapping.origins[index], primaryKey: .init(key))
    return true
  }

  /// The integer key that an object has to be inserted under; `nil` where none was given out.
  mutating func reservedKey(for snapshot: EntitySnapshot, in index: Int) throws -> Int64? {
    if case .integer(let key)? = remapping[snapshot.identifier]?.primaryKey { return key }
    guard reservations.next[mapping.tables[index].table] != nil,
      case .integer(let key)? = try foretoldKey(of: snapshot, in: index)?.first
    else { return nil }
    return key
  }

  private mutating func foretoldKey(
    of snapshot: EntitySnapshot, in index: Int
  ) throws -> [SQLiteValue]? {
    let table = mapping.tables[index]
    switch table.key {
    case .position: return nil
    case .rowID(let column):
      if let own = table.column(named: column), case .integer(let key)? = snapshot[own.attribute] {
        return [.integer(key)]
      }
      if let key = try formerKey(of: snapshot, column, in: table) { return [.integer(key)] }
      return try mintKey(column, in: index).map { [.integer($0)] }
    case .columns(let columns):
      let values = try columns.compactMap { part -> SQLiteValue? in
        guard let column = table.column(named: part.name), let value = snapshot[column.attribute],
          value != .null
        else { return nil }
        return try column.storedForm(of: value, entity: table.entity)
      }
      return values.count == columns.count ? values : nil
    }
  }

  /// The key that an object had before, where no other row has it by now.
  private func formerKey(
    of snapshot: EntitySnapshot, _ column: String, in table: TableMapping
  ) throws -> Int64? {
    guard let former = reservations.former[snapshot.identifier],
      try mapping.isSameTable(former.entity, table.entity),
      case .integer(let key) = former.primaryKey
    else { return nil }
    let taken = try connection.value(
      "SELECT 1 FROM \(table.table.sqlName) WHERE \(column.sqlName) = ?", [.integer(key)])
    return taken == nil ? key : nil
  }

  /// The next free integer key; `nil` at the end of the integers.
  private mutating func mintKey(_ column: String, in index: Int) throws -> Int64? {
    let table = mapping.tables[index].table
    let key = try reservations.next[table] ?? firstFreeKey(column, in: index)
    guard let key, key < .max else { return nil }
    reservations.next[table] = key + 1
    return key
  }

  private func firstFreeKey(_ column: String, in index: Int) throws -> Int64? {
    let table = mapping.tables[index]
    var last = Int64(0)
    let largest = try connection.value(
      "SELECT max(\(column.sqlName)) FROM \(table.table.sqlName)")
    if case .integer(let key)? = largest { last = max(last, key) }
    let schema = table.table.schema
    let hasSequences = try connection.value(
      """
      SELECT 1 FROM \(TableName("sqlite_schema", schema: schema).sqlName) \
      WHERE name = 'sqlite_sequence'
      """)
    if hasSequences != nil,
      case .integer(let key)? = try connection.value(
        """
        SELECT seq FROM \(TableName("sqlite_sequence", schema: schema).sqlName) WHERE name = ?
        """, [.text(table.table.name)])
    {
      last = max(last, key)
    }
    for snapshot in reservations.inserts.values
    where try mapping.isSameTable(snapshot.entityName, table.entity) {
      if let own = table.column(named: column), case .integer(let key)? = snapshot[own.attribute] {
        last = max(last, key)
      }
    }
    return last < .max ? last + 1 : nil
  }
}
