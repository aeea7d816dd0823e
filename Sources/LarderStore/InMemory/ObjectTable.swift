import LarderCore

/// The objects of an in-memory store, in the order in which they came.
struct ObjectTable {
  private struct Slot {
    var place: Int
    var snapshot: EntitySnapshot
  }

  private var slots: [PersistentIdentifier: Slot] = [:]
  private var places: [EntityName: [Int]] = [:]
  private var identifiers: [Int: PersistentIdentifier] = [:]
  private var nextPlace = 0

  /// Where deleted objects stood, so that one that is restored gets its place back.
  private var vacated: [PersistentIdentifier: Int] = [:]

  subscript(identifier: PersistentIdentifier) -> EntitySnapshot? { slots[identifier]?.snapshot }

  /// Whether an object has the identifier or had it once.
  func knew(_ identifier: PersistentIdentifier) -> Bool {
    slots[identifier] != nil || vacated[identifier] != nil
  }

  /// The objects of some entities in the store's order.
  func snapshots(of entities: Set<EntityName>) -> [EntitySnapshot] {
    let found = entities.flatMap { places[$0] ?? [] }
    let inOrder = entities.count > 1 ? found.sorted() : found
    return inOrder.compactMap { identifiers[$0].flatMap { slots[$0]?.snapshot } }
  }

  /// Adds an object, or puts another snapshot in place of the one it has.
  mutating func store(_ snapshot: EntitySnapshot) {
    let identifier = snapshot.identifier
    if slots[identifier] != nil {
      slots[identifier]?.snapshot = snapshot
      return
    }
    let place = vacated.removeValue(forKey: identifier) ?? makePlace()
    slots[identifier] = Slot(place: place, snapshot: snapshot)
    identifiers[place] = identifier
    let family = places[identifier.entity] ?? []
    places[identifier.entity, default: []].insert(place, at: family.insertionIndex(of: place))
  }

  mutating func remove(_ identifier: PersistentIdentifier) {
    guard let slot = slots.removeValue(forKey: identifier) else { return }
    vacated[identifier] = slot.place
    identifiers[slot.place] = nil
    let index = (places[identifier.entity] ?? []).insertionIndex(of: slot.place)
    places[identifier.entity]?.remove(at: index)
  }

  private mutating func makePlace() -> Int {
    nextPlace += 1
    return nextPlace
  }
}

extension [Int] {
  /// Where a number stands in a sorted array, or would.
  fileprivate func insertionIndex(of number: Int) -> Int {
    if let last, last < number { return count }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
