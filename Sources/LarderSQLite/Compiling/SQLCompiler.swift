import LarderCore

/// Turns conditions and expressions into SQL that gives just what they give in memory.
///
/// A condition becomes SQL that is true exactly where the condition is; where it is not, the SQL may be
/// null as well as false. `NOT` is therefore always written as `IS NOT TRUE`.
struct SQLCompiler {
  let mapping: DatabaseMapping

  /// The rows in scope, the query's own first, one a level of closures.
  var levels: [Level]

  private var aliasCount = 0
  private var depth = 0

  /// One row in scope: a table under an alias.
  struct Row: Hashable {
    var table: Int
    var alias: String

    /// The tables of the entities that the object may be of.
    var family: [Int]
  }

  /// The rows of one `FROM`.
  struct Level {
    var row: Row

    /// The text of the `FROM` without the joins.
    var source: SQLText
    var joins: [Join] = []

    /// What an ordered relationship goes by.
    var order: SQLText?

    /// The place of a view's row is asked for.
    var usesPosition = false

    /// What the rows are where they are elements of an array in JSON.
    var element: JSONOperand?
  }

  /// A to-one relationship that was followed.
  struct Join {
    var origin: Row
    var link: RelationshipMapping.Link

    /// What the origin must be to have the relationship; `nil` where every one has it.
    var condition: SQLText?
    var row: Row
    var sql: SQLText
  }

  /// Without subentities, only objects of the table's very entity are in scope.
  init(mapping: DatabaseMapping, table: Int, includesSubentities: Bool = true) {
    self.mapping = mapping
    levels = []
    var row = makeRow(of: table)
    if !includesSubentities { row.family.removeAll { $0 != table } }
    levels.append(Level(row: row, source: "\(name: mapping.tables[table].table) AS \(row.sql)"))
  }

  mutating func makeRow(of table: Int) -> Row {
    defer { aliasCount += 1 }
    return Row(table: table, alias: "t\(aliasCount)", family: mapping.families[table])
  }

  func table(of row: Row) -> TableMapping { mapping.tables[row.table] }

  /// Runs a step one level deeper in the tree.
  mutating func nested<Result>(
    _ body: (inout SQLCompiler) throws(Unpushable) -> Result
  ) throws(Unpushable) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 200 else { throw Unpushable("the condition is nested too deeply for SQLite") }
    return try body(&self)
  }

  /// The `FROM` of a level with the joins that were needed.
  func from(_ level: Int) -> SQLText {
    let level = levels[level]
    var source = level.source
    if level.usesPosition {
      // A view has no rowid: its rows are counted as they come.
      source = """
        (SELECT row_number() OVER () AS \(name: KeyMapping.positionColumn), * \
        FROM \(name: mapping.tables[level.row.table].table)) AS \(level.row.sql)
        """
    }
    for join in level.joins { source += " \(join.sql)" }
    return source
  }
}

extension SQLCompiler.Row {
  var sql: SQLText { SQLText(alias) }

  func column(_ name: String) -> SQLText { "\(sql).\(name: name)" }
}

extension [SQLText] {
  /// Conditions joined so that the tree is no deeper than it must be; SQLite allows 1000 levels.
  func joinedBalanced(by word: SQLText) -> SQLText {
    guard count > 1 else { return first ?? SQLText() }
    if count <= 16 { return "(\(joined(by: " \(word) ")))" }
    let middle = count / 2
    let left = Array(self[..<middle]).joinedBalanced(by: word)
    return "(\(left) \(word) \(Array(self[middle...]).joinedBalanced(by: word)))"
  }
}
