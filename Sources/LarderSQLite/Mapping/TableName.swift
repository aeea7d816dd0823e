/// The name of a table in the database itself, or in one that is attached to it.
package struct TableName: Hashable, Sendable {
  /// The name under which a database is attached; `nil` for the database itself.
  package var schema: String?
  package var name: String

  package init(_ name: String, schema: String? = nil) {
    self.name = name
    self.schema = schema
  }

  /// As SQL spells it, whatever characters it holds.
  package var sqlName: String {
    guard let schema else { return name.sqlName }
    return schema.sqlName + "." + name.sqlName
  }

  /// Names that SQL takes for one.
  func isSame(as other: TableName) -> Bool {
    schema == other.schema && name.isSameSQLName(as: other.name)
  }

  /// What SQLite's own functions call the schema.
  package var schemaName: String { schema ?? "main" }
}

extension TableName: CustomStringConvertible {
  package var description: String { schema.map { "\($0).\(name)" } ?? name }
}
