import LarderCore
import SQLiteDriver

/// The way from the tables of one schema to those of another, where it loses no object.
///
/// Entities may come, and go once they have no objects. Properties may come, go and be renamed
/// (`originalName`), and become optional; what is required must have been so, or have a default.
struct LayoutMigration {
  let old: StoreLayout
  let new: StoreLayout
  var steps: [Step] = []

  /// What becomes of one table.
  struct Step {
    var name: String

    /// `nil` where there was none.
    var oldName: String?
    var makeSQL: (_ name: String) -> String
    var indices: [String]

    /// Columns with what fills them from the old table.
    var filling: [(column: String, source: SQLText)]

    /// The rows of the old table that are kept; `nil` for all.
    var condition: SQLText?
    var hasSequence: Bool
  }

  /// - Throws: ``PersistenceError`` with code `schema.invalid` for a change that is not lightweight.
  init(from old: StoreLayout, to new: StoreLayout) throws {
    self.old = old
    self.new = new
    for table in new.tables { try addStep(table) }
    for join in new.joins { try addStep(join) }
  }

  /// Entities that are declared no more must have no objects: nothing says that those may go.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.invalid`; `SQLiteError`.
  func checkThatNoObjectIsLost(_ connection: Connection) throws {
    for entity in old.schema.entities where new.schema.entity(entity.name) == nil {
      guard let home = old.home(of: entity.name) else { continue }
      let table = old.tables[home]
      let isOwn = table.kind.map { column -> SQLText in
        " WHERE \(name: column) = \(value: .text(entity.name.rawValue))"
      }
      let sql: SQLText = "SELECT count(*) FROM \(name: table.name)\(isOwn ?? "")"
      guard case .integer(let count)? = try connection.value(sql.text, sql.values), count > 0
      else { continue }
      throw PersistenceError(
        .invalidSchema, entity: entity.name,
        detail: "the schema leaves out `\(entity.name)`, of which \(count) "
          + "\(count == 1 ? "object is" : "objects are") stored; declare it, or delete them first")
    }
    try checkThatNoCaseIsLost(connection)
  }

  /// Runs inside a transaction with foreign keys off.
  func run(_ connection: Connection) throws {
    for step in steps { try rebuild(step, connection) }
    for name in old.joins.map(\.name) + old.tables.map(\.name) {
      try connection.execute("DROP TABLE \(name.sqlName)")
    }
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
      INSERT INTO \(name: target) (\(SQLText(columns))) SELECT \(sources) FROM \(name: oldName)\
      \(step.condition.map { " WHERE \($0)" } ?? "")
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
  }
}
