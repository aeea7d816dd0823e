import LarderCore
import LarderStore

/// What the model has and the database has not: the rest can be read without it.
struct MissingParts {
  private(set) var findings: [StoreFinding] = []

  /// Why objects cannot be written, or `nil` where nothing is missing that a writer needs.
  private(set) var readOnlyReason: String?
  private var tables: Set<String> = []
  private var columns: Set<Column> = []

  private struct Column: Hashable {
    var table: String
    var name: String
  }

  init(_ model: ManagedObjectModel, _ names: StoreTables, _ contents: StoreContents) {
    for table in names.tables { look(for: table, contents.catalog) }
    for join in names.joins { look(for: join, contents.catalog) }
    let numbered = Set(contents.modelEntities.map(\.name))
    for entity in model.entities where !numbered.contains(entity.name) {
      add("the store has no number for it, so that none of its objects are found", entity.name)
    }
    for row in contents.modelEntities where model.entity(row.name) == nil {
      add("the store has an entity `\(row.name)` that the model does not have", nil)
    }
  }

  private mutating func add(_ message: String, _ entity: String?) {
    findings.append(StoreFinding(message, entity: entity.map { EntityName($0) }))
  }

  private mutating func look(for table: StoreTables.Table, _ catalog: StoreCatalog) {
    guard let existing = catalog.table(table.name) else {
      tables.insert(table.name)
      return add("the store has no table `\(table.name)` for it", table.rootEntity)
    }
    for column in ["Z_PK", "Z_ENT"] where existing.column(column) == nil {
      tables.insert(table.name)
      return add(
        "the table `\(table.name)` has no column `\(column)`, so that no object is found",
        table.rootEntity)
    }
    if existing.column("Z_OPT") == nil {
      columns.insert(Column(table: table.name, name: "Z_OPT"))
      let message = "the table `\(table.name)` has no column `Z_OPT`"
      add(message, table.rootEntity)
      readOnlyReason = message
    }
    for column in table.columns where existing.column(column.name) == nil {
      columns.insert(Column(table: table.name, name: column.name))
      add("the table `\(table.name)` has no column `\(column.name)`", table.rootEntity)
    }
  }

  private mutating func look(for join: StoreTables.Join, _ catalog: StoreCatalog) {
    let owner = join.columns.first?.owner
    guard let existing = catalog.table(join.table) else {
      tables.insert(join.table)
      return add("the store has no table `\(join.table)` for a relationship", owner)
    }
    for column in join.columns where existing.column(column.name) == nil {
      tables.insert(join.table)
      return add("the table `\(join.table)` has no column `\(column.name)`", owner)
    }
    for column in join.columns.compactMap(\.orderColumn) where existing.column(column) == nil {
      columns.insert(Column(table: join.table, name: column))
      add("the table `\(join.table)` has no column `\(column)`", owner)
    }
  }

  /// The tables with what is there.
  func remaining(of names: StoreTables) -> StoreTables {
    var names = names
    names.tables.removeAll { tables.contains($0.name) }
    for index in names.tables.indices {
      let table = names.tables[index].name
      names.tables[index].columns.removeAll { isGone($0.name, of: table) }
      names.tables[index].hasVersions = !isGone("Z_OPT", of: table)
    }
    names.joins.removeAll { tables.contains($0.table) }
    for index in names.joins.indices {
      for place in names.joins[index].columns.indices {
        let order = names.joins[index].columns[place].orderColumn
        guard let order, isGone(order, of: names.joins[index].table) else { continue }
        names.joins[index].columns[place].orderColumn = nil
      }
    }
    return names
  }

  private func isGone(_ column: String, of table: String) -> Bool {
    columns.contains(Column(table: table, name: column))
  }

  /// The model without entities whose tables are missing, and without properties that have no place.
  func remaining(of model: ManagedObjectModel, _ names: StoreTables) -> ManagedObjectModel {
    let hierarchy = ModelHierarchy(model)
    let places = PropertyPlaces(remaining(of: names))
    let gone = Set(
      model.entities.map(\.name).filter {
        tables.contains("Z" + hierarchy.root(of: $0).uppercased())
      })
    var result = model
    result.entities.removeAll { gone.contains($0.name) }
    for index in result.entities.indices {
      let entity = result.entities[index].name
      result.entities[index].properties.removeAll { property in
        if case .relationship(let relationship) = property,
          gone.contains(relationship.destination)
        {
          return true
        }
        return !places.has(property, of: entity, hierarchy)
      }
    }
    return result
  }
}

/// Which properties have a place in tables.
private struct PropertyPlaces {
  private var properties: Set<[String]> = []

  init(_ names: StoreTables) {
    for column in names.tables.flatMap(\.columns) {
      switch column.content {
      case .attribute(let entity, let path, _): properties.insert([entity] + path.prefix(1))
      case .toOne(let entity, let name), .toManyOwner(let entity, let name):
        properties.insert([entity, name])
      case .toOneEntity, .order: break
      }
    }
    for column in names.joins.flatMap(\.columns) {
      properties.insert([column.owner, column.relationship])
    }
  }

  func has(
    _ property: ManagedObjectModel.Property, of entity: String, _ hierarchy: ModelHierarchy
  ) -> Bool {
    switch property {
    case .attribute(let attribute):
      return attribute.isTransient || attribute.type.sqlType == nil
        || properties.contains([entity, attribute.name])
    case .composite(let composite): return properties.contains([entity, composite.name])
    case .relationship(let relationship):
      if relationship.isTransient || properties.contains([entity, relationship.name]) {
        return true
      }
      // A to-many relationship stands where its to-one inverse does.
      guard relationship.isToMany, let inverse = hierarchy.inverse(of: relationship),
        !inverse.relationship.isToMany
      else { return false }
      return properties.contains([inverse.owner, inverse.relationship.name])
    }
  }
}
