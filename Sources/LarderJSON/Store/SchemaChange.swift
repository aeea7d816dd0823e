import Glibc
import LarderCore
import LarderStore

/// The way of a file's objects from the schema that it says to another one.
struct SchemaChange {
  let store: JSONStore
  let schema: EntitySchema

  init(of store: JSONStore, to schema: EntitySchema) {
    self.store = store
    self.schema = schema
  }

  /// Writes every object anew into a file that then takes the old one's name.
  ///
  /// - Throws: ``PersistenceError`` with code `schema.invalid` where an object does not fit; the file then
  ///   stands as it was.
  func run() throws {
    let target = try AtomicFile(path: store.path)
    let lock = try FileLock(path: target.path)
    defer { withExtendedLifetime(lock) {} }
    let objects = try carriedObjects()
    let unfinished = target.path + ".larder-schema"
    unlink(unfinished)
    defer { unlink(unfinished) }
    try JSONStore.create(path: unfinished, text: SelfDescription.emptyFile(of: schema))
    let new = try JSONStore.open(path: unfinished, options: JSONStore.Options(schema: schema))
    let result = try new.apply(ChangeSet(objects.map { .insert($0, restoring: $0.identifier) }))
    guard result.remappedIdentifiers.allSatisfy({ $0.key.primaryKey == $0.value.primaryKey }) else {
      throw PersistenceError(.failed, detail: "\(store.path): objects would change their keys")
    }
    let bytes = try FileBytes(path: unfinished)
    let text = UnsafeRawBufferPointer(start: bytes.base, count: bytes.count)
    try target.replace(with: SplicedText(text, [])) { _ in }
  }

  private func carriedObjects() throws -> [EntitySnapshot] {
    var found: [EntitySnapshot] = []
    for entity in store.schema.entities where entity.superentity == nil {
      try store.enumerate(EntityFetchDescriptor(entity: entity.name)) { snapshot in
        found.append(try carried(snapshot))
        return true
      }
    }
    return found
  }

  /// An object in its new form.
  ///
  /// A to-many relationship that only the other end's record holds stays not loaded.
  private func carried(_ old: EntitySnapshot) throws -> EntitySnapshot {
    let entity = old.identifier.entity
    guard let layout = schema.layout(of: entity) else {
      throw PersistenceError(
        .invalidSchema, entity: entity,
        detail:
          "the schema leaves out `\(entity)`, of which objects are stored; declare it, or delete "
          + "them first")
    }
    let attributes = try schema.allAttributes(of: entity).map { attribute in
      try value(of: attribute, in: old)
    }
    let relationships = schema.allRelationships(of: entity).map { relationship in
      old[relationship.name] ?? relationship.originalName.flatMap { old[$0] }
        ?? (relationship.isToMany ? nil : .null)
    }
    return EntitySnapshot(
      identifier: old.identifier, layout: layout, values: attributes + relationships)
  }

  private func value(
    of attribute: EntitySchema.Attribute, in old: EntitySnapshot
  ) throws -> AttributeValue? {
    let stored = old[attribute.name] ?? attribute.originalName.flatMap { old[$0] }
    if let stored, !stored.isNull || attribute.isOptional { return stored }
    if let standard = attribute.defaultValue { return standard }
    guard attribute.isOptional || attribute.isTransient else {
      throw PersistenceError(
        .invalidSchema, identifier: old.identifier, attribute: attribute.name,
        detail: "the stored object has no value for it, and it has no default")
    }
    return nil
  }
}

extension AttributeValue {
  fileprivate var isNull: Bool { self == .null }
}
