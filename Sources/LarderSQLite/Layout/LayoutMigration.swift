import LarderCore
import SQLiteDriver

/// The way from the tables of one schema to those of another, where it loses no object.
///
/// Entities may come, and go once they have no objects. Properties may come, go and be renamed
/// (`originalName`), and become optional; what is required must have been so, or have a default.
struct LayoutMigration {
  let old: StoreLayout
  let new: StoreLayout
  private(set) var steps: [Step] = []

  /// What becomes of one table.
  struct Step {
    var name: String

    /// `nil` where there was none.
    var oldName: String?
    var makeSQL: (_ name: String) -> String
    var indices: [String]

    /// Columns with what fills them from the old table.
    var filling: [(column: String, source: SQLText)]
    var hasSequence: Bool
  }

  /// - Throws: ``PersistenceError`` with code `schema.invalid` for a change that is not lightweight.
  init(from old: StoreLayout, to new: StoreLayout) throws {
    self.old = old
    self.new = new
    for table in new.tables { try addStep(table) }
    for join in new.joins { try addStep(join) }
  }

  /// The tables that nothing is made of any more.
  private var droppedTables: [String] {
    let kept = steps.compactMap(\.oldName)
    return (old.joins.map(\.name) + old.tables.map(\.name)).filter { !kept.contains($0) }
  }

  /// Entities that are declared no more must have no objects: nothing says that those may go.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.invalid`; `SQLiteError`.
  func checkThatNoObjectIsLost(_ connection: Connection) throws {
    for table in old.tables where new.index(of: table.entity) == nil {
      guard
        case .integer(let count)? = try connection.value(
          "SELECT count(*) FROM \(table.name.sqlName)"), count > 0
      else { continue }
      throw PersistenceError(
        .invalidSchema, entity: table.entity,
        detail: "the schema leaves out `\(table.entity)`, of which \(count) "
          + "\(count == 1 ? "object is" : "objects are") stored; declare it, or delete them first")
    }
  }

  /// Runs inside a transaction with foreign keys off.
  func run(_ connection: Connection) throws {
    for step in steps { try rebuild(step, connection) }
    for name in droppedTables { try connection.execute("DROP TABLE \(name.sqlName)") }
    for step in steps {
      try connection.execute(
        "ALTER TABLE \(temporaryName(step.name).sqlName) RENAME TO \(step.name.sqlName)")
      for index in step.indices { try connection.execute(index) }
    }
    if let broken = try connection.rows("PRAGMA foreign_key_check").first {
      throw PersistenceError(
        .invalidSchema, detail: "objects of `\(broken.text(0))` would lead nowhere")
    }
  }

  private func temporaryName(_ name: String) -> String { "larder_new_\(name)" }

  private func rebuild(_ step: Step, _ connection: Connection) throws {
    let target = temporaryName(step.name)
    try connection.execute(step.makeSQL(target))
    guard let oldName = step.oldName else { return }
    let columns = step.filling.map(\.column).sqlList
    let sources = step.filling.map(\.source).joined(by: ", ")
    let fill: SQLText = """
      INSERT INTO \(name: target) (\(SQLText(columns))) SELECT \(sources) FROM \(name: oldName)
      """
    do throws(SQLiteError) {
      try connection.run(fill.text, fill.values)
    } catch {
      guard error.code.primary == .constraint else { throw error }
      throw PersistenceError(
        .invalidSchema, detail: "the stored objects do not fit: \(error.message)",
        underlyingError: error)
    }
    // A key that was given once is not given again, even where its object is gone.
    if step.hasSequence {
      try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(target)])
      try connection.run(
        "INSERT INTO sqlite_sequence (name, seq) SELECT ?, seq FROM sqlite_sequence WHERE name = ?",
        [.text(target), .text(oldName)])
    }
    try connection.execute("DROP TABLE \(oldName.sqlName)")
  }
}

extension LayoutMigration {
  private mutating func addStep(_ table: StoreLayout.Table) throws {
    let oldTable = old.tables.first { $0.entity == table.entity }
    var filling: [(column: String, source: SQLText)] = []
    if let oldTable {
      filling = [(table.key, .name(oldTable.key))]
      for column in table.columns {
        if let source = try source(of: column, table, oldTable) {
          filling.append((column.name, source))
        }
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
        filling: filling, hasSequence: oldTable != nil))
  }

  /// What fills a column; `nil` where it stays null.
  private func source(
    of column: StoreLayout.Column, _ table: StoreLayout.Table, _ oldTable: StoreLayout.Table
  ) throws -> SQLText? {
    let entity = table.entity
    let attribute = new.schema.attribute(column.property, of: entity)
    let former =
      attribute?.originalName ?? new.schema.relationship(column.property, of: entity)?.originalName
    let known = [column.property, former].compactMap(\.self).lazy
      .compactMap { name in oldTable.columns.first { $0.property == name } }.first
    let fallback = try attribute.flatMap { try storedDefault(of: $0, entity) }
    guard let known else {
      if old.schema.relationship(column.property, of: entity)?.isToMany == true {
        throw problem(entity, column.property, "was to many and would be to one")
      }
      if fallback != nil { return fallback }
      if column.isRequired {
        throw problem(entity, column.property, "is new and required, and has no default")
      }
      return nil
    }
    guard isSame(known.content, column.content) else {
      throw problem(entity, column.property, "would change its type")
    }
    guard column.isRequired, !known.isRequired else { return .name(known.name) }
    guard let fallback else { return .name(known.name) }
    return "coalesce(\(name: known.name), \(fallback))"
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
    case (.reference(let a, _), .reference(let b, _)):
      self.old.tables[a].entity == self.new.tables[b].entity
    default: false
    }
  }

  private func problem(
    _ entity: EntityName, _ property: AttributeName, _ fault: String
  ) -> PersistenceError {
    PersistenceError(
      .invalidSchema, entity: entity, attribute: property,
      detail: "`\(entity).\(property)` \(fault); the stored objects cannot be carried over")
  }

  private mutating func addStep(_ join: StoreLayout.Join) throws {
    let entity = new.tables[join.near.table].entity
    let known = try join.near.relationship.flatMap { try former(of: $0, entity, join) }
    var filling: [(column: String, source: SQLText)] = []
    if let known {
      for (end, oldEnd) in [(join.near, known.near), (join.far, known.far)] {
        filling.append((end.column, .name(oldEnd.column)))
        if let order = end.order, let oldOrder = oldEnd.order {
          filling.append((order, .name(oldOrder)))
        }
      }
    }
    steps.append(
      Step(
        name: join.name, oldName: known?.name,
        makeSQL: { [new] in new.sql(of: join, named: $0) }, indices: new.indices(of: join),
        filling: filling, hasSequence: false))
  }

  /// The old join table of a relationship, its ends as in the new one.
  private func former(
    of name: AttributeName, _ entity: EntityName, _ join: StoreLayout.Join
  ) throws -> (name: String, near: StoreLayout.Join.End, far: StoreLayout.Join.End)? {
    let names = [name, new.schema.relationship(name, of: entity)?.originalName].compactMap(\.self)
    for known in old.joins {
      for (near, far) in [(known.near, known.far), (known.far, known.near)] {
        guard let former = near.relationship, names.contains(former),
          old.tables[near.table].entity == entity
        else { continue }
        guard old.tables[far.table].entity == new.tables[join.far.table].entity else {
          throw problem(entity, name, "would lead to other objects")
        }
        return (known.name, near, far)
      }
    }
    if let former = names.lazy.compactMap({ old.schema.relationship($0, of: entity) }).first {
      throw problem(
        entity, name,
        former.isToMany ? "would be shared by many" : "was to one and would be to many")
    }
    return nil
  }
}

extension EntitySchema.AttributeType {
  /// Stored values of this type are values of the other one.
  fileprivate func isKept(as other: Self) -> Bool {
    switch (self, other) {
    case (.enumeration(_, let a, let old), .enumeration(_, let b, let new)):
      a == b && old.allSatisfy { known in new.contains { $0.rawValue == known.rawValue } }
    case (.enumeration(_, let rawType, _), _): rawType == other
    default: self == other
    }
  }
}
