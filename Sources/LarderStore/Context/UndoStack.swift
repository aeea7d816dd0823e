import LarderCore

/// What one undo step does to one object.
struct ObjectTransition {
  let store: String
  let identifier: PersistentIdentifier
  /// `nil` where the object did not exist.
  var before: EntitySnapshot?
  var after: EntitySnapshot?

  func remapped(by map: [PersistentIdentifier: PersistentIdentifier]) -> ObjectTransition {
    ObjectTransition(
      store: store, identifier: map[identifier] ?? identifier, before: before?.remapped(by: map),
      after: after?.remapped(by: map))
  }

  /// Goes on with a later transition of the same object.
  mutating func extend(to later: ObjectTransition) {
    // Relationships that were loaded between the two were the same before the first.
    if let seen = later.before, let before, let after {
      for slot in seen.values.indices
      where before.values[slot] == nil && after.values[slot] == nil {
        self.before?.values[slot] = seen.values[slot]
      }
    }
    after = later.after
  }

  /// The transition without changes of some slots.
  func keeping(slots: Set<Int>) -> ObjectTransition {
    guard let before, after != nil else { return self }
    var result = self
    for slot in slots { result.after?.values[slot] = before.values[slot] }
    return result
  }

  var changesNothing: Bool { before?.values == after?.values }
}

/// One undo step: an edit, or all edits between `begin` and `end`.
struct UndoGroup {
  let number: Int
  var name: String
  private(set) var transitions: [ObjectTransition] = []
  var repairs: [RepairTransition] = []
  private var indices: [PersistentIdentifier: Int] = [:]

  init(number: Int, name: String) {
    self.number = number
    self.name = name
  }

  var isEmpty: Bool { repairs.isEmpty && transitions.allSatisfy(\.changesNothing) }

  mutating func add(_ transition: ObjectTransition) {
    if let index = indices[transition.identifier] {
      transitions[index].extend(to: transition)
    } else {
      indices[transition.identifier] = transitions.count
      transitions.append(transition)
    }
  }

  func remapped(by map: [PersistentIdentifier: PersistentIdentifier]) -> UndoGroup {
    edited { $0.remapped(by: map) }
  }

  /// The group with other transitions; `nil` drops one.
  func edited(_ change: (ObjectTransition) -> ObjectTransition?) -> UndoGroup {
    var result = UndoGroup(number: number, name: name)
    result.repairs = repairs
    for case let transition? in transitions.map(change) { result.add(transition) }
    return result
  }
}

/// The steps that can be undone and redone, the last one at the end.
struct UndoStack {
  var undo: [UndoGroup] = []
  var redo: [UndoGroup] = []

  mutating func record(_ group: UndoGroup) {
    undo.append(group)
    redo = []
  }

  mutating func remap(_ map: [PersistentIdentifier: PersistentIdentifier]) {
    guard !map.isEmpty else { return }
    undo = undo.map { $0.remapped(by: map) }
    redo = redo.map { $0.remapped(by: map) }
  }

  /// Changes the transitions of the groups that another stack does not have; `nil` drops one, and a
  /// group that then changes nothing goes with it.
  mutating func edit(
    groupsSince other: UndoStack, _ change: (ObjectTransition) -> ObjectTransition?
  ) {
    let old = Set(other.undo.map(\.number) + other.redo.map(\.number))
    func edited(_ groups: [UndoGroup]) -> [UndoGroup] {
      groups.map { old.contains($0.number) ? $0 : $0.edited(change) }.filter { !$0.isEmpty }
    }
    undo = edited(undo)
    redo = edited(redo)
  }
}
