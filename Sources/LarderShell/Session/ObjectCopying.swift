import LarderCore
import LarderStore

/// The copies of one statement, and what could not be kept.
struct ObjectCopying {
  private let session: Session
  private let target: String
  private let sourceSchema: EntitySchema
  private let schema: EntitySchema

  private(set) var copies: [PersistentIdentifier: PersistentIdentifier] = [:]
  private(set) var inserted: [PersistentIdentifier] = []
  private var lostProperties: Set<String> = []
  private var lostObjects: Set<PersistentIdentifier> = []

  init(
    session: Session, target: String, from sourceSchema: EntitySchema, to schema: EntitySchema
  ) {
    self.session = session
    self.target = target
    self.sourceSchema = sourceSchema
    self.schema = schema
  }

  /// How many objects are inserted at once, between two looks at Ctrl-C.
  private static let chunkSize = 1_000

  /// Inserts the copies of objects, without their relationships.
  mutating func insert(_ objects: [EntitySnapshot]) throws {
    for start in stride(from: 0, to: objects.count, by: Self.chunkSize) {
      try session.checkInterrupt()
      let chunk = objects[start..<min(start + Self.chunkSize, objects.count)]
      let edits = chunk.map { insertion(of: $0) }
      let outcome = try session.context.perform(edits, named: "copy", in: target)
      inserted += outcome.inserted
      for (object, copy) in zip(chunk, outcome.inserted) { copies[object.identifier] = copy }
    }
  }

  private mutating func insertion(of snapshot: EntitySnapshot) -> EntityEdit {
    let entity = snapshot.entityName
    let from = sourceSchema.entity(entity)
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
    return .insert(entity, assignments)
  }

  /// Links the copies of objects with the copies of those that they lead to.
  mutating func link(_ objects: [EntitySnapshot]) throws {
    let groups = Dictionary(grouping: objects, by: \.entityName)
    for (entity, objects) in groups.sorted(by: { $0.key < $1.key }) {
      for relationship in sourceSchema.allRelationships(of: entity) {
        try session.checkInterrupt()
        let kept = schema.relationship(relationship.name, of: entity)
        let links = try self.links(relationship, of: objects, isKept: kept != nil)
        guard let kept, !links.isEmpty else { continue }
        try session.context.perform(
          ObjectLink.edits(links, kept, in: schema), named: "copy", in: target)
      }
    }
  }

  private mutating func links(
    _ relationship: EntitySchema.Relationship, of objects: [EntitySnapshot], isKept: Bool
  ) throws -> [ObjectLink] {
    if relationship.isToMany {
      try session.context.load(relationship.name, of: objects.map(\.identifier))
    }
    var links: [ObjectLink] = []
    for object in objects {
      let found = try session.context.destinations(
        of: relationship.name, from: object.identifier)
      guard !found.isEmpty, let copy = copies[object.identifier] else { continue }
      guard isKept else {
        lostProperties.insert("\(object.entityName).\(relationship.name)")
        return []
      }
      let destinations = try found.compactMap { try self.copy(of: $0) }
      if !destinations.isEmpty { links.append(ObjectLink(owner: copy, destinations: destinations)) }
    }
    return links
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
  var holdsIdentifier: Bool {
    switch self {
    case .identifier: true
    case .array(let elements): elements.contains { $0.kind == .identifier }
    default: false
    }
  }
}
