extension StoreTables {
  /// Names the tables and columns of a model.
  ///
  /// `existing` has the columns of each table of the store: where the rules allow several names, the one
  /// that exists is taken, and without it the most frequent one.
  init(_ model: ManagedObjectModel, existing: [String: [String]] = [:]) {
    let hierarchy = ModelHierarchy(model)
    var names = TableNames(hierarchy)
    for entity in model.entities {
      for property in entity.properties { names.add(property, of: entity.name) }
    }
    tables = names.tables
    joins = JoinNames(hierarchy, existing: existing).joins
  }
}

/// The tables of the root entities while they get their columns.
private struct TableNames {
  private let hierarchy: ModelHierarchy
  private(set) var tables: [StoreTables.Table] = []

  /// By entity, the place of its root's table.
  private var positions: [String: Int] = [:]
  private var names: [FreeNames] = []

  init(_ hierarchy: ModelHierarchy) {
    self.hierarchy = hierarchy
    for entity in hierarchy.model.entities {
      let root = hierarchy.root(of: entity.name)
      positions[entity.name] = positions[root]
      guard root == entity.name else { continue }
      positions[entity.name] = tables.count
      tables.append(
        StoreTables.Table(
          name: "Z" + entity.name.uppercased(), rootEntity: entity.name, columns: []))
      names.append(FreeNames(taken: ["Z_PK", "Z_ENT", "Z_OPT"]))
    }
  }

  mutating func add(_ property: ManagedObjectModel.Property, of entity: String, path: [String] = [])
  {
    switch property {
    case .attribute(let attribute):
      guard !attribute.isTransient, let sqlType = attribute.type.sqlType else { return }
      add(
        "Z" + attribute.name.uppercased(), sqlType, to: entity,
        .attribute(entity: entity, path: path + [attribute.name], attribute))
    case .composite(let composite):
      for element in composite.elements {
        add(element, of: entity, path: path + [composite.name])
      }
    case .relationship(let relationship):
      guard !relationship.isTransient else { return }
      if relationship.isToMany {
        addToMany(relationship, of: entity)
      } else {
        addToOne(relationship, of: entity)
      }
    }
  }

  private mutating func addToOne(_ relationship: ManagedObjectModel.Relationship, of entity: String)
  {
    let name = relationship.name
    let column = add(
      "Z" + name.uppercased(), "INTEGER", to: entity, .toOne(entity: entity, relationship: name))
    guard let column else { return }
    let stem = column.dropFirst()
    if hierarchy.hasSubentities(relationship.destination),
      let number = hierarchy.number(of: relationship.destination)
    {
      add(
        "Z\(number)_\(stem)", "INTEGER", to: entity,
        .toOneEntity(entity: entity, relationship: name))
    }
    if let inverse = hierarchy.inverse(of: relationship)?.relationship, inverse.isToMany,
      inverse.isOrdered
    {
      add("Z_FOK_\(stem)", "INTEGER", to: entity, .order(entity: entity, relationship: name))
    }
  }

  /// A to-many relationship without inverse leaves its column in the destination's table.
  private mutating func addToMany(
    _ relationship: ManagedObjectModel.Relationship, of entity: String
  ) {
    guard hierarchy.inverse(of: relationship) == nil, let number = hierarchy.number(of: entity)
    else { return }
    let name = relationship.name
    let column = add(
      "Z\(number)\(name.uppercased())", "INTEGER", to: relationship.destination,
      .toManyOwner(entity: entity, relationship: name))
    if relationship.isOrdered, let column {
      add(
        "Z_FOK_\(column.dropFirst())", "INTEGER", to: relationship.destination,
        .order(entity: entity, relationship: name))
    }
  }

  /// Adds a column under a free name, with a number behind it where the name is taken.
  @discardableResult
  private mutating func add(
    _ name: String, _ sqlType: String, to entity: String, _ content: StoreTables.Content
  ) -> String? {
    guard let position = positions[entity] else { return nil }
    let free = names[position].take(name)
    tables[position].columns.append(
      StoreTables.Column(name: free, sqlType: sqlType, content: content))
    return free
  }
}

extension ManagedObjectModel.AttributeType {
  /// The declared type of the attribute's column, or `nil` for what has none.
  var sqlType: String? {
    switch self {
    case .undefined, .objectID: nil
    case .integer16, .integer32, .integer64, .boolean: "INTEGER"
    case .decimal: "DECIMAL"
    case .double, .float: "FLOAT"
    case .string, .uri: "VARCHAR"
    case .date: "TIMESTAMP"
    case .binaryData, .uuid, .transformable: "BLOB"
    }
  }
}
