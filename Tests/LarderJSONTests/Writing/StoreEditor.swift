import LarderCore
import LarderJSON
import LarderStore
import LarderTestSupport
import Testing

/// A JSON store on a file of its own, and edits of it as a context would make them.
struct StoreEditor {
  let folder: TemporaryFolder
  let name: String
  let store: JSONStore

  init(_ text: String, name: String = "trip.json", schema: EntitySchema? = nil) throws {
    folder = try TemporaryFolder()
    self.name = name
    let path = try folder.write(text: text, to: name)
    store = try JSONStore.open(path: path, options: JSONStore.Options(schema: schema))
  }

  /// Another store on the same file.
  init(beside other: StoreEditor) throws {
    folder = other.folder
    name = other.name
    store = try JSONStore.open(path: other.path)
  }

  var path: String { folder.path(of: name) }

  var text: String { get throws { String(decoding: try folder.bytes(of: name), as: UTF8.self) } }

  /// All objects of an entity, in the order of the file.
  func objects(of entity: EntityName? = nil) throws -> [EntitySnapshot] {
    let entity = try entity ?? #require(store.schema.entities.first?.name)
    var snapshots: [EntitySnapshot] = []
    try store.enumerate(EntityFetchDescriptor(entity: entity)) {
      snapshots.append($0)
      return true
    }
    return snapshots
  }

  /// Sets a property of the object in a row.
  @discardableResult
  func set(
    _ attribute: AttributeName, ofRow row: Int, of entity: EntityName? = nil,
    to value: AttributeValue?
  ) throws -> ChangeSet {
    let objects = try self.objects(of: entity)
    let before = try #require(objects.indices.contains(row) ? objects[row] : nil)
    var after = before
    after[attribute] = value
    return try apply([.update(before: before, after: after)])
  }

  @discardableResult
  func delete(rows: [Int], of entity: EntityName? = nil) throws -> ChangeSet {
    let objects = try objects(of: entity)
    try #require(rows.allSatisfy(objects.indices.contains))
    return try apply(rows.map { .delete(objects[$0]) })
  }

  @discardableResult
  func insert(
    _ values: [AttributeName: AttributeValue], into entity: EntityName? = nil
  ) throws -> ChangeSet {
    let entity = try entity ?? #require(store.schema.entities.first?.name)
    let layout = try #require(store.schema.layout(of: entity))
    var snapshot = EntitySnapshot(
      identifier: PersistentIdentifier(
        storeIdentifier: nil, entityName: entity, primaryKey: .temporary(1)),
      layout: layout, values: layout.names.map { _ in nil })
    for (name, value) in values { snapshot[name] = value }
    return try apply([.insert(snapshot, restoring: nil)])
  }

  /// Applies changes; returns them as the store has them afterwards, so that they can be undone.
  @discardableResult
  func apply(_ changes: [ChangeSet.Change]) throws -> ChangeSet {
    let result = try store.apply(ChangeSet(changes))
    return ChangeSet(
      changes.map { change in
        let identifier = result.remappedIdentifiers[change.identifier] ?? change.identifier
        let stored = result.snapshots[identifier]
        switch change {
        case .insert(let snapshot, let restoring):
          return .insert(stored ?? snapshot, restoring: restoring)
        case .update(var before, let after):
          before.identifier = identifier
          return .update(before: before, after: stored ?? after)
        case .delete: return change
        }
      })
  }

  func undo(_ changes: ChangeSet) throws { try apply(changes.inverse.changes) }
}
