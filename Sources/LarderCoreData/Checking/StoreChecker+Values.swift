import Glibc
import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

extension StoreChecker {
  /// Required values are there, values are of their types, and files beside the store exist.
  mutating func checkValues() throws {
    for table in tables {
      for column in table.columns {
        guard case .attribute(let entity, let path, let attribute) = column.content,
          mapping.tables.contains(where: {
            $0.table.name == table.name && $0.column(named: column.name) != nil
          })
        else { continue }
        if !attribute.isOptional, !attribute.isDerived, path.count == 1 {
          try checkRequired(table, column, entity, attribute)
        }
        try checkKind(table, column, entity, path, attribute)
        if attribute.allowsExternalStorage { try checkFiles(table, column, entity, attribute) }
      }
    }
  }

  private mutating func checkRequired(
    _ table: StoreTables.Table, _ column: StoreTables.Column, _ entity: String,
    _ attribute: ManagedObjectModel.Attribute
  ) throws {
    try report(
      "required-value", table, "\(column.name.sqlName) IS NULL", column, entity, attribute.name
    ) { _ in "it is required, but NULL" }
  }

  private mutating func checkKind(
    _ table: StoreTables.Table, _ column: StoreTables.Column, _ entity: String, _ path: [String],
    _ attribute: ManagedObjectModel.Attribute
  ) throws {
    let name = column.name.sqlName
    let test: String? =
      switch attribute.type {
      case .integer16, .integer32, .integer64: "typeof(\(name)) <> 'integer'"
      case .boolean: "typeof(\(name)) <> 'integer' OR \(name) NOT IN (0, 1)"
      case .double, .float, .date, .decimal: "typeof(\(name)) NOT IN ('real', 'integer')"
      case .string, .uri: "typeof(\(name)) <> 'text'"
      case .uuid: "typeof(\(name)) <> 'blob' OR length(\(name)) <> 16"
      case .binaryData, .transformable: "typeof(\(name)) <> 'blob'"
      case .undefined, .objectID: nil
      }
    guard let test else { return }
    try report(
      "value-kind", table, "\(name) IS NOT NULL AND (\(test))", column, entity,
      path.joined(separator: ".")
    ) { "it holds \($0.words), which is no \(attribute.type)" }
  }

  private mutating func checkFiles(
    _ table: StoreTables.Table, _ column: StoreTables.Column, _ entity: String,
    _ attribute: ManagedObjectModel.Attribute
  ) throws {
    let folder = externalFolder
    let name = column.name.sqlName
    try report(
      "external-file", table, "length(\(name)) = 38 AND substr(\(name), 1, 1) = x'02'", column,
      entity, attribute.name
    ) { value in
      guard case .blob(let bytes) = value, let file = ExternalData.fileName(in: bytes),
        access("\(folder)/\(file)", R_OK) != 0
      else { return nil }
      return "its file \(file) is not in \(folder)"
    }
  }

  /// Adds a violation for each row of an entity that meets a test, unless there is nothing to say of it.
  private mutating func report(
    _ rule: String, _ table: StoreTables.Table, _ test: String, _ column: StoreTables.Column,
    _ entity: String, _ attribute: String, _ message: (SQLiteValue) -> String?
  ) throws {
    var found: [[SQLiteValue]] = []
    try forEachRow(
      """
      SELECT Z_PK, Z_ENT, \(column.name.sqlName) FROM \(table.name.sqlName) \
      WHERE Z_ENT IN (\(family(of: entity))) AND (\(test))
      """
    ) { found.append($0) }
    for row in found {
      guard let words = message(row[2]) else { continue }
      add(rule, words, identifier(row[0], number: row[1]), attribute)
    }
  }

  /// No two objects share what only one may have.
  mutating func checkUniqueness() throws {
    for entity in hierarchy.model.entities {
      guard let index = mapping.index(of: EntityName(entity.name)) else { continue }
      for constraint in entity.uniquenessConstraints {
        let columns = constraint.flatMap {
          mapping.tables[index].columns(of: AttributeName($0)).map(\.column)
        }
        guard columns.count == constraint.count else { continue }
        let list = columns.map(\.sqlName).joined(separator: ", ")
        let isSet = columns.map { "\($0.sqlName) IS NOT NULL" }.joined(separator: " AND ")
        var found: [[SQLiteValue]] = []
        try forEachRow(
          """
          SELECT min(Z_PK), max(Z_PK), min(Z_ENT) FROM \(mapping.tables[index].table.sqlName) \
          WHERE Z_ENT IN (\(family(of: entity.name))) AND \(isSet) GROUP BY \(list) \
          HAVING count(*) > 1
          """
        ) { found.append($0) }
        for row in found {
          add(
            "unique-value",
            "row \(row[1].words) has the same \(constraint.joined(separator: ", "))",
            identifier(row[0], number: row[2]), constraint.first)
        }
      }
    }
  }
}
