/// The classes above a model class, nearest first.
func superclasses(of type: any PersistentModel.Type) -> [any PersistentModel.Type] {
  var found: [any PersistentModel.Type] = []
  var next: AnyClass? = _getSuperclass(type)
  while let current = next {
    if let model = current as? any PersistentModel.Type { found.append(model) }
    next = _getSuperclass(current)
  }
  return found
}

/// Sees an optional type's wrapped type without knowing it.
protocol OptionalType {
  static var wrappedType: any Any.Type { get }

  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: any Any.Type { Wrapped.self }

  var wrappedValue: Any? { self }
}

/// Sees the element type of what is coded as an array without knowing it.
protocol ElementCollection {
  static var collectedType: any Any.Type { get }
}

extension Array: ElementCollection {
  static var collectedType: any Any.Type { Element.self }
}

extension Set: ElementCollection {
  static var collectedType: any Any.Type { Element.self }
}
