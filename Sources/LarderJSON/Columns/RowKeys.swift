import LarderCore
import Synchronization

/// The identities of the rows of a table, and the rows of identities.
final class RowKeys: Sendable {
  /// Where the identities come from.
  enum Source: Hashable, Sendable {
    /// The place in the file, or a number given in its stead.
    case position
    case key
    case persistentIdentifier
    case attribute(AttributeName)
  }

  let source: Source
  private let table: RecordTable
  private let field: Int?
  private let positions: PositionKeys?
  private let index: KeyIndex?
  private let positionRows = Lazy<[Int64: Int]>()

  /// Finds an attribute whose values are all there and all different, else falls back on positions.
  init(_ table: RecordTable, model: EntityModel, reader: RecordReader, positions: PositionKeys?) {
    self.table = table
    self.positions = positions
    switch model.scheme {
    case .key:
      source = .key
      field = nil
      index = KeyIndex(keyedRowsOf: table)
    case .persistentIdentifier:
      source = .persistentIdentifier
      field = table.fields.firstIndex { $0.name.rawValue == IdentifiedRecords.identifierKey }
      index = KeyIndex(identifiedRowsOf: table, field: field)
    case .attribute:
      let found = Self.identity(of: table, model: model)
      source = found.map { .attribute($0.name) } ?? .position
      field = found?.field
      index = found?.index
    }
  }

  private typealias Identity = (name: AttributeName, field: Int, index: KeyIndex)

  /// The identity that the first reading of the file chose is kept, where the file still has it.
  private static func identity(of table: RecordTable, model: EntityModel) -> Identity? {
    let chosen = model.identityAttribute.withLock { $0 }
    let names = chosen.map { $0.map { [$0] } ?? [] } ?? model.identityCandidates
    for name in names {
      guard let field = table.fields.firstIndex(where: { $0.name == name }),
        let index = KeyIndex(valuesOf: table, field: field, mustBeUnique: chosen == nil)
      else { continue }
      model.identityAttribute.withLock { $0 = .some(name) }
      return (name, field, index)
    }
    if chosen == nil, table.count > 0 { model.identityAttribute.withLock { $0 = .some(nil) } }
    return nil
  }

  func key(ofRow row: Int) -> PersistentIdentifier.PrimaryKey {
    index?.key(ofRow: row) ?? .integer(positions?.keys[row] ?? Int64(row) + 1)
  }

  /// Whether keys are ordered as their rows are.
  var arePlaces: Bool { index == nil && positions == nil }

  /// The row of a key, or `nil` when there is none; where several rows share it, the first.
  func row(of key: PersistentIdentifier.PrimaryKey) -> Int? {
    if let index { return index.row(of: key) }
    guard case .integer(let number) = key else { return nil }
    guard let positions else {
      return number >= 1 && number <= table.count ? Int(number) - 1 : nil
    }
    let rows = positionRows.value {
      Dictionary(
        positions.keys.enumerated().map { ($0.element, $0.offset) },
        uniquingKeysWith: { first, _ in first })
    }
    return rows[number]
  }
}
