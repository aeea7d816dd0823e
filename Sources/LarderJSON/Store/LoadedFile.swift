import LarderCore

/// A file as it was read, with what was found out about its records since.
final class LoadedFile: Sendable {
  let document: JSONDocument
  let extents: [EntityName: EntityExtent]

  /// The keys of records that are known by their position, where they are not just their places.
  let positions: [EntityName: PositionKeys]

  init(_ document: JSONDocument, model: StoreModel, positions: [EntityName: PositionKeys]) {
    self.document = document
    // Keys of other records than these, where another process has added or removed some.
    let positions = positions.filter { entity, positions in
      document.table(of: entity)?.count == positions.keys.count
    }
    self.positions = positions
    var extents: [EntityName: EntityExtent] = [:]
    for table in document.tables {
      guard let entity = model.entities[table.entityName] else { continue }
      extents[table.entityName] = EntityExtent(
        table, model: entity, positions: positions[table.entityName])
    }
    self.extents = extents
  }

  /// The objects of an entity alone, without those below it; `nil` when the file holds none.
  func extent(of entity: EntityName) -> EntityExtent? { extents[entity] }

  /// Where an object stands; `nil` when the file does not hold it.
  func place(of identifier: PersistentIdentifier) -> (extent: EntityExtent, row: Int)? {
    guard let extent = extents[identifier.entity],
      identifier.storeIdentifier == extent.model.origin.storeIdentifier,
      let row = extent.keys.row(of: identifier.primaryKey)
    else { return nil }
    return (extent, row)
  }
}

/// The keys of records that have no other identity: numbers that a store gives once and keeps while it
/// is open.
struct PositionKeys: Hashable, Sendable {
  /// A key a record, in file order.
  var keys: [Int64]
  /// Above every key ever given.
  var nextKey: Int64
}

/// All objects of one entity in a file.
final class EntityExtent: Sendable {
  let table: RecordTable
  let model: EntityModel
  let reader: RecordReader
  let positions: PositionKeys?
  private let loadedKeys = Lazy<RowKeys>()
  let columns: ColumnCache

  init(_ table: RecordTable, model: EntityModel, positions: PositionKeys?) {
    self.table = table
    self.model = model
    self.positions = positions
    reader = RecordReader(table, model: model)
    columns = ColumnCache(table, reader: reader)
  }

  /// The identities of the rows; found out when they are first needed.
  var keys: RowKeys {
    loadedKeys.value { RowKeys(table, model: model, reader: reader, positions: positions) }
  }

  func snapshot(ofRow row: Int, properties: [Int]? = nil) -> EntitySnapshot {
    EntitySnapshot(
      identifier: identifier(ofRow: row), layout: model.layout,
      values: reader.values(ofRow: row, properties: properties))
  }

  func identifier(ofRow row: Int) -> PersistentIdentifier {
    PersistentIdentifier(origin: model.origin, primaryKey: keys.key(ofRow: row))
  }
}
