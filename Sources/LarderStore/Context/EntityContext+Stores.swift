import LarderCore

extension EntityContext {
  /// The names of the stores, in the order in which they were attached.
  public var storeNames: [String] { attachedStores.map(\.name) }

  /// The store of a name, or `nil`.
  public func store(named name: String) -> (any EntityStore)? {
    attachedStores.first { $0.name == name }?.store
  }

  /// Adds a store, which is written after those attached before.
  ///
  /// - Throws: `context.store-attached` where the name or the store's identifier is in use.
  public func attach(_ store: any EntityStore, as name: String) throws {
    for known in attachedStores {
      if known.name == name {
        throw PersistenceError(.storeAttached, detail: "a store named \(name) is open already")
      }
      if known.store.identifier == store.identifier {
        throw PersistenceError(
          .storeAttached, detail: "the store is open already, as \(known.name)")
      }
    }
    attachedStores.append(AttachedStore(store, name: name))
    interrupter.attach(store, as: name)
  }

  /// Takes a store away, with the undo steps that are about its objects.
  ///
  /// - Throws: `context.unknown-store`; `context.unsaved-changes` while it has pending changes.
  public func detach(_ name: String) throws {
    let attached = try attachedStore(named: name)
    guard attached.pending.isEmpty else {
      throw PersistenceError(
        .unsavedChanges, detail: "\(name) has \(attached.pending.identifiers.count) unsaved changes"
      )
    }
    attachedStores.removeAll { $0 === attached }
    interrupter.detach(name)
    homes = homes.filter { $0.value != name }
    conflicts.removeAll { $0.identifier.storeIdentifier == attached.store.identifier }
    let none = UndoStack()
    undoStack.edit(groupsSince: none) { $0.store == name ? nil : $0 }
    saved.undoStack.edit(groupsSince: none) { $0.store == name ? nil : $0 }
    openGroup = openGroup?.edited { $0.store == name ? nil : $0 }
  }

  func attachedStore(named name: String) throws -> AttachedStore {
    guard let attached = attachedStores.first(where: { $0.name == name }) else {
      throw PersistenceError(.unknownStore, detail: "no store is named \(name)")
    }
    return attached
  }

  /// The store that an object belongs to.
  ///
  /// - Throws: `store.object-not-found` for an identifier of no attached store.
  func attachedStore(for identifier: PersistentIdentifier) throws -> AttachedStore {
    let found = attachedStores.first {
      identifier.isTemporary
        ? homes[identifier] == $0.name : $0.store.identifier == identifier.storeIdentifier
    }
    guard let found else {
      throw PersistenceError(
        .objectNotFound, identifier: identifier, detail: "no open store has this object")
    }
    return found
  }
}
