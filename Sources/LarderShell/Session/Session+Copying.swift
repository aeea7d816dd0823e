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
      session: self, source: source, target: target,
      schema: try openStore(named: target).store.schema)
    let isOwnGroup = context.openGroupName == nil
    if isOwnGroup { try context.beginGroup(named: "copy") }
    do {
      for snapshot in objects { try copying.insert(snapshot) }
      for snapshot in objects { try copying.link(snapshot) }
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

/// The copies of one statement, and what could not be kept.
private struct ObjectCopying {
  let session: Session
  let source: String
  let target: String
  let schema: EntitySchema

  private(set) var copies: [PersistentIdentifier: PersistentIdentifier] = [:]
  private(set) var inserted: [PersistentIdentifier] = []
  private var lostProperties: Set<String> = []
  private var lostObjects: Set<PersistentIdentifier> = []

  init(session: Session, source: String, target: String, schema: EntitySchema) {
    self.session = session
    self.source = source
    self.target = target
    self.schema = schema
  }

  /// Inserts the copy of an object, without its relationships.
  mutating func insert(_ snapshot: EntitySnapshot) throws {
    try session.checkInterrupt()
    let entity = snapshot.entityName
    let from = try session.openStore(named: source).store.schema.entity(entity)
    var assignments: [EntityEdit.Assignment] = []
    for (name, value) in zip(snapshot.layout.names, snapshot.values) {
      guard let value, schema.relationship(name, of: entity) == nil, !value.holdsIdentifier else {
        continue
      }
      guard let attribute = schema.attribute(name, of: entity) else {
        let isKey = from?.attribute(name).flatMap { from?.relationship(keyedBy: $0) } != nil
        if value != .null, !isKey { lostProperties.insert("\(entity).\(name)") }
        continue
      }
      if !attribute.isReadOnly {
        assignments.append(EntityEdit.Assignment(AttributePath(name), .value(value)))
      }
    }
    let outcome = try session.context.perform(.insert(entity, assignments), in: target)
    inserted += outcome.inserted
    copies[snapshot.identifier] = outcome.inserted.first
  }

  /// Links the copy of an object with the copies of those that it leads to.
  mutating func link(_ snapshot: EntitySnapshot) throws {
    try session.checkInterrupt()
    guard let copy = copies[snapshot.identifier],
      let from = try session.openStore(named: source).store.schema.entity(snapshot.entityName)
    else { return }
    var assignments: [EntityEdit.Assignment] = []
    for relationship in from.relationships {
      let found = try session.context.destinations(
        of: relationship.name, from: snapshot.identifier)
      guard !found.isEmpty else { continue }
      guard let kept = schema.relationship(relationship.name, of: snapshot.entityName) else {
        lostProperties.insert("\(snapshot.entityName).\(relationship.name)")
        continue
      }
      let linked = try found.compactMap { try self.copy(of: $0) }
      guard !linked.isEmpty else { continue }
      let value: AttributeValue =
        kept.isToMany ? .array(linked.map { .identifier($0) }) : .identifier(linked[0])
      assignments.append(EntityEdit.Assignment(AttributePath(kept.name), .value(value)))
    }
    guard !assignments.isEmpty else { return }
    _ = try session.context.perform(.update(.objects([copy]), assignments), in: target)
  }

  /// What an object was copied as, if that is still there.
  private mutating func copy(of identifier: PersistentIdentifier) throws -> PersistentIdentifier? {
    if let copy = copies[identifier] { return copy }
    if let earlier = session.copies[target]?[identifier] {
      let copy = session.context.permanentIdentifier(for: earlier)
      if try session.context.snapshot(for: copy) != nil { return copy }
    }
    lostObjects.insert(identifier)
    return nil
  }

  /// What was left behind, a sentence each.
  var notes: [String] {
    let properties = lostProperties.sorted().map {
      "`\($0)` is not kept: \(target) has no such property"
    }
    let entities = Dictionary(grouping: lostObjects, by: \.entity).sorted { $0.key < $1.key }
    return properties
      + entities.map { entity, objects in
        "\(objects.count) of the `\(entity)` that the copies lead to \(objects.count == 1 ? "is" : "are") "
          + "not in \(target); copy them too to keep the relationships"
      }
  }
}

extension AttributeValue {
  /// An identifier, or an array with one in it.
  fileprivate var holdsIdentifier: Bool {
    switch self {
    case .identifier: true
    case .array(let elements): elements.contains { $0.kind == .identifier }
    default: false
    }
  }
}
