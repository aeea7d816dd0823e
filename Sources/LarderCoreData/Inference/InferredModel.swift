import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

/// A model guessed from the tables, for a store without one.
///
/// Names are those of the columns in lower case, since the store keeps no others.
struct InferredModel {
  private(set) var model: ManagedObjectModel

  /// What was guessed, property by property.
  private(set) var findings: [StoreFinding] = []

  private let contents: StoreContents
  private let connection: Connection

  init(_ contents: StoreContents, _ connection: Connection) throws(SQLiteError) {
    self.contents = contents
    self.connection = connection
    model = ManagedObjectModel(entities: [])
    let rows = contents.modelEntities
    for row in rows {
      let parent = rows.first { $0.number == row.parent }
      model.entities.append(
        ManagedObjectModel.Entity(name: row.name, superentity: parent?.name))
    }
    for (index, row) in rows.enumerated() where row.parent == 0 {
      try inferProperties(of: index, row)
    }
    inferJoins()
  }

  /// The columns of a shared table are taken as the root's: nothing tells whose they are.
  private mutating func inferProperties(
    of index: Int, _ row: StoreContents.EntityRow
  ) throws(SQLiteError) {
    let name = "Z" + row.name.uppercased()
    guard let table = contents.catalog.table(name) else { return }
    var properties: [ManagedObjectModel.Property] = []
    for column in table.columns where column.name.isProperty {
      if column.type.uppercased() == "INTEGER", let destination = destination(of: column, in: table)
      {
        properties.append(.relationship(relationship(column, to: destination, of: row.name)))
      } else {
        properties.append(.attribute(try attribute(column, in: name, of: row.name)))
      }
    }
    model.entities[index].properties = properties.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    model.entities[index].uniquenessConstraints = table.indices.filter(\.isUnique).compactMap {
      $0.columns.allSatisfy(\.isProperty) ? $0.columns.map(\.propertyName) : nil
    }
  }

  /// The entity that an indexed number leads to, by its name; `nil` where that tells nothing.
  private func destination(
    of column: StoreCatalog.Column, in table: StoreCatalog.Table
  ) -> String? {
    let isIndexed = table.indices.contains {
      $0.columns == [column.name] && $0.name.hasSuffix("_INDEX")
    }
    guard isIndexed else { return nil }
    let name = column.name.dropFirst().lowercased()
    let names = contents.modelEntities.map(\.name)
    // A second column beside it names the destination's number.
    for other in table.columns where other.name.hasSuffix("_" + column.name.dropFirst()) {
      let digits = other.name.dropFirst().prefix { $0.isNumber }
      if let number = Int64(digits) {
        return contents.modelEntities.first { $0.number == number }?.name
      }
    }
    let candidates = names.filter { name == $0.lowercased() || name.hasSuffix($0.lowercased()) }
    return candidates.max { $0.count < $1.count }
  }

  private mutating func relationship(
    _ column: StoreCatalog.Column, to destination: String, of entity: String
  ) -> ManagedObjectModel.Relationship {
    let name = column.name.propertyName
    findings.append(
      StoreFinding(
        "guessed to be a relationship to `\(destination)`", entity: EntityName(entity),
        attribute: AttributeName(name)))
    return ManagedObjectModel.Relationship(
      name: name, destination: destination, isOptional: true, maximumCount: 1)
  }

  private mutating func attribute(
    _ column: StoreCatalog.Column, in table: String, of entity: String
  ) throws(SQLiteError) -> ManagedObjectModel.Attribute {
    let name = column.name.propertyName
    let type = try type(of: column, in: table)
    findings.append(
      StoreFinding(
        "its type is guessed from a column of type \(column.type)", entity: EntityName(entity),
        attribute: AttributeName(name)))
    return ManagedObjectModel.Attribute(name: name, type: type, isOptional: true)
  }

  private func type(
    of column: StoreCatalog.Column, in table: String
  ) throws(SQLiteError) -> ManagedObjectModel.AttributeType {
    switch column.type.uppercased() {
    case "TIMESTAMP": return .date
    case "FLOAT": return .double
    case "DECIMAL": return .decimal
    case "VARCHAR": return .string
    case "BLOB":
      let sql = """
        SELECT count(*), sum(length(c) = 16), sum(substr(c, 1, 8) = CAST('bplist00' AS BLOB)) \
        FROM (SELECT \(column.name.sqlName) AS c FROM \(table.sqlName) \
        WHERE c IS NOT NULL LIMIT 1000)
        """
      let rows: [[SQLiteValue]]
      do throws(SQLiteError) { rows = try connection.rows(sql) } catch {
        guard error.code.primary == .corrupt else { throw error }
        return .binaryData
      }
      guard let row = rows.first, row.integer(0) > 0 else { return .binaryData }
      if row.integer(1) == row.integer(0) { return .uuid }
      return row.integer(2) == row.integer(0) ? .transformable : .binaryData
    default: return .integer64
    }
  }

  /// The numbers in the names of a join table's columns give both entities, and its name one side.
  private mutating func inferJoins() {
    for table in contents.catalog.tables {
      let columns = table.columns.compactMap { JoinColumnName($0.name) }
      guard table.name.hasPrefix("Z_"), columns.count == 2, let first = columns.first,
        let last = columns.last, let one = index(of: first.number),
        let other = index(of: last.number)
      else { continue }
      // Each column holds keys of its own number's entity, under the name of the relationship to it.
      add(first.name.lowercased(), from: other, to: one, inverse: last.name.lowercased())
      add(last.name.lowercased(), from: one, to: other, inverse: first.name.lowercased())
    }
  }

  private mutating func add(_ name: String, from owner: Int, to destination: Int, inverse: String) {
    let entity = model.entities[owner].name
    findings.append(
      StoreFinding(
        "its inverse, delete rule and limits are guessed", entity: EntityName(entity),
        attribute: AttributeName(name)))
    model.entities[owner].properties.append(
      .relationship(
        ManagedObjectModel.Relationship(
          name: name, destination: model.entities[destination].name, inverse: inverse,
          isOptional: true)))
    model.entities[owner].properties.sort {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }

  private func index(of number: Int64) -> Int? {
    contents.modelEntities.firstIndex { $0.number == number }
  }
}

/// The name of a join table's column: `Z_3TAGS`.
private struct JoinColumnName {
  var number: Int64
  var name: String

  init?(_ column: String) {
    guard column.hasPrefix("Z_"), !column.hasPrefix("Z_FOK_") else { return nil }
    let rest = column.dropFirst(2)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), digits.count < rest.count else { return nil }
    self.number = number
    name = String(rest.dropFirst(digits.count))
  }
}

extension String {
  /// The column holds a property, not the store's own bookkeeping.
  fileprivate var isProperty: Bool {
    guard hasPrefix("Z"), !["Z_PK", "Z_ENT", "Z_OPT"].contains(self), !hasPrefix("Z_FOK_") else {
      return false
    }
    return dropFirst().first.map { !$0.isNumber } ?? false
  }

  /// The only spelling that a column leaves of a name.
  fileprivate var propertyName: String { dropFirst().lowercased() }
}
