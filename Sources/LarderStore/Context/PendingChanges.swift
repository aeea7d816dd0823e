import LarderCore

/// What is to be written to one store: at most one change an object, already coalesced.
struct PendingChanges {
  enum Change {
    case insert(EntitySnapshot)
    /// `before` is what the context last saw of the store.
    case update(before: EntitySnapshot, after: EntitySnapshot)
    case delete(before: EntitySnapshot)
  }

  struct Entry {
    var number: Int
    var change: Change
  }

  /// Changes of the store's own bookkeeping, in order.
  private(set) var repairs: [StoreRepair] = []

  private var entries: [PersistentIdentifier: Entry] = [:]
  private var nextNumber = 0
  private var holders: [UniqueKey: Set<PersistentIdentifier>] = [:]
  private let constraints: [EntityName: [UniquenessConstraint]]

  init(constraints: [EntityName: [UniquenessConstraint]]) { self.constraints = constraints }

  var isEmpty: Bool { entries.isEmpty && repairs.isEmpty }

  var identifiers: [PersistentIdentifier] { Array(entries.keys) }

  subscript(identifier: PersistentIdentifier) -> Change? { entries[identifier]?.change }

  func entry(for identifier: PersistentIdentifier) -> Entry? { entries[identifier] }

  /// The changes in the order in which their objects were first touched.
  var inOrder: [Change] {
    entries.values.sorted { $0.number < $1.number }.map(\.change)
  }

  /// Sets or, with `nil`, drops the change of an object; an object that has one keeps its place.
  mutating func set(_ change: Change?, for identifier: PersistentIdentifier) {
    restore(
      change.map { Entry(number: entries[identifier]?.number ?? makeNumber(), change: $0) },
      for: identifier)
  }

  /// Puts back an entry as ``entry(for:)`` gave it.
  mutating func restore(_ entry: Entry?, for identifier: PersistentIdentifier) {
    guard !constraints.isEmpty else {
      entries[identifier] = entry
      return
    }
    if let snapshot = entries[identifier]?.change.current { index(snapshot) { $0.remove($1) } }
    entries[identifier] = entry
    if let snapshot = entry?.change.current { index(snapshot) { $0.insert($1) } }
  }

  /// Takes up a repair; one that undoes a pending one takes it away.
  mutating func toggle(_ repair: StoreRepair) {
    if let place = repairs.lastIndex(of: repair.inverse) {
      repairs.remove(at: place)
    } else {
      repairs.append(repair)
    }
  }

  func answer(for identifier: PersistentIdentifier) -> PendingOverlay.Answer {
    guard let change = entries[identifier]?.change else { return .unchanged }
    return change.current.map(PendingOverlay.Answer.changed) ?? .deleted
  }

  /// The objects that hold a key by a pending insert or update.
  func holders(of key: UniqueKey) -> Set<PersistentIdentifier> { holders[key] ?? [] }

  /// Gives objects other identifiers wherever they stand.
  mutating func remap(_ map: [PersistentIdentifier: PersistentIdentifier]) {
    let old = entries
    entries = [:]
    holders = [:]
    for (identifier, entry) in old {
      restore(
        Entry(number: entry.number, change: entry.change.remapped(by: map)),
        for: map[identifier] ?? identifier)
    }
  }

  private mutating func makeNumber() -> Int {
    nextNumber += 1
    return nextNumber
  }

  private mutating func index(
    _ snapshot: EntitySnapshot,
    _ change: (inout Set<PersistentIdentifier>, PersistentIdentifier) -> Void
  ) {
    for constraint in constraints[snapshot.entityName] ?? [] {
      guard let key = constraint.key(of: snapshot) else { continue }
      change(&holders[key, default: []], snapshot.identifier)
      if holders[key]?.isEmpty == true { holders[key] = nil }
    }
  }
}

extension PendingChanges.Change {
  /// The object as it is with the change; `nil` once deleted.
  var current: EntitySnapshot? {
    switch self {
    case .insert(let snapshot), .update(_, let snapshot): snapshot
    case .delete: nil
    }
  }

  /// The object as the context last saw it in its store; `nil` for an insert.
  var baseline: EntitySnapshot? {
    switch self {
    case .insert: nil
    case .update(let before, _), .delete(let before): before
    }
  }

  /// The change from what the store holds to what is wanted; `nil` where they are the same.
  init?(from baseline: EntitySnapshot?, to wanted: EntitySnapshot?) {
    switch (baseline, wanted) {
    case (nil, nil): return nil
    case (nil, let wanted?): self = .insert(wanted)
    case (let baseline?, nil): self = .delete(before: baseline)
    case (let baseline?, let wanted?):
      guard baseline.values != wanted.values else { return nil }
      self = .update(before: baseline, after: wanted)
    }
  }

  func remapped(by map: [PersistentIdentifier: PersistentIdentifier]) -> Self {
    switch self {
    case .insert(let snapshot): .insert(snapshot.remapped(by: map))
    case .update(let before, let after):
      .update(before: before.remapped(by: map), after: after.remapped(by: map))
    case .delete(let before): .delete(before: before.remapped(by: map))
    }
  }
}

extension PendingChanges {
  /// The changes as a fetch lays them over a store.
  var overlay: PendingOverlay {
    var overlay = PendingOverlay()
    for change in inOrder {
      switch change {
      case .insert(let snapshot): overlay.insert(snapshot)
      case .update(let before, let after):
        overlay.updated[after.identifier] = PendingOverlay.Update(before: before, after: after)
      case .delete(let before): overlay.deleted.insert(before.identifier)
      }
    }
    return overlay
  }
}
