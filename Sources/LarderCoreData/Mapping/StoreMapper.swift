import LarderCore
import LarderSQLite
import SQLiteDriver

/// Says how the tables of a store are the entities of its model.
struct StoreMapper {
  private let hierarchy: ModelHierarchy
  private let names: StoreTables

  /// What `Z_ENT` holds for each entity's rows.
  private let numbers: [String: Int64]
  private let codecs: StoreCodecs
  private let columns: [PropertyKey: StoreTables.Column]

  /// A property, by the entity that declares it, and which of its columns.
  private struct PropertyKey: Hashable {
    enum Part: Hashable { case key, entity, owner, order }

    var entity: String
    var name: String
    var part: Part
  }

  init(
    _ model: ManagedObjectModel, names: StoreTables, numbers: [String: Int64], codecs: StoreCodecs
  ) {
    hierarchy = ModelHierarchy(model)
    self.names = names
    self.numbers = numbers
    self.codecs = codecs
    var columns: [PropertyKey: StoreTables.Column] = [:]
    for column in names.tables.flatMap(\.columns) {
      switch column.content {
      case .attribute: break
      case .toOne(let entity, let name):
        columns[PropertyKey(entity: entity, name: name, part: .key)] = column
      case .toOneEntity(let entity, let name):
        columns[PropertyKey(entity: entity, name: name, part: .entity)] = column
      case .toManyOwner(let entity, let name):
        columns[PropertyKey(entity: entity, name: name, part: .owner)] = column
      case .order(let entity, let name):
        columns[PropertyKey(entity: entity, name: name, part: .order)] = column
      }
    }
    self.columns = columns
  }

  /// The mapping of every entity, abstract ones too.
  func mapping(storeIdentifier: String) -> DatabaseMapping {
    DatabaseMapping(
      tables: hierarchy.model.entities.map(table), schema: hierarchy.model.schema,
      storeIdentifier: storeIdentifier)
  }

  private func table(of entity: ManagedObjectModel.Entity) -> TableMapping {
    let lineage = Array(hierarchy.lineage(of: entity.name).reversed())
    let root = lineage.first?.name ?? entity.name
    let own = Set(lineage.map(\.name))
    let table = names.tables.first { $0.rootEntity == root }
    var mapping = TableMapping(
      entity: EntityName(entity.name), table: TableName(table?.name ?? "Z" + root.uppercased()),
      key: .rowID(column: "Z_PK"), ownOrder: ["Z_PK"],
      columns: (table?.columns ?? []).compactMap { self.column($0, of: own) },
      relationships: lineage.flatMap(relationships))
    mapping.discriminator = Discriminator(
      column: "Z_ENT", value: entity.isAbstract ? nil : numbers[entity.name].map { .integer($0) })
    return mapping
  }

  /// `nil` for a column of another entity, and for one that is no attribute's.
  private func column(_ column: StoreTables.Column, of lineage: Set<String>) -> ColumnMapping? {
    guard case .attribute(let entity, let path, let attribute) = column.content,
      lineage.contains(entity), let first = path.first
    else { return nil }
    let place = ColumnPlace(path, in: hierarchy.entity(entity))
    return ColumnMapping(
      attribute: AttributeName(first), members: place.members.map { AttributeName($0) },
      column: column.name,
      affinity: Affinity(declaredType: column.sqlType, isStrict: false),
      meaning: place.enumerationCase.map { .enumerationCase($0) }
        ?? codecs.meaning(of: attribute, isNested: path.count > 1), isGenerated: attribute.isDerived
    )
  }

  private func relationships(of entity: ManagedObjectModel.Entity) -> [RelationshipMapping] {
    entity.properties.compactMap { property in
      guard case .relationship(let relationship) = property, !relationship.isTransient,
        let destination = hierarchy.number(of: relationship.destination)
      else { return nil }
      return mapping(of: relationship, owner: entity.name, destination: destination - 1)
    }
  }

  /// `nil` where the store has no place for it.
  private func mapping(
    of relationship: ManagedObjectModel.Relationship, owner: String, destination: Int
  ) -> RelationshipMapping? {
    var result = RelationshipMapping(
      name: AttributeName(relationship.name), destination: destination, link: .toMany([]))
    let inverse = hierarchy.inverse(of: relationship)
    if !relationship.isToMany {
      guard let column = column(owner, relationship.name, .key) else { return nil }
      result.link = .toOne([ColumnPair(child: column, parent: "Z_PK")], isDirect: true)
      result.entityColumn = self.column(owner, relationship.name, .entity)
    } else if let inverse, inverse.relationship.isToMany {
      guard let join = join(of: relationship, owner: owner, inverse: inverse) else { return nil }
      result.link = .join(join.mapping)
      result.order = join.order
    } else {
      let holder = inverse?.owner ?? owner
      let name = inverse?.relationship.name ?? relationship.name
      guard let column = column(holder, name, inverse == nil ? .owner : .key) else { return nil }
      result.link = .toMany([ColumnPair(child: column, parent: "Z_PK")])
      if relationship.isOrdered { result.order = self.column(holder, name, .order) }
    }
    return result
  }

  private func column(_ entity: String, _ name: String, _ part: PropertyKey.Part) -> String? {
    columns[PropertyKey(entity: entity, name: name, part: part)]?.name
  }

  private func join(
    of relationship: ManagedObjectModel.Relationship, owner: String, inverse: OwnedRelationship
  ) -> (mapping: JoinMapping, order: String?)? {
    for join in names.joins {
      guard let first = join.columns.first, let last = join.columns.last else { continue }
      for (near, far) in [(last, first), (first, last)]
      where far.isOf(owner, relationship.name)
        && near.isOf(inverse.owner, inverse.relationship.name)
      {
        let mapping = JoinMapping(
          table: TableName(join.table), near: [ColumnPair(child: near.name, parent: "Z_PK")],
          far: [ColumnPair(child: far.name, parent: "Z_PK")])
        return (mapping, far.orderColumn)
      }
    }
    return nil
  }
}

extension StoreTables.JoinColumn {
  fileprivate func isOf(_ owner: String, _ relationship: String) -> Bool {
    self.owner == owner && self.relationship == relationship
  }
}

/// Where the value of a column stands in its attribute.
private struct ColumnPlace {
  /// The names that lead to it inside the attribute; empty for the attribute's own value.
  private(set) var members: [String]

  /// The case of an enum that the column is for.
  private(set) var enumerationCase: String?

  init(_ path: [String], in entity: ManagedObjectModel.Entity?) {
    members = Array(path.dropFirst())
    var properties = entity?.properties ?? []
    for (index, name) in path.enumerated() {
      guard case .composite(let composite)? = properties.first(where: { $0.name == name }) else {
        return
      }
      // An enum is one value, whatever leaves it is stored in.
      if composite.isRawValueEnumeration || composite.enumerationCases != nil {
        members = Array(path[...index].dropFirst())
        enumerationCase = composite.enumerationCases == nil ? nil : path.last
        return
      }
      properties = composite.elements
    }
  }
}
