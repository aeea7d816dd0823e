import LarderCore
import Synchronization

/// The columns of a table that queries have asked for so far.
final class ColumnCache: Sendable {
  private let table: RecordTable
  private let reader: RecordReader

  /// `nil` for a path that has no column.
  private let columns = Mutex<[[AttributeName]: Column?]>([:])

  init(_ table: RecordTable, reader: RecordReader) {
    self.table = table
    self.reader = reader
  }

  /// The column of an attribute, or of a member of composites; `nil` where its values are of no type
  /// that has columns, or the path goes through a relationship.
  func column(at path: [AttributeName]) -> Column? {
    columns.withLock { known in
      if let column = known[path] { return column }
      let column = makeColumn(path)
      known[path] = .some(column)
      return column
    }
  }

  private func makeColumn(_ path: [AttributeName]) -> Column? {
    source(at: path).flatMap { ColumnBuilder($0.source).column(of: $0.type) }
  }

  /// Where the values of a path stand, and their type; `nil` for a path through a relationship.
  func source(
    at path: [AttributeName]
  ) -> (source: ColumnSource, type: EntitySchema.AttributeType)? {
    guard let name = path.first, let slot = reader.model.layout.slot(of: name),
      let field = reader.fields[slot],
      case .attribute(let attribute) = reader.model.properties[slot]
    else { return nil }
    var type = attribute.type
    for member in path.dropFirst() {
      guard case .composite(let members) = type,
        let known = members.first(where: { $0.name == member })
      else { return nil }
      type = known.type
    }
    let source = ColumnSource(
      table: table, field: field, members: path.dropFirst().map(\.rawValue))
    return (source, type)
  }
}
