/// What a compiled expression sees besides the object at level 0: the closures around it, and what
/// has gone wrong.
struct Frame {
  /// Whether there is an object at level 0; not in an insert's right sides or an aggregate of nothing,
  /// where ``noObject`` stands for it.
  var hasObject = true

  /// The elements of levels 1 and up.
  var elements: [Element] = []

  /// The finished aggregates of a group, by their index in the compiler's list.
  var aggregates: [AttributeValue?] = []

  /// What went wrong in an edit, first fault first; conditions never add to it.
  var failures: [PersistenceError] = []

  struct Element {
    var value: AttributeValue?

    /// The object that the value identifies, where it does and the object is there.
    var object: EntitySnapshot?

    init(_ value: AttributeValue?, _ objects: ObjectLookup) {
      self.value = value
      if case .identifier(let identifier)? = value { object = objects(identifier) }
    }
  }

  /// A snapshot without properties.
  static let noObject = EntitySnapshot(
    identifier: PersistentIdentifier(
      storeIdentifier: nil, entityName: "", primaryKey: .temporary(0)),
    layout: EntityLayout(entityName: "", names: []), values: [])

  /// The element of a level as a value; an object is its identifier.
  func element(at level: Int, _ root: EntitySnapshot) -> AttributeValue? {
    if level > 0 { return elements[level - 1].value }
    return hasObject ? .identifier(root.identifier) : nil
  }

  /// Notes a fault of an edit and gives nil.
  mutating func fail(_ fault: ComputationFault, of root: EntitySnapshot) -> AttributeValue? {
    failures.append(
      PersistenceError(
        fault.code, identifier: hasObject ? root.identifier : nil, value: fault.value,
        detail: fault.detail))
    return nil
  }
}

/// The object at level 0 is a parameter of its own, so that reading it copies and counts nothing.
typealias CompiledExpression =
  @Sendable (EntitySnapshot, inout Frame, ObjectLookup) -> AttributeValue?
typealias CompiledCondition = @Sendable (EntitySnapshot, inout Frame, ObjectLookup) -> Bool
