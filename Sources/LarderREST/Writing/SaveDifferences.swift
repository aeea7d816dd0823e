import LarderCore

/// The values that a service changed, dropped or filled in.
struct SaveDifferences {
  private enum Kind: String, CaseIterable {
    case changed = "the service changed the value"
    case dropped = "the service dropped the value"
    case filled = "the service filled in a value"
  }

  private struct Place: Hashable {
    var kind: Kind
    var entity: EntityName
    var attribute: AttributeName
  }

  /// So many objects are named of each attribute.
  private static let limit = 3

  private var order: [Place] = []
  private var found: [Place: (notes: [SaveNote], count: Int)] = [:]

  /// Notes a value that is stored otherwise than it was sent.
  mutating func add(
    sent: AttributeValue?, stored: AttributeValue?, _ attribute: AttributeName,
    of identifier: PersistentIdentifier
  ) {
    guard !AttributeValue.areAlike(sent, stored), !Self.areBothEmpty(sent, stored) else { return }
    let kind: Kind = stored.isNil ? .dropped : sent.isNil ? .filled : .changed
    let place = Place(kind: kind, entity: identifier.entity, attribute: attribute)
    if found[place] == nil { order.append(place) }
    var entry = found[place] ?? ([], 0)
    entry.count += 1
    if entry.notes.count < Self.limit {
      entry.notes.append(
        SaveNote(
          kind.rawValue, identifier: identifier, attribute: attribute, sent: sent, stored: stored))
    }
    found[place] = entry
  }

  /// No objects, and not loaded, are one.
  private static func areBothEmpty(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    [left, right].allSatisfy { $0.isNil || $0 == .array([]) }
  }

  /// In the order in which they were found; of many objects the first few, and how many more.
  var notes: [SaveNote] {
    order.flatMap { place -> [SaveNote] in
      guard let entry = found[place] else { return [] }
      let more = entry.count - entry.notes.count
      guard more > 0 else { return entry.notes }
      let text = "`\(place.entity).\(place.attribute)`: \(place.kind.rawValue) of \(more) more"
      return entry.notes + [SaveNote(text)]
    }
  }
}
