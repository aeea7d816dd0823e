public import LarderCore

/// Random objects of a whole schema, with relationships that agree with their inverses.
public struct SnapshotGenerator: Sendable {
  public let schema: EntitySchema
  public let storeIdentifier: String
  private var values: ValueGenerator

  public init(
    schema: EntitySchema, using generator: SeededGenerator, options: GeneratorOptions = .all,
    storeIdentifier: String = "generated"
  ) {
    self.schema = schema
    self.storeIdentifier = storeIdentifier
    values = ValueGenerator(using: generator, options: options)
  }

  /// So many objects of every concrete entity, keys from 1 in each, entity by entity.
  ///
  /// To-many relationships are loaded. A relationship that is not optional is null only where there
  /// is no object left that it could lead to.
  public mutating func snapshots(countPerEntity count: Int) -> [EntitySnapshot] {
    var links = Links()
    let identifiers = Dictionary(
      uniqueKeysWithValues: schema.entities.map { ($0.name, makeIdentifiers($0, count: count)) })
    for entity in schema.entities {
      for relationship in entity.relationships where !links.isDone(relationship, of: entity) {
        connect(relationship, of: entity, identifiers, into: &links)
      }
    }
    return schema.entities.enumerated().flatMap { place, entity in
      // What is unique is so among the objects of entities above, too.
      let start = entity.superentity == nil ? 0 : place * count
      return (identifiers[entity.name] ?? []).enumerated().compactMap { offset, identifier in
        snapshot(of: entity, identifier, ordinal: start + offset, links)
      }
    }
  }

  private func makeIdentifiers(
    _ entity: EntitySchema.Entity, count: Int
  ) -> [PersistentIdentifier] {
    let origin = PersistentIdentifier.Origin(
      storeIdentifier: storeIdentifier, entityName: entity.name)
    return (0..<(entity.isAbstract ? 0 : count)).map {
      PersistentIdentifier(origin: origin, primaryKey: .integer(Int64($0) + 1))
    }
  }

  private mutating func snapshot(
    of entity: EntitySchema.Entity, _ identifier: PersistentIdentifier, ordinal: Int,
    _ links: Links
  ) -> EntitySnapshot? {
    guard let layout = schema.layout(of: entity.name) else { return nil }
    let attributes = schema.allAttributes(of: entity.name).map {
      $0.isUnique ? uniqueValue(of: $0.type, ordinal: ordinal) : values.value(of: $0)
    }
    let relationships = schema.allRelationships(of: entity.name).map { relationship in
      let destinations = links[relationship.name, identifier].map(AttributeValue.identifier)
      return relationship.isToMany
        ? AttributeValue.array(destinations) : destinations.first ?? .null
    }
    return EntitySnapshot(
      identifier: identifier, layout: layout, values: attributes + relationships)
  }

  private mutating func uniqueValue(
    of type: EntitySchema.AttributeType, ordinal: Int
  ) -> AttributeValue {
    switch type {
    case .integer, .decimal: .integer(Int64(ordinal) * 7)
    case .real: .real(Double(ordinal) / 2)
    case .text: .text("unique \(ordinal)")
    default: values.value(of: type)
    }
  }
}

extension SnapshotGenerator {
  /// Destinations by relationship and object.
  private struct Links {
    private var destinations: [AttributeName: [PersistentIdentifier: [PersistentIdentifier]]] = [:]
    private var done: Set<[String]> = []

    subscript(name: AttributeName, identifier: PersistentIdentifier) -> [PersistentIdentifier] {
      destinations[name]?[identifier] ?? []
    }

    mutating func add(
      _ name: AttributeName, from source: PersistentIdentifier,
      to destination: PersistentIdentifier
    ) {
      guard !self[name, source].contains(destination) else { return }
      destinations[name, default: [:]][source, default: []].append(destination)
    }

    func isDone(_ relationship: EntitySchema.Relationship, of entity: EntitySchema.Entity) -> Bool {
      done.contains([entity.name.rawValue, relationship.name.rawValue])
    }

    mutating func markDone(
      _ relationship: EntitySchema.Relationship, of entity: EntitySchema.Entity
    ) {
      done.insert([entity.name.rawValue, relationship.name.rawValue])
      guard let inverse = relationship.inverse else { return }
      done.insert([relationship.destination.rawValue, inverse.rawValue])
    }
  }

  private mutating func connect(
    _ relationship: EntitySchema.Relationship, of entity: EntitySchema.Entity,
    _ identifiers: [EntityName: [PersistentIdentifier]], into links: inout Links
  ) {
    links.markDone(relationship, of: entity)
    let inverse = relationship.inverse.flatMap {
      schema.relationship($0, of: relationship.destination)
    }
    let sources = objects(of: entity.name, identifiers)
    let destinations = objects(of: relationship.destination, identifiers)
    for source in sources {
      for _ in 0..<linkCount(relationship) {
        guard let destination = values.generator.pick(from: destinations) else { continue }
        if !relationship.isToMany, !links[relationship.name, source].isEmpty { continue }
        if let inverse {
          if !inverse.isToMany, !links[inverse.name, destination].isEmpty { continue }
          links.add(inverse.name, from: destination, to: source)
        }
        links.add(relationship.name, from: source, to: destination)
      }
    }
  }

  private mutating func linkCount(_ relationship: EntitySchema.Relationship) -> Int {
    if relationship.isToMany { return values.generator.integer(in: 0...4) }
    return relationship.isOptional && values.generator.chance(percent: 30) ? 0 : 1
  }

  private func objects(
    of entity: EntityName, _ identifiers: [EntityName: [PersistentIdentifier]]
  ) -> [PersistentIdentifier] {
    let names = schema.descendants(of: entity)
    return schema.entities.filter { names.contains($0.name) }.flatMap { identifiers[$0.name] ?? [] }
  }
}
