public import LarderCore

extension EntityContext {
  /// What the next save does to an object; `nil` where it leaves it as it is.
  public func pendingChange(
    of identifier: PersistentIdentifier
  ) -> EntityTransaction.Change.Kind? {
    let identifier = remapping[identifier]
    guard let attached = try? attachedStore(for: identifier) else { return nil }
    switch attached.pending[identifier] {
    case .insert: return .insert
    case .update: return .update
    case .delete: return .delete
    case nil: return nil
    }
  }

  /// The objects of a store that this context knows: as they were seen, or with pending changes.
  ///
  /// - Throws: `context.unknown-store`.
  public func registeredIdentifiers(in store: String) throws -> [PersistentIdentifier] {
    let attached = try attachedStore(named: store)
    return Set(attached.registered.keys).union(attached.pending.identifiers).sorted()
  }

  /// The properties that the next save writes of an object, in the order of its layout; none of one that it
  /// deletes.
  public func changedAttributes(of identifier: PersistentIdentifier) -> [AttributeName] {
    let identifier = remapping[identifier]
    guard let change = (try? attachedStore(for: identifier))?.pending[identifier],
      change.current != nil
    else { return [] }
    return change.differences.map(\.attribute)
  }

  /// Whether a store has pending changes; one that is not attached has none.
  public func hasChanges(in store: String) -> Bool {
    attachedStores.contains { $0.name == store && !$0.pending.isEmpty }
  }

  /// Remembers objects of a store that were read past this context.
  public func register(_ snapshots: [EntitySnapshot], in store: String) throws {
    let attached = try attachedStore(named: store)
    for snapshot in snapshots { attached.register(snapshot, limit: registrationLimit) }
  }

  /// Forgets what was seen of a store's objects, so that they are read again; edited ones are kept.
  public func forgetUnchanged(in store: String) throws {
    try attachedStore(named: store).forgetUnchanged()
  }

  /// Reads what some relationships of objects of one store lead to, each kind of object at once.
  ///
  /// Relationships that an object does not have are left out.
  public func prefetch(
    _ relationships: [AttributeName], of identifiers: [PersistentIdentifier]
  ) throws {
    let identifiers = identifiers.map { remapping[$0] }
    guard let first = identifiers.first else { return }
    let attached = try attachedStore(for: first)
    var wanted: Set<PersistentIdentifier> = []
    for (entity, members) in Dictionary(grouping: identifiers, by: \.entity) {
      for name in relationships {
        guard let found = attached.schema.relationship(name, of: entity) else { continue }
        try attached.load(found, of: members)
        for member in members {
          wanted.formUnion(try attached.current(member)?[name].identifiers ?? [])
        }
      }
    }
    try attached.read(wanted.sorted())
  }
}
