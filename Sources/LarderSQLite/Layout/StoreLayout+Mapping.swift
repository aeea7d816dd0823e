import LarderCore
import SQLiteDriver

extension StoreLayout {
  /// How the tables are entities, as the schema declares them.
  func mapping(storeIdentifier: String) -> DatabaseMapping {
    DatabaseMapping(
      tables: schema.entities.compactMap(mapping(of:)), schema: schema,
      storeIdentifier: storeIdentifier)
  }

  private func mapping(of entity: EntitySchema.Entity) -> TableMapping? {
    guard let home = home(of: entity.name) else { return nil }
    let table = tables[home]
    return TableMapping(
      entity: entity.name, table: TableName(table.name), isStrict: true,
      key: .rowID(column: table.key),
      ownOrder: [table.key],
      columns: schema.allAttributes(of: entity.name).compactMap {
        column(of: $0.name, in: entity.name)?.mapping
      },
      relationships: schema.ancestry(of: entity.name).flatMap { declaring in
        declaring.relationships.compactMap { mapping(of: $0, from: declaring) }
      },
      discriminator: table.kind.map {
        Discriminator(column: $0, value: entity.isAbstract ? nil : .text(entity.name.rawValue))
      })
  }

  private func mapping(
    of relationship: EntitySchema.Relationship, from entity: EntitySchema.Entity
  ) -> RelationshipMapping? {
    guard
      let destination = schema.entities.firstIndex(where: { $0.name == relationship.destination }),
      let link = link(of: relationship, from: entity)
    else { return nil }
    return RelationshipMapping(
      name: relationship.name, destination: destination, link: link,
      order: order(of: relationship, from: entity))
  }

  private func link(
    of relationship: EntitySchema.Relationship, from entity: EntitySchema.Entity
  ) -> RelationshipMapping.Link? {
    guard let near = home(of: entity.name), let far = home(of: relationship.destination) else {
      return nil
    }
    if !relationship.isToMany {
      return column(of: relationship.name, in: entity.name).map {
        .toOne([pair($0.name, tables[far].key)], isDirect: true)
      }
    }
    if let inverse = relationship.inverse,
      let column = column(of: inverse, in: relationship.destination)
    {
      return .toMany([pair(column.name, tables[near].key)])
    }
    return ends(of: relationship, from: entity).map { join, own, other in
      .join(
        JoinMapping(
          table: TableName(join.name), near: [pair(own.column, tables[near].key)],
          far: [pair(other.column, tables[far].key)]))
    }
  }

  private func order(
    of relationship: EntitySchema.Relationship, from entity: EntitySchema.Entity
  ) -> String? {
    guard relationship.isOrdered else { return nil }
    if let inverse = relationship.inverse,
      let column = column(of: inverse, in: relationship.destination)
    {
      return home(of: relationship.destination).flatMap { home in
        tables[home].orders.first { $0.inverse == inverse && $0.entity == column.entity }?.name
      }
    }
    return ends(of: relationship, from: entity)?.own.order
  }

  /// The join table of a relationship, the end of its entity and the other one.
  private func ends(
    of relationship: EntitySchema.Relationship, from entity: EntitySchema.Entity
  ) -> (join: Join, own: Join.End, other: Join.End)? {
    for join in joins {
      for (own, other) in [(join.near, join.far), (join.far, join.near)]
      where own.entity == entity.name && own.relationship == relationship.name {
        return (join, own, other)
      }
    }
    return nil
  }

  private func pair(_ child: String, _ parent: String) -> ColumnPair {
    ColumnPair(child: child, parent: parent)
  }
}

extension StoreLayout.Column {
  /// `nil` for a relationship's column, which is no attribute.
  fileprivate var mapping: ColumnMapping? {
    guard case .attribute(let type) = content else { return nil }
    return ColumnMapping(
      attribute: property, column: name, affinity: type.storedType.affinity,
      collation: "BINARY", meaning: type.storedMeaning, kinds: type.storedType.kinds,
      isNotNull: isRequired, hasDefault: false, isGenerated: false,
      dateForm: DateForm(declaredType: ""))
  }
}
