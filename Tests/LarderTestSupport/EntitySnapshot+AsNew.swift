public import LarderCore

extension EntitySnapshot {
  /// The same object before its first save, with others that were not saved yet either.
  public var asNew: EntitySnapshot {
    EntitySnapshot(
      identifier: identifier.asNew, layout: layout, values: values.map { $0?.asNew })
  }
}

extension AttributeValue {
  fileprivate var asNew: AttributeValue {
    switch self {
    case .identifier(let identifier): .identifier(identifier.asNew)
    case .array(let elements): .array(elements.map(\.asNew))
    default: self
    }
  }
}

extension PersistentIdentifier {
  fileprivate var asNew: PersistentIdentifier {
    guard case .integer(let number) = primaryKey else { return self }
    return PersistentIdentifier(
      storeIdentifier: nil, entityName: entity, primaryKey: .temporary(number))
  }
}
