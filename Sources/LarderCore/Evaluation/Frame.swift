/// What a compiled expression sees: the object at level 0, and an element for each closure around it.
struct Frame {
  /// `nil` where there is no object: an insert's right sides, an aggregate of nothing.
  var root: EntitySnapshot?

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

  init(_ root: EntitySnapshot?) { self.root = root }

  /// The object at a level, or `nil` where its element is none.
  func object(at level: Int) -> EntitySnapshot? {
    level == 0 ? root : elements[level - 1].object
  }

  /// The element of a level as a value; an object is its identifier.
  func element(at level: Int) -> AttributeValue? {
    level == 0 ? root.map { .identifier($0.identifier) } : elements[level - 1].value
  }

  /// Notes a fault of an edit and gives nil.
  mutating func fail(
    _ code: PersistenceError.Code, value: AttributeValue? = nil, _ detail: String
  ) -> AttributeValue? {
    failures.append(
      PersistenceError(code, identifier: root?.identifier, value: value, detail: detail))
    return nil
  }
}

typealias CompiledExpression = @Sendable (inout Frame, ObjectLookup) -> AttributeValue?
typealias CompiledCondition = @Sendable (inout Frame, ObjectLookup) -> Bool
