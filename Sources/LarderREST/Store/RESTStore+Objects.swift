import HTTPTransport
import JSONTree
public import LarderCore
import LarderStore

extension RESTStore {
  /// So many keys at most go into one request.
  private static let batchSize = 40

  /// More objects than this are not asked for one by one; their list is read instead.
  private static let singleLimit = 40

  public func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    var found: [PersistentIdentifier: EntitySnapshot] = [:]
    let wanted = Dictionary(grouping: Set(identifiers), by: \.entity)
    for (name, group) in wanted.sorted(by: { $0.key < $1.key }) {
      try reading(of: name) {
        let entity = try model.entity(name)
        let own = group.filter { $0.storeIdentifier == entity.origin.storeIdentifier }.sorted()
        // Who asks for one object wants to know how it is now.
        let known = own.count > 1 ? included.take(own) : [:]
        found.merge(known) { _, new in new }
        let rest = own.filter { known[$0] == nil }
        if !rest.isEmpty { try read(rest, entity, into: &found) }
      }
    }
    return found
  }

  private func read(
    _ identifiers: [PersistentIdentifier], _ entity: ServiceEntity,
    into found: inout [PersistentIdentifier: EntitySnapshot]
  ) throws {
    if identifiers.count == 1, let only = identifiers.first {
      found[only] = try snapshot(only, entity)
      return
    }
    for start in stride(from: 0, to: identifiers.count, by: Self.batchSize) {
      let batch = identifiers[start..<min(start + Self.batchSize, identifiers.count)]
      guard let condition = keyCondition(Array(batch), entity) else {
        return try readSingly(Array(identifiers[start...]), entity, into: &found)
      }
      try enumerateAll(condition, of: entity) { found[$0.identifier] = $0 }
    }
  }

  /// A condition on keys that goes to the service; `nil` where it would not.
  private func keyCondition(
    _ identifiers: [PersistentIdentifier], _ entity: ServiceEntity
  ) -> EntityPredicate? {
    let condition = EntityPredicate.membership(
      .path(AttributePath([])), in: .value(.array(identifiers.map { .identifier($0) })))
    if case .unsupported = pushDown(for: condition, of: entity.name) { return nil }
    return condition
  }

  private func enumerateAll(
    _ condition: EntityPredicate, of entity: ServiceEntity, _ body: (EntitySnapshot) -> Void
  ) throws {
    let fetch = ServiceFetch(
      self, EntityFetchDescriptor(entity: entity.name, predicate: condition))
    _ = try fetch.run {
      body($0)
      return true
    }
  }

  private func readSingly(
    _ identifiers: [PersistentIdentifier], _ entity: ServiceEntity,
    into found: inout [PersistentIdentifier: EntitySnapshot]
  ) throws {
    guard identifiers.count > Self.singleLimit else {
      for identifier in identifiers { found[identifier] = try snapshot(identifier, entity) }
      return
    }
    var missing = Set(identifiers)
    let fetch = ServiceFetch(self, EntityFetchDescriptor(entity: entity.name))
    _ = try fetch.run { snapshot in
      if missing.remove(snapshot.identifier) != nil { found[snapshot.identifier] = snapshot }
      return !missing.isEmpty
    }
  }

  /// One object by its own address; `nil` where it is gone.
  func snapshot(
    _ identifier: PersistentIdentifier, _ entity: ServiceEntity
  ) throws -> EntitySnapshot? {
    try checkInterruption()
    guard !identifier.isTemporary else { return nil }
    let plan = try planner.plan(EntityFetchDescriptor(entity: entity.name))
    let expansion = plan.parameters.filter { $0.name == dialect.expansion?.parameter }
    let url = try client.url(client.path(of: identifier, entity), expansion)
    do {
      let reply = try client.read(HTTPRequest(.get, url))
      var row = reply.body
      if let inner = row.member(at: dialect.envelope.item) { row = inner }
      if case .array(let rows) = row {
        guard let first = rows.first else { return nil }
        row = first
      }
      let reader = RowReader(dialect: dialect, entity: entity)
      let snapshot = try reader.snapshot(row)
      writes.note(reply.headers["ETag"] ?? reader.etag(row), of: snapshot)
      guard snapshot.identifier == identifier else {
        throw PersistenceError(
          .corrupt, identifier: identifier,
          detail: "the service gave \(snapshot.identifier) in its place")
      }
      return snapshot
    } catch let error as RESTError where error.status == 404 || error.status == 410 { return nil }
  }

  /// From the objects' own rows, else by the inverse relationship in one request for many objects.
  public func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    var destinations: [PersistentIdentifier: [PersistentIdentifier]] = [:]
    let wanted = Dictionary(grouping: Set(identifiers), by: \.entity)
    for (name, group) in wanted.sorted(by: { $0.key < $1.key }) {
      let entity = try model.entity(name)
      guard let link = entity.relationship(relationship) else {
        throw PersistenceError(.unknownAttribute, entity: name, attribute: relationship)
      }
      if let inverse = inverse(of: link), isReadByInverse(link) {
        try reading(of: name) {
          try readInverse(inverse, of: link, from: group.sorted(), into: &destinations)
        }
        continue
      }
      for (identifier, snapshot) in try snapshots(for: group) {
        // A row that does not hold the member leads nowhere.
        if case .keys = link.link, snapshot[relationship] == nil {
          destinations[identifier] = []
          continue
        }
        let known = snapshot[relationship]?.destinationIdentifiers
        guard
          let found = try known ?? reading(of: name, { try linkage(link, of: identifier, entity) })
        else {
          throw PersistenceError(
            .unsupported, entity: name, attribute: relationship,
            detail: "the service does not tell what it leads to")
        }
        destinations[identifier] = found
      }
    }
    return destinations
  }

  private func isReadByInverse(_ link: ServiceEntity.Relationship) -> Bool {
    switch link.link {
    case .inverse: true
    case .expanded: link.relationship.isToMany
    case .keys, .linkage: false
    }
  }

  private func inverse(of link: ServiceEntity.Relationship) -> ServiceEntity.Relationship? {
    guard let name = link.relationship.inverse else { return nil }
    return model.entities[link.relationship.destination]?.relationship(name)
  }

  private func readInverse(
    _ inverse: ServiceEntity.Relationship, of link: ServiceEntity.Relationship,
    from owners: [PersistentIdentifier],
    into destinations: inout [PersistentIdentifier: [PersistentIdentifier]]
  ) throws {
    let entity = try model.entity(link.relationship.destination)
    let name = inverse.relationship.name
    for owner in owners { destinations[owner] = [] }
    for start in stride(from: 0, to: owners.count, by: Self.batchSize) {
      let batch = Array(owners[start..<min(start + Self.batchSize, owners.count)])
      let wanted = Set(batch)
      let condition = EntityPredicate.membership(
        .path(AttributePath(name)), in: .value(.array(batch.map { .identifier($0) })))
      var descriptor = EntityFetchDescriptor(entity: entity.name, predicate: condition)
      descriptor.propertiesToFetch = [name]
      if inverse.relationship.isToMany { descriptor.predicate = nil }
      let fetch = ServiceFetch(self, descriptor)
      _ = try fetch.run { snapshot in
        for owner in snapshot[name]?.destinationIdentifiers ?? [] where wanted.contains(owner) {
          destinations[owner, default: []].append(snapshot.identifier)
        }
        return true
      }
    }
  }
}

extension AttributeValue {
  /// The identifiers that a relationship's value holds.
  var destinationIdentifiers: [PersistentIdentifier] {
    switch self {
    case .identifier(let identifier): [identifier]
    case .array(let elements): elements.flatMap(\.destinationIdentifiers)
    case .null, .bool, .integer, .real, .decimal, .text, .date, .uuid, .data, .object: []
    }
  }
}
