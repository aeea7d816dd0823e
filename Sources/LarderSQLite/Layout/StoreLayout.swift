import LarderCore

/// The tables that Larder makes for a schema of its own: one an entity, one a many-to-many relationship.
///
/// It follows from the schema alone, so that it need not be kept beside it.
struct StoreLayout: Sendable {
  let schema: EntitySchema

  /// In the order of the schema's entities.
  var tables: [Table] = []
  var joins: [Join] = []

  struct Table: Sendable {
    var entity: EntityName
    var name: String
    var key: String
    var columns: [Column] = []

    /// Places in ordered relationships whose inverses are here.
    var orders: [Order] = []
    var uniqueKeys: [[String]] = []
    var indices: [[String]] = []
  }

  struct Order: Sendable {
    var name: String
    var inverse: AttributeName
  }

  struct Column: Sendable {
    var name: String

    /// The attribute or the to-one relationship that it holds.
    var property: AttributeName
    var isRequired: Bool
    var content: Content
  }

  enum Content: Sendable {
    case attribute(EntitySchema.AttributeType)
    /// The key of a row of the table at an index.
    case reference(Int, onDelete: DeleteAction)
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
      var table: Int

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
    for entity in schema.entities {
      tables.append(StoreLayout.table(of: entity, name: tableNames.takeTable(entity.name.rawValue)))
    }
    for index in schema.entities.indices { addReferences(index) }
    for index in schema.entities.indices { addToMany(index, &tableNames) }
    for (index, entity) in schema.entities.enumerated() { addIndices(of: entity, to: index) }
  }

  func index(of entity: EntityName) -> Int? { tables.firstIndex { $0.entity == entity } }
}

extension StoreLayout {
  private static func table(of entity: EntitySchema.Entity, name: String) -> Table {
    let stored = entity.attributes.filter { !$0.isTransient }
    var names = NameScope()
    let columns = stored.map { attribute in
      Column(
        name: names.take(attribute.name.rawValue), property: attribute.name,
        isRequired: !attribute.isOptional, content: .attribute(attribute.type))
    }
    return Table(entity: entity.name, name: name, key: names.take("pk"), columns: columns)
  }

  private func scope(of index: Int) -> NameScope {
    NameScope(
      reserved: tables[index].columns.map(\.name) + tables[index].orders.map(\.name) + [
        tables[index].key
      ])
  }

  /// To-one relationships are columns; where both sides are to-one, both have theirs.
  private mutating func addReferences(_ index: Int) {
    for relationship in schema.entities[index].relationships where !relationship.isToMany {
      guard let destination = self.index(of: relationship.destination) else { continue }
      var names = scope(of: index)
      let name = names.take(relationship.name.rawValue)
      tables[index].columns.append(
        Column(
          name: name, property: relationship.name, isRequired: !relationship.isOptional,
          content: .reference(destination, onDelete: deleteAction(of: relationship))))
      tables[index].indices.append([name])
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

  private mutating func addToMany(_ index: Int, _ tableNames: inout NameScope) {
    let entity = schema.entities[index]
    for relationship in entity.relationships where relationship.isToMany {
      guard let destination = self.index(of: relationship.destination) else { continue }
      let inverse = relationship.inverse.flatMap {
        schema.relationship($0, of: relationship.destination)
      }
      if let inverse, !inverse.isToMany {
        guard relationship.isOrdered else { continue }
        var names = scope(of: destination)
        tables[destination].orders.append(
          Order(name: names.take("\(inverse.name)_order"), inverse: inverse.name))
        continue
      }
      let isKnown = joins.contains {
        $0.far.table == index && $0.far.relationship == relationship.name
      }
      if isKnown { continue }
      joins.append(
        join(relationship, inverse, from: index, to: destination, name: &tableNames))
    }
  }

  private func join(
    _ relationship: EntitySchema.Relationship, _ inverse: EntitySchema.Relationship?,
    from near: Int, to far: Int, name tableNames: inout NameScope
  ) -> Join {
    // A relationship that mirrors itself has one end, which both objects are.
    let isOwnInverse = near == far && inverse?.name == relationship.name
    let other = isOwnInverse ? nil : inverse
    var names = NameScope()
    let farColumn = names.take(relationship.name.rawValue)
    let nearColumn = names.take(other?.name.rawValue ?? "owner")
    return Join(
      name: tableNames.takeTable("\(tables[near].entity)_\(relationship.name)"),
      near: Join.End(
        column: nearColumn, table: near, relationship: relationship.name,
        order: relationship.isOrdered ? names.take("\(relationship.name)_order") : nil),
      far: Join.End(
        column: farColumn, table: far, relationship: other?.name,
        order: other?.isOrdered == true ? names.take("\(other?.name.rawValue ?? "")_order") : nil))
  }

  private mutating func addIndices(of entity: EntitySchema.Entity, to index: Int) {
    let table = tables[index]
    func columns(_ names: [AttributeName]) -> [String]? {
      let found = names.compactMap { name in table.columns.first { $0.property == name }?.name }
      return found.count == names.count && !found.isEmpty ? found : nil
    }
    let single = entity.attributes.filter(\.isUnique).map { [$0.name] }
    for key in (single + entity.uniquenessConstraints).compactMap(columns)
    where !tables[index].uniqueKeys.contains(key) {
      tables[index].uniqueKeys.append(key)
    }
    for key in entity.indices.compactMap(columns)
    where !tables[index].indices.contains(key) && !tables[index].uniqueKeys.contains(key) {
      tables[index].indices.append(key)
    }
  }
}
