import LarderCore
import LarderQuery
import LarderStore

extension ShellCommand {
  static let dump = ShellCommand(
    "dump", ".dump", "Print the current store as a script that makes it anew."
  ) { arguments, session in
    guard arguments.isEmpty else { throw UsageError() }
    try session.dump(session.currentOpenStore())
  }
}

extension Session {
  /// Writes declarations, an `insert` an object, then the relationships, then `save`.
  fileprivate func dump(_ open: OpenStore) throws {
    let target = nextOutput ?? output
    nextOutput = nil
    let schema = open.store.schema.standalone
    for entity in open.store.schema.entities where entity.isReadOnly {
      try notice("note: `\(entity.name)` is left out: its objects are read only")
    }
    var script = DumpScript(schema: schema)
    target.append(ModelPrinter.source(of: schema) + "\n")
    for entity in schema.entities {
      try enumerate(entity.name, of: open) { snapshot in
        guard snapshot.entityName == entity.name else { return }
        target.append(script.insert(snapshot) + "\n")
        try target.drain()
      }
    }
    for entity in schema.entities {
      let relationships = script.relationships(of: entity.name)
      guard !relationships.isEmpty else { continue }
      for identifier in script.identifiers(of: entity.name) {
        try checkInterrupt()
        for relationship in relationships {
          let found = try context.destinations(of: relationship.name, from: identifier)
          guard let line = script.link(identifier, relationship, to: found) else { continue }
          target.append(line + "\n")
          try target.drain()
        }
      }
    }
    target.append("save\n")
    try target.flush()
  }

  private func enumerate(
    _ entity: EntityName, of open: OpenStore, _ body: (EntitySnapshot) throws -> Void
  ) throws {
    let descriptor = EntityFetchDescriptor(entity: entity)
    try context.enumerate(descriptor, in: open.name) { snapshot in
      try checkInterrupt()
      try body(snapshot)
      return true
    }
  }
}

/// The statements of a dump; each object is a variable.
private struct DumpScript {
  let schema: EntitySchema
  private var names: [PersistentIdentifier: String] = [:]
  private var identifiers: [EntityName: [PersistentIdentifier]] = [:]

  init(schema: EntitySchema) { self.schema = schema }

  mutating func insert(_ snapshot: EntitySnapshot) -> String {
    let name = "o\(names.count + 1)"
    names[snapshot.identifier] = name
    identifiers[snapshot.entityName, default: []].append(snapshot.identifier)
    let attributes = schema.allAttributes(of: snapshot.entityName).filter {
      !$0.isReadOnly && !$0.isTransient
    }
    let arguments = attributes.compactMap { attribute in
      snapshot[attribute.name].map {
        "\(InsertFormat.name(attribute.name.rawValue)): \(QueryPrinter.text($0))"
      }
    }
    let entity = InsertFormat.name(snapshot.entityName.rawValue)
    return "let \(name) = insert \(entity)(\(arguments.joined(separator: ", ")))"
  }

  /// The objects written so far, in their order.
  func identifiers(of entity: EntityName) -> [PersistentIdentifier] { identifiers[entity] ?? [] }

  /// Those that are to be written: one of the two ends, the ordered one where there is one.
  func relationships(of entity: EntityName) -> [EntitySchema.Relationship] {
    schema.allRelationships(of: entity).filter { relationship in
      guard let name = relationship.inverse,
        let inverse = schema.relationship(name, of: relationship.destination)
      else { return true }
      if relationship.isOrdered != inverse.isOrdered { return relationship.isOrdered }
      if relationship.isToMany != inverse.isToMany { return !relationship.isToMany }
      return (entity, relationship.name) <= (relationship.destination, name)
    }
  }

  /// `nil` where there is nothing to link.
  func link(
    _ owner: PersistentIdentifier, _ relationship: EntitySchema.Relationship,
    to destinations: [PersistentIdentifier]
  ) -> String? {
    let found = destinations.compactMap { names[$0] }
    guard let owner = names[owner], let first = found.first else { return nil }
    let value = relationship.isToMany ? "[\(found.joined(separator: ", "))]" : first
    return "\(owner).\(InsertFormat.name(relationship.name.rawValue)) = \(value)"
  }
}
