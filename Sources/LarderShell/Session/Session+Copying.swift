import LarderCore
import LarderStore

extension Session {
  /// Copies the objects of a query into another store of the context.
  ///
  /// A relationship comes along where its other end is copied too, now or by a statement before. What is
  /// left behind is said. A store whose schema is declared gets the entities that it lacks.
  func copy(_ query: EntityQuery, from source: String, to target: String) throws {
    try checkWritable()
    guard case .objects(let objects) = try context.run(query, in: source) else { return }
    try declareEntities(of: objects, from: source, in: target)
    var copying = ObjectCopying(
      session: self, target: target,
      from: try openStore(named: source).store.schema,
      to: try openStore(named: target).store.schema)
    let isOwnGroup = context.openGroupName == nil
    if isOwnGroup { try context.beginGroup(named: "copy") }
    do {
      try copying.insert(objects)
      try copying.link(objects)
    } catch {
      if isOwnGroup { try abandonGroup() }
      throw error
    }
    if isOwnGroup { try context.endGroup() }
    copies[target, default: [:]].merge(copying.copies) { _, new in new }
    note(inserted: copying.inserted, in: target)
    try report("copied \(Self.objects(copying.inserted.count)) to \(target)")
    for note in copying.notes { try notice("note: \(note)") }
  }

  /// Declares what a store lacks of the objects' entities and of those that they lead to.
  private func declareEntities(
    of objects: [EntitySnapshot], from source: String, in target: String
  ) throws {
    let open = try openStore(named: target)
    guard let store = open.store.base as? any SchemaDeclaring, store.isDeclared else { return }
    let schema = try openStore(named: source).store.schema
    var missing: [EntityName] = []
    var next = Set(objects.map(\.entityName)).sorted()
    while let name = next.popLast() {
      guard store.schema.entity(name) == nil, !missing.contains(name) else { continue }
      missing.append(name)
      next += schema.allRelationships(of: name).map(\.destination)
    }
    let entities = schema.entities.filter { missing.contains($0.name) }
    guard !entities.isEmpty else { return }
    let current = currentStore
    try declare(entities.map(\.standalone), in: open, store)
    currentStore = current
  }
}
