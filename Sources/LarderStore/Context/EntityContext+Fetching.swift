public import LarderCore

extension EntityContext {
  /// The objects, the number or the rows that a query asks for, as if the pending changes were saved.
  ///
  /// Objects are remembered as they were seen.
  public func run(_ query: EntityQuery, in store: String) throws -> QueryResult {
    interrupter.beginOperation()
    let attached = try attachedStore(named: store)
    let result = try makeRun(query, attached).result()
    // Snapshots of some properties alone are not what an edit can start from.
    if case .objects(let snapshots) = result, query.descriptor.propertiesToFetch == nil {
      attached.reserveRegistrations(min(snapshots.count, registrationLimit))
      for snapshot in snapshots { attached.register(snapshot, limit: registrationLimit) }
    }
    return result
  }

  /// Hands out the objects of a fetch one after the other, as if the pending changes were saved.
  ///
  /// Objects are streamed unless they must be sorted, or conditions read other objects. While
  /// `body` runs, the store may be in the middle of a read: it must not use this context. It returns
  /// whether it wants more.
  @discardableResult
  public func enumerate(
    _ descriptor: EntityFetchDescriptor, in store: String,
    _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    interrupter.beginOperation()
    let attached = try attachedStore(named: store)
    let isWhole = descriptor.propertiesToFetch == nil
    return try makeRun(EntityQuery(descriptor: descriptor), attached).forEachObject { snapshot in
      if isWhole { attached.register(snapshot, limit: registrationLimit) }
      return try body(snapshot)
    }
  }

  /// Hands out the objects of ``enumerate(_:in:_:)`` to be looked at, with no copy of their texts where nothing
  /// needs one.
  ///
  /// Unless ``registrationLimit`` is 0, objects are remembered as they were seen, which takes copies.
  public func enumerate(
    borrowing descriptor: EntityFetchDescriptor, in store: String,
    _ body: (BorrowedObject) throws -> Bool
  ) throws {
    guard registrationLimit == 0 else {
      return _ = try enumerate(descriptor, in: store) { try body(BorrowedObject($0)) }
    }
    interrupter.beginOperation()
    try makeRun(EntityQuery(descriptor: descriptor), attachedStore(named: store))
      .forEachBorrowedObject(body)
  }

  /// Hands out the rows computed from the objects of a fetch one after the other, as if the pending changes
  /// were saved.
  ///
  /// Rows are streamed unless they are grouped or sorted, or read other objects; `body` is as for
  /// ``enumerate(_:in:_:)``.
  public func enumerateRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor, in store: String,
    _ body: (BorrowedRow) throws -> Bool
  ) throws {
    interrupter.beginOperation()
    let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
    try makeRun(query, attachedStore(named: store)).forEachRow(body)
  }

  /// An object with its pending edits; `nil` where there is none.
  public func snapshot(for identifier: PersistentIdentifier) throws -> EntitySnapshot? {
    let identifier = remapping[identifier]
    guard let attached = try? attachedStore(for: identifier) else { return nil }
    return try attached.current(identifier)
  }

  /// An object as the context last saw it in its store; `nil` where it never did.
  public func registeredSnapshot(for identifier: PersistentIdentifier) -> EntitySnapshot? {
    let identifier = remapping[identifier]
    guard let attached = try? attachedStore(for: identifier) else { return nil }
    return attached.pending[identifier]?.baseline ?? attached.registered[identifier]
  }

  /// An object as its store holds it now; `nil` where it is not there.
  public func storedSnapshot(for identifier: PersistentIdentifier) throws -> EntitySnapshot? {
    let identifier = remapping[identifier]
    guard !identifier.isTemporary, let attached = try? attachedStore(for: identifier) else {
      return nil
    }
    return try attached.store.snapshots(for: [identifier])[identifier]
  }

  /// What a relationship of an object leads to, with pending edits, in order.
  ///
  /// - Throws: `store.object-not-found`, `schema.unknown-attribute`.
  public func destinations(
    of relationship: AttributeName, from identifier: PersistentIdentifier
  ) throws -> [PersistentIdentifier] {
    let identifier = remapping[identifier]
    let attached = try attachedStore(for: identifier)
    guard let found = attached.schema.relationship(relationship, of: identifier.entity) else {
      throw PersistenceError(
        .unknownAttribute, identifier: identifier, attribute: relationship)
    }
    try attached.load(found, of: [identifier])
    guard let snapshot = try attached.current(identifier) else {
      throw PersistenceError(.objectNotFound, identifier: identifier)
    }
    return snapshot[relationship].identifiers
  }

  /// Reads a relationship of objects of one store at once, for what asks for them one by one.
  ///
  /// - Throws: `schema.unknown-attribute`.
  public func load(
    _ relationship: AttributeName, of identifiers: [PersistentIdentifier]
  ) throws {
    let identifiers = identifiers.map { remapping[$0] }
    guard let first = identifiers.first else { return }
    let attached = try attachedStore(for: first)
    for (entity, group) in Dictionary(grouping: identifiers, by: \.entity) {
      guard let found = attached.schema.relationship(relationship, of: entity) else {
        throw PersistenceError(.unknownAttribute, identifier: group.first, attribute: relationship)
      }
      try attached.load(found, of: group)
    }
  }

  func makeRun(_ query: EntityQuery, _ attached: AttachedStore) throws -> FetchRun {
    try FetchRun(
      resolved(query, attached), store: attached.store, overlay: attached.overlay,
      environment: environment, interrupter: interrupter)
  }
}
