import LarderCore
import SQLiteDriver

extension SQLCompiler {
  mutating func quantified(
    _ quantifier: EntityPredicate.Quantifier, _ collection: EntityExpression,
    _ part: EntityPredicate
  ) throws(Unpushable) -> SQLText {
    let operand = try expression(collection)
    switch quantifier {
    case .any: return try exists(operand, part)
    case .none: return "(NOT \(try exists(operand, part)))"
    case .all: return "(NOT \(try exists(operand, .not(part))))"
    }
  }

  mutating func membership(
    _ value: EntityExpression, _ collection: EntityExpression
  ) throws(Unpushable) -> SQLText {
    let value = try expression(value)
    switch try expression(collection) {
    case .literal(.array(let elements)): return try membership(value, in: elements)
    case .literal: return .constant(false)
    case .collection(let operand):
      return try exists(operand) { compiler throws(Unpushable) in
        let element = compiler.identity(ofLevel: compiler.levels.count - 1)
        return try compiler.equality(.identity(element), value)
      }
    case .json(let operand):
      return try exists(in: operand) { compiler, element throws(Unpushable) in
        try compiler.equality(.json(element), value)
      }
    default: throw Unpushable("this collection is not one of objects")
    }
  }

  private mutating func exists(
    _ operand: SQLOperand, _ part: EntityPredicate
  ) throws(Unpushable) -> SQLText {
    switch operand {
    case .collection(let operand): return try exists(operand, part)
    case .json(let operand):
      return try exists(in: operand) { compiler, _ throws(Unpushable) in
        try compiler.condition(part)
      }
    default: throw Unpushable("this collection is not one of objects")
    }
  }

  private func membership(
    _ value: SQLOperand, in elements: [AttributeValue]
  ) throws(Unpushable) -> SQLText {
    guard elements.count <= 10_000 else { throw Unpushable("the list is too long for SQLite") }
    if case .identity(let identity) = value, let test = test(elements, for: identity) {
      return test
    }
    if case .stored(let stored) = value, let list = list(elements, for: stored) {
      return "\(stored.asBytes) IN (\(list))"
    }
    var ways: [SQLText] = []
    for element in elements { ways.append(try equality(value, .literal(element))) }
    return ways.isEmpty ? .constant(false) : ways.joinedBalanced(by: "OR")
  }

  /// The elements as one list, where each is compared by its bytes and as what it is.
  private func list(_ elements: [AttributeValue], for stored: StoredOperand) -> SQLText? {
    guard stored.meaning == .asStored, elements.count > 1 else { return nil }
    var values: [SQLText] = []
    for element in elements {
      switch element {
      case .integer(let number) where stored.affinity != .text && number.magnitude <= 1 << 53:
        values.append("\(value: .integer(number))")
      case .text(let text) where !stored.affinity.isNumeric:
        guard let forms = text.canonicalForms else { return nil }
        values += forms.map { .text($0) }
      default: return nil
      }
    }
    return values.joined(by: ", ")
  }

  /// The keys of identifiers as one list an entity, where they are integers.
  private func test(_ elements: [AttributeValue], for identity: IdentityOperand) -> SQLText? {
    guard identity.isRowID, elements.count > 1 else { return nil }
    var keys: [Int: [SQLText]] = [:]
    for element in elements {
      guard case .identifier(let identifier) = element else { return nil }
      if let entity = identity.family.first(where: { mapping.origins[$0] == identifier.origin }),
        case .integer(let number) = identifier.primaryKey
      {
        keys[entity, default: []].append("\(value: .integer(number))")
      }
    }
    let ways = identity.family.compactMap { entity in
      keys[entity].map { list in
        (["\(identity.parts[0]) IN (\(list.joined(by: ", ")))"] + isOf(entity, identity))
          .joinedBalanced(by: "AND")
      }
    }
    return ways.isEmpty ? .constant(false) : ways.joinedBalanced(by: "OR")
  }

  /// Whether the collection has an element that meets a condition.
  mutating func exists(
    _ collection: CollectionOperand, _ part: EntityPredicate?
  ) throws(Unpushable) -> SQLText {
    try exists(collection) { compiler throws(Unpushable) in
      guard let part else { return nil }
      return try compiler.condition(part)
    }
  }

  private mutating func exists(
    _ collection: CollectionOperand,
    _ part: (inout SQLCompiler) throws(Unpushable) -> SQLText?
  ) throws(Unpushable) -> SQLText {
    let (from, conditions) = try elements(of: collection, part)
    return "EXISTS (SELECT 1 FROM \(from) WHERE \(conditions))"
  }

  /// Something computed from the elements of a collection.
  mutating func collect(
    _ function: EntityExpression.CollectionFunction, _ collection: EntityExpression,
    _ element: EntityExpression?
  ) throws(Unpushable) -> StoredOperand {
    guard case .collection(let operand) = try expression(collection) else {
      throw Unpushable("this collection is not one of objects")
    }
    var value: StoredOperand?
    let (from, conditions) = try elements(of: operand) { compiler throws(Unpushable) in
      if let element { value = try compiler.element(element) }
      return nil
    }
    let call: SQLText
    var kinds = StoredKinds.number
    switch (function, value) {
    case (.count, nil): call = "count(*)"
    case (.count, let value?): call = "count(\(value.sql))"
    case (.minimum, let value?):
      (call, kinds) = ("min(\(value.asText))", value.kinds)
    case (.maximum, let value?):
      (call, kinds) = ("max(\(value.asText))", value.kinds)
    default: throw Unpushable("SQLite adds numbers otherwise")
    }
    return StoredOperand(sql: "(SELECT \(call) FROM \(from) WHERE \(conditions))", kinds: kinds)
  }

  private mutating func element(_ element: EntityExpression) throws(Unpushable) -> StoredOperand {
    guard case .stored(let stored) = try expression(element), stored.meaning == .asStored else {
      throw Unpushable("the elements' values are not just what is stored")
    }
    return stored
  }
}
