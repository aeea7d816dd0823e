import LarderCore

/// The values that are left of a deleted object.
///
/// They are those of attributes marked `.preserveValueOnDeletion` or `.unique`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, @unchecked Sendable {
  private struct Entry {
    let keyPath: AnyKeyPath
    let value: any Sendable
  }

  // Key paths are immutable; Foundation does not declare them Sendable.
  private let entries: [Entry]

  /// Makes a tombstone, as stores of one's own do; values are iterated in the order given.
  public init(_ values: [(keyPath: PartialKeyPath<Model>, value: any Sendable)]) {
    entries = values.map { Entry(keyPath: $0.keyPath, value: $0.value) }
  }

  /// Reads what a history kept, as the Swift types of the properties.
  init(_ object: AttributeObject) {
    entries = ModelTable.table(of: Model.self).properties.compactMap { property in
      guard let stored = object[property.name],
        let value = decoded(stored, as: type(of: property.keyPath).valueType)
      else { return nil }
      return Entry(keyPath: property.keyPath, value: value)
    }
  }

  /// The value of a property; nil where it is not kept.
  public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
    let table = ModelTable.table(of: Model.self)
    let slot = table.slot(of: keyPath)
    return entries.first {
      $0.keyPath == keyPath || (slot != nil && table.slot(of: $0.keyPath) == slot)
    }?.value
  }

  /// The values that are kept, in the order of the properties.
  public func makeIterator() -> AnyIterator<Any> {
    var rest = entries.makeIterator()
    return AnyIterator { rest.next()?.value }
  }
}

/// A stored value as a property's type without its optional; `nil` where it is nil or no such value.
private func decoded(_ value: AttributeValue, as type: any Any.Type) -> (any Sendable)? {
  guard value != .null, let type = LoweredExpression.unwrapped(type) as? any Decodable.Type,
    let result = try? value.decoded(as: type)
  else { return nil }
  // Values of models are values; what `Sendable` marks has no form at run time.
  return unsafeBitCast(result as Any, to: (any Sendable).self)
}
