import LarderCore
import SQLiteDriver

extension LayoutMigration {
  mutating func addStep(_ table: StoreLayout.Table) throws {
    let oldTable = try formerTable(of: table)
    var filling: [(column: String, source: SQLText)] = []
    if let oldTable {
      filling = [(table.key, .name(oldTable.key))]
      if let kind = table.kind {
        filling.append(
          (kind, oldTable.kind.map { .name($0) } ?? .text(oldTable.entity.rawValue)))
      }
      for column in table.columns {
        if let source = try source(of: column, oldTable) { filling.append((column.name, source)) }
      }
      for order in table.orders {
        if let known = oldTable.orders.first(where: { $0.inverse == order.inverse }) {
          filling.append((order.name, .name(known.name)))
        }
      }
    }
    steps.append(
      Step(
        name: table.name, oldName: oldTable?.name,
        makeSQL: { [new] in new.sql(of: table, named: $0) }, indices: new.indices(of: table),
        filling: filling, condition: oldTable.flatMap { kept(in: table, of: $0) },
        hasSequence: oldTable != nil))
  }

  /// The table that held the objects of a new table's entities; `nil` where there are none yet.
  func formerTable(of table: StoreLayout.Table) throws -> StoreLayout.Table? {
    let family = new.schema.descendants(of: table.entity)
    let homes = Set(family.compactMap { old.home(of: $0) }).sorted()
    guard homes.count < 2 else {
      let names = homes.map { "`\(old.tables[$0].entity)`" }.joined(separator: " and ")
      throw PersistenceError(
        .invalidSchema, entity: table.entity,
        detail: "\(names) would become of one kind; the stored objects cannot be carried over")
    }
    return homes.first.map { old.tables[$0] }
  }

  /// The rows whose entities still belong to a table.
  private func kept(
    in table: StoreLayout.Table, of oldTable: StoreLayout.Table
  ) -> SQLText? {
    oldTable.kind.map { kind in
      let family = new.schema.descendants(of: table.entity).sorted()
      let list = family.map { SQLText.text($0.rawValue) }.joined(by: ", ")
      return "\(name: kind) IN (\(list))"
    }
  }

  /// What fills a column; `nil` where it stays null.
  private func source(
    of column: StoreLayout.Column, _ oldTable: StoreLayout.Table
  ) throws -> SQLText? {
    let entity = column.entity
    let known = formerColumns(of: column, oldTable)
    let fallback = try new.schema.attribute(column.property, of: entity)
      .flatMap { try storedDefault(of: $0, entity) }
      .map { owned($0, by: entity, oldTable) }
    guard !known.isEmpty else {
      if old.schema.relationship(column.property, of: entity)?.isToMany == true {
        throw problem(entity, column.property, "was to many and would be to one")
      }
      if fallback != nil { return fallback }
      if column.isRequired, old.schema.entity(entity) != nil {
        throw problem(entity, column.property, "is new and required, and has no default")
      }
      return nil
    }
    guard known.allSatisfy({ isSame($0.content, column.content) }) else {
      throw problem(entity, column.property, "would change its type")
    }
    let wasRequired = known.contains {
      $0.isRequired && old.schema.ancestry(of: entity).map(\.name).contains($0.entity)
    }
    let sources =
      known.map { SQLText.name($0.name) }
      + (column.isRequired && !wasRequired ? [fallback].compactMap(\.self) : [])
    return sources.count == 1 ? sources[0] : "coalesce(\(sources.joined(by: ", ")))"
  }

  /// The columns that held a property: of its entity, or of those above and below it where it moved.
  func formerColumns(
    of column: StoreLayout.Column, _ oldTable: StoreLayout.Table
  ) -> [StoreLayout.Column] {
    let former =
      new.schema.attribute(column.property, of: column.entity)?.originalName
      ?? new.schema.relationship(column.property, of: column.entity)?.originalName
    let ancestry = Set(new.schema.ancestry(of: column.entity).map(\.name))
    let related = ancestry.union(new.schema.descendants(of: column.entity))
    for name in [column.property, former].compactMap(\.self) {
      let found = oldTable.columns.filter { $0.property == name }
      let same = found.filter { $0.entity == column.entity }
      let moved = same.isEmpty ? found.filter { related.contains($0.entity) } : same
      if !moved.isEmpty { return moved }
    }
    return []
  }

  /// A value that only objects of an entity get.
  private func owned(
    _ value: SQLText, by entity: EntityName, _ oldTable: StoreLayout.Table
  ) -> SQLText {
    guard let kind = oldTable.kind else {
      return new.schema.descendants(of: entity).contains(oldTable.entity) ? value : "NULL"
    }
    let kinds = new.kinds(of: entity)
    if oldTable.kinds.allSatisfy(kinds.contains) { return value }
    let list = kinds.map { SQLText.text($0.rawValue) }.joined(by: ", ")
    return "CASE WHEN \(name: kind) IN (\(list)) THEN \(value) END"
  }

  private func storedDefault(
    of attribute: EntitySchema.Attribute, _ entity: EntityName
  ) throws -> SQLText? {
    guard let value = attribute.defaultValue, value != .null else { return nil }
    guard let table = new.mapping(storeIdentifier: "").tables.first(where: { $0.entity == entity }),
      let column = table.column(attribute.name)
    else { return nil }
    return "\(value: try column.storedForm(of: value, entity: entity))"
  }

  private func isSame(_ old: StoreLayout.Content, _ new: StoreLayout.Content) -> Bool {
    switch (old, new) {
    case (.attribute(let a), .attribute(let b)): a.isKept(as: b)
    case (.reference(let a, _), .reference(let b, _)): a == b
    default: false
    }
  }

  func problem(
    _ entity: EntityName, _ property: AttributeName, _ fault: String
  ) -> PersistenceError {
    PersistenceError(
      .invalidSchema, entity: entity, attribute: property,
      detail: "`\(entity).\(property)` \(fault); the stored objects cannot be carried over")
  }
}
