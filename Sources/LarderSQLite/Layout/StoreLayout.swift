import LarderCore

/// The tables that Larder makes for a schema of its own: one an entity that does not inherit, with the
/// rows of all entities below it, and one a many-to-many relationship.
///
/// It follows from the schema alone, so that it need not be kept beside it.
struct StoreLayout: Sendable {
  let schema: EntitySchema

  /// In the order of the schema's entities that do not inherit.
  var tables: [Table] = []
  var joins: [Join] = []

  /// The table of each entity.
  private var homes: [EntityName: Int] = [:]

  struct Table: Sendable {
    /// The entity at the root.
    var entity: EntityName
    var name: String
    var key: String

    /// The column with the name of each row's entity; `nil` where there is but one.
    var kind: String?

    /// The concrete entities whose objects are its rows.
    var kinds: [EntityName] = []
    var columns: [Column] = []

    /// Places in ordered relationships whose inverses are here.
    var orders: [Order] = []
    var uniqueKeys: [[String]] = []

    /// Keys that are unique among the objects of some entities alone.
    var partialKeys: [PartialKey] = []
    var indices: [[String]] = []
  }

  struct PartialKey: Sendable {
    /// The entity that declares it.
    var entity: EntityName
    var columns: [String]
    var kinds: [EntityName]
  }

  struct Order: Sendable {
    var name: String
    var inverse: AttributeName

    /// The entity that declares the inverse.
    var entity: EntityName
  }

  struct Column: Sendable {
    var name: String

    /// The attribute or the to-one relationship that it holds.
    var property: AttributeName

    /// The entity that declares the property.
    var entity: EntityName
    var isRequired: Bool
    var content: Content
  }

  enum Content: Sendable {
    case attribute(EntitySchema.AttributeType)
    /// The key of an object of an entity.
    case reference(EntityName, onDelete: DeleteAction)
  }

  /// What a foreign key does when its row is deleted by other means than a save.
  enum DeleteAction: String, Sendable {
    case cascade = "CASCADE"
    case setNull = "SET NULL"
    case noAction = "NO ACTION"
  }

  /// A table that links two others.
  struct Join: Sendable {
    var name: String
    var near: End
    var far: End

    struct End: Sendable {
      var column: String
      var entity: EntityName

      /// The relationship of this end's entity that leads to the other end; `nil` where there is none.
      var relationship: AttributeName?

      /// The column of the other end's place in this end's order.
      var order: String?
    }
  }

  /// - Throws: ``PersistenceError`` with code `schema.invalid`.
  init(_ schema: EntitySchema) throws {
    self.schema = schema
    try check()
    var tableNames = NameScope()
    for entity in schema.entities where entity.superentity == nil {
      tables.append(table(of: entity, name: tableNames.takeTable(entity.name.rawValue)))
      for name in schema.descendants(of: entity.name) { homes[name] = tables.count - 1 }
    }
    for entity in schema.entities { addReferences(of: entity) }
    for entity in schema.entities { addToMany(of: entity, &tableNames) }
    for entity in schema.entities { addIndices(of: entity) }
  }

  /// The table that an entity's objects are rows of.
  func home(of entity: EntityName) -> Int? { homes[entity] }

  /// The concrete entities among an entity's objects, in the schema's order.
  func kinds(of entity: EntityName) -> [EntityName] {
    let family = schema.descendants(of: entity)
    return schema.entities.filter { family.contains($0.name) && !$0.isAbstract }.map(\.name)
  }

  /// The column of a property, own or inherited.
  func column(of property: AttributeName, in entity: EntityName) -> Column? {
    guard let home = home(of: entity) else { return nil }
    let ancestry = schema.ancestry(of: entity).map(\.name)
    return tables[home].columns.first {
      $0.property == property && ancestry.contains($0.entity)
    }
  }
}

extension StoreLayout {
  /// The table of a root, with the attributes of everything below it.
  private func table(of root: EntitySchema.Entity, name: String) -> Table {
    let family = schema.descendants(of: root.name)
    var names = NameScope()
    var columns: [Column] = []
    for entity in schema.entities where family.contains(entity.name) {
      columns += entity.attributes.filter { !$0.isTransient }.map { attribute in
        Column(
          name: names.take(attribute.name.rawValue), property: attribute.name, entity: entity.name,
          isRequired: !attribute.isOptional, content: .attribute(attribute.type))
      }
    }
    let isShared = family.count > 1 || root.isAbstract
    return Table(
      entity: root.name, name: name, key: names.take("pk"),
      kind: isShared ? names.take("entity") : nil, kinds: kinds(of: root.name), columns: columns)
  }

  private func scope(of index: Int) -> NameScope {
    let table = tables[index]
    return NameScope(
      reserved: table.columns.map(\.name) + table.orders.map(\.name)
        + [table.key, table.kind].compactMap(\.self))
  }

  /// To-one relationships are columns; where both sides are to-one, both have theirs.
  private mutating func addReferences(of entity: EntitySchema.Entity) {
    guard let home = home(of: entity.name) else { return }
    for relationship in entity.relationships where !relationship.isToMany {
      var names = scope(of: home)
      let name = names.take(relationship.name.rawValue)
      tables[home].columns.append(
        Column(
          name: name, property: relationship.name, entity: entity.name,
          isRequired: !relationship.isOptional,
          content: .reference(
            relationship.destination, onDelete: deleteAction(of: relationship))))
      tables[home].indices.append([name])
    }
  }

  private func deleteAction(of relationship: EntitySchema.Relationship) -> DeleteAction {
    let inverse = relationship.inverse.flatMap {
      schema.relationship($0, of: relationship.destination)
    }
    switch inverse?.deleteRule ?? .nullify {
    case .cascade: return .cascade
    case .nullify: return relationship.isOptional ? .setNull : .noAction
    case .deny, .noAction: return .noAction
    }
  }

  private mutating func addToMany(
    of entity: EntitySchema.Entity, _ tableNames: inout NameScope
  ) {
    for relationship in entity.relationships where relationship.isToMany {
      let inverse = relationship.inverse.flatMap {
        schema.relationship($0, of: relationship.destination)
      }
      if let inverse, !inverse.isToMany {
        if relationship.isOrdered { addOrder(inverse.name, relationship.destination) }
        continue
      }
      let isKnown = joins.contains {
        $0.far.entity == entity.name && $0.far.relationship == relationship.name
      }
      if !isKnown { joins.append(join(relationship, inverse, of: entity, name: &tableNames)) }
    }
  }

  /// A column for the places of objects among those with the same destination.
  private mutating func addOrder(_ inverse: AttributeName, _ destination: EntityName) {
    guard let home = home(of: destination), let column = column(of: inverse, in: destination)
    else { return }
    var names = scope(of: home)
    tables[home].orders.append(
      Order(name: names.take("\(inverse)_order"), inverse: inverse, entity: column.entity))
  }

  private func join(
    _ relationship: EntitySchema.Relationship, _ inverse: EntitySchema.Relationship?,
    of entity: EntitySchema.Entity, name tableNames: inout NameScope
  ) -> Join {
    // A relationship that mirrors itself has one end, which both objects are.
    let isOwnInverse =
      relationship.destination == entity.name && inverse?.name == relationship.name
    let other = isOwnInverse ? nil : inverse
    var names = NameScope()
    let farColumn = names.take(relationship.name.rawValue)
    let nearColumn = names.take(other?.name.rawValue ?? "owner")
    return Join(
      name: tableNames.takeTable("\(entity.name)_\(relationship.name)"),
      near: Join.End(
        column: nearColumn, entity: entity.name, relationship: relationship.name,
        order: relationship.isOrdered ? names.take("\(relationship.name)_order") : nil),
      far: Join.End(
        column: farColumn, entity: relationship.destination, relationship: other?.name,
        order: other?.isOrdered == true ? names.take("\(other?.name.rawValue ?? "")_order") : nil))
  }

  private mutating func addIndices(of entity: EntitySchema.Entity) {
    guard let home = home(of: entity.name) else { return }
    func columns(_ names: [AttributeName]) -> [String]? {
      let found = names.compactMap { column(of: $0, in: entity.name)?.name }
      return found.count == names.count && !found.isEmpty ? found : nil
    }
    let single = entity.attributes.filter(\.isUnique).map { [$0.name] }
    let keys = (single + entity.uniquenessConstraints).compactMap(columns)
    if entity.superentity == nil {
      for key in keys where !tables[home].uniqueKeys.contains(key) {
        tables[home].uniqueKeys.append(key)
      }
    } else {
      // What is inherited may stand twice where another entity holds it.
      let kinds = kinds(of: entity.name)
      tables[home].partialKeys += keys.map {
        PartialKey(entity: entity.name, columns: $0, kinds: kinds)
      }
    }
    for key in entity.indices.compactMap(columns)
    where !tables[home].indices.contains(key) && !keys.contains(key) {
      tables[home].indices.append(key)
    }
  }
}
