import LarderCore

/// A schema that was declared for a database, held against the tables that are there.
///
/// Names are the same where they differ only in case and underscores: `startDate` is `start_date`.
struct DeclaredSchema: Sendable {
  private(set) var tables: [TableName: Table] = [:]

  /// What was declared for one table.
  struct Table: Sendable {
    let entity: EntityName
    let relationships: [EntitySchema.Relationship]

    /// By the column that holds them.
    fileprivate(set) var attributes: [String: EntitySchema.Attribute] = [:]

    /// To-one relationships by the column that holds them.
    fileprivate(set) var toOne: [String: EntitySchema.Relationship] = [:]
  }

  /// - Throws: ``PersistenceError`` with code `schema.invalid` for an entity without a table and a
  ///   property without a column.
  init(_ schema: EntitySchema, _ catalog: Catalog) throws {
    for entity in schema.entities where !entity.isAbstract {
      let candidates = catalog.tables.filter { tables[$0.name] == nil }
      guard
        let table = candidates.first(where: { $0.name.name == entity.name.rawValue })
          ?? candidates.first(where: { $0.name.name.isNear(entity.name.rawValue) })
          ?? candidates.first(where: { $0.name.name.isNear(entity.name.rawValue + "s") })
      else {
        throw PersistenceError(
          .invalidSchema, entity: entity.name, detail: "the database has no table for it")
      }
      tables[table.name] = try DeclaredSchema.match(entity.name, in: schema, table)
    }
  }

  private static func match(
    _ entity: EntityName, in schema: EntitySchema, _ table: Catalog.Table
  ) throws -> Table {
    let relationships = schema.allRelationships(of: entity)
    var result = Table(entity: entity, relationships: relationships)
    for attribute in schema.allAttributes(of: entity) where !attribute.isTransient {
      let names = [attribute.originalName ?? attribute.name].map(\.rawValue)
      result.attributes[try column(names, attribute.name, entity, in: table)] = attribute
    }
    for relationship in relationships where !relationship.isToMany {
      let name = (relationship.originalName ?? relationship.name).rawValue
      let names = [name + "_id", name, relationship.destination.rawValue + "_id"]
      result.toOne[try column(names, relationship.name, entity, in: table)] = relationship
    }
    return result
  }

  /// The first column that has one of the names, or nearly.
  private static func column(
    _ names: [String], _ property: AttributeName, _ entity: EntityName, in table: Catalog.Table
  ) throws -> String {
    for name in names {
      if let column = table.column(name) { return column.name }
      if let column = table.columns.first(where: { $0.name.isNear(name) }) { return column.name }
    }
    throw PersistenceError(
      .invalidSchema, entity: entity, attribute: property,
      detail: "`\(table.name)` has no column for it")
  }

  /// The table of a declared entity.
  func table(of entity: EntityName) -> TableName? {
    tables.first { $0.value.entity == entity }?.key
  }

  /// The catalog with a foreign key for each declared relationship that has none.
  func completing(_ catalog: Catalog) -> Catalog {
    var catalog = catalog
    for index in catalog.tables.indices {
      for (column, relationship) in tables[catalog.tables[index].name]?.toOne.sorted(by: <) ?? [] {
        let keys = catalog.tables[index].foreignKeys
        let isThere = keys.contains { $0.pairs.map(\.child).contains(column) }
        guard !isThere, let parent = table(of: relationship.destination) else { continue }
        catalog.tables[index].foreignKeys.append(
          Catalog.ForeignKey(
            parent: parent, pairs: [.init(child: column, parent: "")], onDelete: ""))
      }
    }
    return catalog
  }

  /// The name of a to-one relationship; `nil` where none was declared.
  func toOneName(ofColumns columns: [String], in table: TableName) -> AttributeName? {
    guard columns.count == 1, let declared = tables[table] else { return nil }
    return declared.toOne[columns[0]]?.name
  }

  /// A to-many relationship that mirrors another one; `nil` where none was declared.
  func toMany(
    from table: TableName, to destination: EntityName, inverseOf inverse: AttributeName?
  ) -> EntitySchema.Relationship? {
    tables[table]?.relationships.first {
      $0.isToMany && $0.destination == destination && (inverse == nil || $0.inverse == inverse)
    }
  }
}

private func < (
  lhs: (key: String, value: EntitySchema.Relationship),
  rhs: (key: String, value: EntitySchema.Relationship)
) -> Bool { lhs.key < rhs.key }

extension String {
  /// The names differ only in the case of ASCII letters and in underscores.
  fileprivate func isNear(_ other: String) -> Bool {
    filter { $0 != "_" }.isSameSQLName(as: other.filter { $0 != "_" })
  }
}

extension EntitySchema.AttributeType {
  /// What stored values mean in a column that is declared so.
  var declaredMeaning: ColumnMapping.Meaning {
    switch self {
    case .bool: .bool
    case .date: .date
    case .uuid: .foreignUUID
    case .array, .composite: .json(self)
    case .mixed, .integer, .real, .decimal, .text, .data, .enumeration: .asStored
    }
  }
}
