import LarderCore
import LarderSQLite
import SQLiteDriver

/// The types of values inside Swift structs that are stored as JSON, which the model does not tell: they are
/// taken from what stands in the first rows.
struct ObservedLeaves {
  private let connection: Connection

  /// Values that are looked at, a column.
  private static let sampleSize = 50

  init(_ connection: Connection) { self.connection = connection }

  /// The schema of a mapping with the types that were seen; values of several kinds where none were.
  func schema(of mapping: DatabaseMapping) -> EntitySchema {
    var schema = mapping.schema
    for table in mapping.tables {
      guard let index = schema.entities.firstIndex(where: { $0.name == table.entity }) else {
        continue
      }
      for column in table.columns
      where column.meaning == .coded(.nestedArchive) && !column.members.isEmpty {
        // An inherited attribute is its superentity's.
        guard
          let place = schema.entities[index].attributes.firstIndex(where: {
            $0.name == column.attribute
          })
        else { continue }
        let type = type(of: column, in: table)
        schema.entities[index].attributes[place].set(type, at: column.members[...])
      }
    }
    return schema
  }

  private func type(
    of column: ColumnMapping, in table: TableMapping
  ) -> EntitySchema.AttributeType {
    // A table that is damaged shows it when it is read for its own sake.
    let rows = try? connection.rows(
      """
      SELECT \(column.column.sqlName) FROM \(table.table.sqlName) \
      WHERE \(column.column.sqlName) IS NOT NULL LIMIT \(ObservedLeaves.sampleSize)
      """)
    let values = (rows ?? []).map { row in
      ValueCodec.nestedArchive.decode(row[0]) ?? AttributeValue(row[0])
    }
    var elements: [AttributeValue] = []
    for value in values {
      guard case .array(let members) = value else {
        return ObservedLeaves.common(values)
      }
      elements += members
    }
    return values.isEmpty ? .mixed : .array(of: ObservedLeaves.common(elements))
  }

  /// The type that all values have; of several kinds where they differ or are objects.
  private static func common(_ values: [AttributeValue]) -> EntitySchema.AttributeType {
    let kinds = Set(values.map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else { return .mixed }
    switch kind {
    case .bool: return .bool
    case .integer: return .integer
    case .real: return .real
    case .text: return .text
    case .data: return .data
    case .null, .decimal, .date, .uuid, .array, .object, .identifier: return .mixed
    }
  }
}

extension EntitySchema.Attribute {
  /// Gives a member of a composite another type.
  fileprivate mutating func set(
    _ newType: EntitySchema.AttributeType, at members: ArraySlice<AttributeName>
  ) {
    guard let name = members.first else {
      type = newType
      return
    }
    guard case .composite(var inner) = type,
      let index = inner.firstIndex(where: { $0.name == name })
    else { return }
    inner[index].set(newType, at: members.dropFirst())
    type = .composite(inner)
  }
}
