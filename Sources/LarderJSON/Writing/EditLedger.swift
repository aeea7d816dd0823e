import LarderCore

/// What the saves of a session have made of a file, told against the file as it was first read.
///
/// The text of the file is always made anew from the first text and these net edits. So a value that
/// comes back to what it was has its first bytes again, an added member is gone again, and a record
/// that was deleted and restored stands in its old place: undo needs no memory of bytes.
struct EditLedger: Sendable {
  /// The new value of a property, by its place in the entity's layout.
  struct SlotValue: Hashable, Sendable {
    var slot: Int
    var value: AttributeValue?
  }

  /// The edits of one entity's records in the first text.
  struct TableEdits: Sendable {
    /// What no longer is as in the first text, by row.
    var updates: [Int: [SlotValue]] = [:]
    var deletions: Set<Int> = []
  }

  /// A record that the first text does not have.
  struct Insertion: Sendable {
    var identifier: PersistentIdentifier
    var values: [AttributeValue?]
    /// Deleted again; kept so that it can come back to its place.
    var isDeleted = false
  }

  private(set) var tables: [EntityName: TableEdits] = [:]

  /// In the order in which they were first made.
  private(set) var insertions: [Insertion] = []
  private var places: [PersistentIdentifier: Int] = [:]

  func edits(of entity: EntityName) -> TableEdits { tables[entity] ?? TableEdits() }

  /// Whether the text is the first one.
  var isEmpty: Bool {
    tables.values.allSatisfy { $0.updates.isEmpty && $0.deletions.isEmpty }
      && insertions.allSatisfy(\.isDeleted)
  }

  /// The place of a record that was inserted, deleted again or not.
  func insertionIndex(of identifier: PersistentIdentifier) -> Int? { places[identifier] }

  mutating func insert(_ identifier: PersistentIdentifier, values: [AttributeValue?]) {
    if let place = places[identifier] {
      insertions[place] = Insertion(identifier: identifier, values: values)
    } else {
      places[identifier] = insertions.count
      insertions.append(Insertion(identifier: identifier, values: values))
    }
  }

  mutating func update(insertionAt place: Int, to values: [AttributeValue?]) {
    insertions[place].values = values
  }

  mutating func delete(insertionAt place: Int) { insertions[place].isDeleted = true }

  mutating func delete(row: Int, of entity: EntityName) {
    tables[entity, default: TableEdits()].deletions.insert(row)
  }

  /// Sets properties of a record of the first text, which comes back if it was deleted.
  ///
  /// `first` is what the record reads as in the first text: a value that is the same again is no edit.
  mutating func set(
    _ changes: [SlotValue], ofRow row: Int, of entity: EntityName, first: [AttributeValue?]
  ) {
    var values = tables[entity]?.updates[row] ?? []
    for change in changes {
      values.removeAll { $0.slot == change.slot }
      if !Self.isUnedited(change.value, first[change.slot]) { values.append(change) }
    }
    // In place: a copy for each of a million rows would take hours.
    tables[entity, default: TableEdits()].updates[row] = values.isEmpty ? nil : values
    tables[entity, default: TableEdits()].deletions.remove(row)
  }

  /// A missing value stays missing when it is set to null.
  private static func isUnedited(_ value: AttributeValue?, _ first: AttributeValue?) -> Bool {
    let hasNothing = (value ?? .null) == .null && (first ?? .null) == .null
    return hasNothing || AttributeValue.areIdentical(value, first)
  }
}
