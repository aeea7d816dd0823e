import LarderCore

extension StoreLayout {
  /// How the tables are entities, as the schema declares them.
  func mapping(storeIdentifier: String) -> DatabaseMapping {
    var mappings = tables.map { table in
      TableMapping(
        entity: table.entity, table: table.name, isView: false, isStrict: true,
        key: .rowID(column: table.key), ownOrder: [table.key],
        columns: table.columns.compactMap(\.mapping), relationships: [], readOnlyReason: nil)
    }
    for (index, entity) in schema.entities.enumerated() {
      mappings[index].relationships = entity.relationships.compactMap {
        self.mapping(of: $0, from: index)
      }
    }
    return DatabaseMapping(tables: mappings, schema: schema, storeIdentifier: storeIdentifier)
  }

  private func mapping(
    of relationship: EntitySchema.Relationship, from index: Int
  ) -> RelationshipMapping? {
    guard let destination = self.index(of: relationship.destination) else { return nil }
    if !relationship.isToMany {
      return column(of: relationship.name, in: index).map { column in
        RelationshipMapping(
          name: relationship.name, destination: destination,
          link: .toOne([pair(column, tables[destination].key)], isDirect: true))
      }
    }
    if let inverse = relationship.inverse, let column = column(of: inverse, in: destination) {
      return RelationshipMapping(
        name: relationship.name, destination: destination,
        link: .toMany([pair(column, tables[index].key)]),
        order: relationship.isOrdered
          ? tables[destination].orders.first { $0.inverse == inverse }?.name : nil)
    }
    return joined(relationship, from: index, to: destination)
  }

  private func joined(
    _ relationship: EntitySchema.Relationship, from index: Int, to destination: Int
  ) -> RelationshipMapping? {
    for join in joins {
      for (near, far) in [(join.near, join.far), (join.far, join.near)]
      where near.table == index && near.relationship == relationship.name {
        let mapping = JoinMapping(
          table: join.name, near: [pair(near.column, tables[index].key)],
          far: [pair(far.column, tables[destination].key)])
        return RelationshipMapping(
          name: relationship.name, destination: destination, link: .join(mapping),
          order: near.order)
      }
    }
    return nil
  }

  private func pair(_ child: String, _ parent: String) -> ColumnPair {
    ColumnPair(child: child, parent: parent)
  }

  private func column(of property: AttributeName, in index: Int) -> String? {
    tables[index].columns.first { $0.property == property }?.name
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
