import LarderCore
import SQLiteDriver

/// Gives the tables of a catalog their meaning as entities.
struct MappingBuilder {
  let catalog: Catalog
  let connection: Connection
  let declared: DeclaredSchema?
  private(set) var tables: [TableMapping] = []
  private(set) var entities: [EntitySchema.Entity] = []

  init(_ catalog: Catalog, connection: Connection, declared: DeclaredSchema? = nil) {
    self.catalog = declared?.completing(catalog) ?? catalog
    self.connection = connection
    self.declared = declared
  }

  /// The mapping of everything that can be read.
  mutating func mapping(storeIdentifier: String) throws(SQLiteError) -> DatabaseMapping {
    for table in catalog.tables { try add(table) }
    addRelationships()
    return DatabaseMapping(
      tables: tables, schema: EntitySchema(entities: entities), storeIdentifier: storeIdentifier)
  }

  private mutating func add(_ table: Catalog.Table) throws(SQLiteError) {
    let key = try keyMapping(of: table)
    let sample = try ColumnSample(of: table, connection)
    let entity = declared?.tables[table.name]?.entity ?? freeName(of: table.name)
    var columns: [ColumnMapping] = []
    var attributes: [EntitySchema.Attribute] = []
    for (index, column) in table.columns.enumerated() {
      let name = AttributeName(column.name)
      // Names that are canonically equivalent are two columns to SQLite but one attribute to us.
      guard !columns.contains(where: { $0.attribute == name }) else { continue }
      let attribute = AttributeInference(table, column, sample.observations[index])
      columns.append(attribute.mapping(key: key))
      attributes.append(attribute.attribute(key: key))
    }
    tables.append(
      TableMapping(
        entity: entity, table: table.name, isView: table.kind == .view,
        isStrict: table.isStrict, key: key, ownOrder: ownOrder(of: table, key), columns: columns,
        relationships: [], readOnlyReason: table.readOnlyReason))
    entities.append(
      EntitySchema.Entity(
        name: entity, isReadOnly: table.readOnlyReason != nil,
        attributes: attributes, uniquenessConstraints: table.uniquenessConstraints,
        indices: table.indices.filter { !$0.isUnique }
          .map { $0.columns.map { AttributeName($0) } }))
    addDeclarations(to: tables.count - 1)
  }

  /// The table's own name, with that of its schema before it where another table has it already.
  private func freeName(of table: TableName) -> EntityName {
    let name = EntityName(table.name)
    guard let schema = table.schema, entities.contains(where: { $0.name == name }) else {
      return name
    }
    return EntityName("\(schema)_\(table.name)")
  }

  /// Gives attributes the names and types that were declared for them.
  private mutating func addDeclarations(to index: Int) {
    for (column, attribute) in declared?.tables[tables[index].table]?.attributes ?? [:] {
      guard let place = tables[index].columns.firstIndex(where: { $0.column == column }) else {
        continue
      }
      tables[index].columns[place].meaning = attribute.type.declaredMeaning
      let isRequired = !entities[index].attributes[place].isOptional
      entities[index].attributes[place].type = attribute.type
      entities[index].attributes[place].observation = nil
      entities[index].attributes[place].isOptional = attribute.isOptional && !isRequired
      if let value = attribute.defaultValue {
        entities[index].attributes[place].defaultValue = value
      }
      renameAttribute(ofColumn: column, to: attribute.name, of: index)
    }
  }

  private func keyMapping(of table: Catalog.Table) throws(SQLiteError) -> KeyMapping {
    if table.kind == .view { return .position }
    let primaryKey = table.primaryKey
    let rowID = table.rowIDName
    if !table.isWithoutRowID {
      if let alias = try rowIDAlias(of: table) { return .rowID(column: alias) }
      if primaryKey.isEmpty { return rowID.map { .rowID(column: $0) } ?? .position }
      // A primary key that may be null is no identity.
      if let rowID, try hasNullKeys(table, primaryKey) { return .rowID(column: rowID) }
    }
    return .columns(
      primaryKey.map { column in
        let type = column.declaredType.uppercased()
        let isUniform = table.isStrict && ["INT", "INTEGER", "TEXT"].contains(type)
        return KeyMapping.KeyColumn(name: column.name, isUniform: isUniform)
      })
  }

  /// The column that is the rowid under another name: `INTEGER PRIMARY KEY`.
  ///
  /// A declaration with `DESC` looks the same but is another column, which only SQLite can tell.
  private func rowIDAlias(of table: Catalog.Table) throws(SQLiteError) -> String? {
    let primaryKey = table.primaryKey
    guard table.kind != .virtual, primaryKey.count == 1, let column = primaryKey.first,
      column.declaredType.isSameSQLName(as: "INTEGER")
    else { return nil }
    let hasIndex = try connection.value(
      "SELECT 1 FROM pragma_index_list(?, ?) WHERE origin = 'pk'",
      [.text(table.name.name), .text(table.name.schemaName)])
    return hasIndex == nil ? column.name : nil
  }

  private func hasNullKeys(
    _ table: Catalog.Table, _ primaryKey: [Catalog.Column]
  ) throws(SQLiteError) -> Bool {
    let nullable = primaryKey.filter { !$0.isNotNull }
    if nullable.isEmpty { return false }
    let tests = nullable.map { "\($0.name.sqlName) IS NULL" }.joined(separator: " OR ")
    let sql = "SELECT 1 FROM \(table.name.sqlName) WHERE \(tests) LIMIT 1"
    return try connection.value(sql) != nil
  }

  private func ownOrder(of table: Catalog.Table, _ key: KeyMapping) -> [String] {
    switch key {
    case .rowID(let column): [column]
    case .columns(let columns):
      table.isWithoutRowID ? columns.map(\.name) : [table.rowIDName].compactMap(\.self)
    case .position: []
    }
  }
}

extension MappingBuilder {
  /// Adds a relationship to a table and its entity.
  mutating func add(
    _ relationship: RelationshipMapping, _ description: EntitySchema.Relationship, to index: Int
  ) {
    tables[index].relationships.append(relationship)
    entities[index].relationships.append(description)
  }

  mutating func makeColumnReadOnly(_ column: String, of index: Int) {
    for place in entities[index].attributes.indices
    where tables[index].columns[place].column.isSameSQLName(as: column) {
      entities[index].attributes[place].isReadOnly = true
    }
  }

  /// Gives a column's attribute another name, so that a relationship can take its own.
  mutating func renameAttribute(ofColumn column: String, to name: AttributeName, of index: Int) {
    for place in tables[index].columns.indices
    where tables[index].columns[place].column.isSameSQLName(as: column) {
      let old = tables[index].columns[place].attribute
      tables[index].columns[place].attribute = name
      entities[index].attributes[place].name = name
      entities[index].uniquenessConstraints = entities[index].uniquenessConstraints.map {
        $0.map { $0 == old ? name : $0 }
      }
      entities[index].indices = entities[index].indices.map { $0.map { $0 == old ? name : $0 } }
    }
  }

  mutating func setInverse(_ inverse: AttributeName, of name: AttributeName, of index: Int) {
    for place in entities[index].relationships.indices
    where entities[index].relationships[place].name == name {
      entities[index].relationships[place].inverse = inverse
    }
  }

  func hasProperty(_ name: AttributeName, of index: Int) -> Bool {
    tables[index].column(name) != nil || tables[index].relationship(name) != nil
  }

  mutating func makeReadOnly(_ index: Int, because reason: String) {
    entities[index].isReadOnly = true
    tables[index].readOnlyReason = tables[index].readOnlyReason ?? reason
  }
}

extension Catalog.Table {
  /// The name that the rowid goes by, or `nil` where columns have taken all three.
  var rowIDName: String? { ["rowid", "_rowid_", "oid"].first { column($0) == nil } }

  fileprivate var readOnlyReason: String? {
    switch kind {
    case .table: nil
    case .view: "it is a view"
    case .virtual: "it is a virtual table"
    case .shadow: "it belongs to a virtual table"
    }
  }

  /// Sets of columns whose values may stand only once.
  var uniqueKeys: [[String]] {
    let primary = primaryKey.map(\.name)
    return (primary.isEmpty ? [] : [primary])
      + indices.filter { $0.isUnique && $0.columns != primary }.map(\.columns)
  }

  fileprivate var uniquenessConstraints: [[AttributeName]] {
    uniqueKeys.filter { $0.count > 1 }.map { $0.map { AttributeName($0) } }
  }
}
