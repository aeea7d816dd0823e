import LarderCore

/// The type of an expression, as far as the resolver can know it.
enum ValueType: Hashable, Sendable {
  case null
  case attribute(EntitySchema.AttributeType)
  case object(EntityName)
  case objects(EntityName)
  case duration(CalendarDuration)
  /// What lies between two dates, in seconds.
  case interval
  case pattern

  static let bool = ValueType.attribute(.bool)
  static let integer = ValueType.attribute(.integer)
  static let real = ValueType.attribute(.real)
  static let decimal = ValueType.attribute(.decimal)
  static let text = ValueType.attribute(.text)
  static let date = ValueType.attribute(.date)
  static let mixed = ValueType.attribute(.mixed)

  /// Types of one family can be compared.
  enum Family: Hashable, Sendable {
    /// Nothing is known, or it is nil: it compares with everything.
    case unknown
    case bool, number, text, date, uuid, data, list, composite, duration, pattern
    case object(EntityName)
  }

  var family: Family {
    switch self {
    case .null: .unknown
    case .attribute(let type): type.family
    case .object(let name): .object(name)
    case .objects: .list
    case .duration: .duration
    case .interval: .number
    case .pattern: .pattern
    }
  }

  /// The type of an element of a collection; `nil` when this is none.
  var element: ValueType? {
    switch self {
    case .objects(let entity): .object(entity)
    case .attribute(.array(let element)): .attribute(element)
    case .attribute(.mixed): .mixed
    default: nil
    }
  }
}

extension EntitySchema.AttributeType {
  fileprivate var family: ValueType.Family {
    switch self {
    case .mixed: .unknown
    case .bool: .bool
    case .integer, .real, .decimal: .number
    case .text: .text
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .array: .list
    case .composite: .composite
    case .enumeration(_, let rawType, _): rawType.family
    }
  }

  /// How a message names it.
  var displayName: String {
    switch self {
    case .mixed: "of mixed types"
    case .bool: "bool"
    case .integer: "integer"
    case .real: "real"
    case .decimal: "decimal"
    case .text: "text"
    case .date: "date"
    case .uuid: "uuid"
    case .data: "data"
    case .array: "list"
    case .composite: "object"
    case .enumeration(let name, _, _): name
    }
  }
}

extension ValueType: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "nil"
    case .attribute(let type): type.displayName
    case .object(let entity): "\(entity)"
    case .objects(let entity): "list of \(entity)"
    case .duration: "duration"
    case .interval: "number of seconds"
    case .pattern: "regular expression"
    }
  }
}

extension AttributeValue {
  /// The type of a value that stands for itself.
  var valueType: ValueType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer: .integer
    case .real: .real
    case .decimal: .decimal
    case .text: .text
    case .date: .date
    case .uuid: .attribute(.uuid)
    case .data: .attribute(.data)
    case .object: .attribute(.composite([]))
    case .identifier(let identifier): .object(identifier.entity)
    case .array(let elements): Self.listType(of: elements)
    }
  }

  /// The type of the elements where they agree.
  private static func listType(of elements: [AttributeValue]) -> ValueType {
    let types = Set(elements.map(\.valueType).filter { $0 != .null })
    guard types.count == 1, let type = types.first else { return .attribute(.array(of: .mixed)) }
    switch type {
    case .object(let entity): return .objects(entity)
    case .attribute(let element): return .attribute(.array(of: element))
    default: return .attribute(.array(of: .mixed))
    }
  }
}

/// An expression with its type, and where it stands.
struct Operand {
  var expression: EntityExpression
  var type: ValueType
  var span: Range<Int>

  /// The attribute that a path ends in; `nil` for anything else.
  var attribute: EntitySchema.Attribute?

  var constant: AttributeValue? {
    if case .value(let value) = expression { value } else { nil }
  }

  var path: AttributePath? {
    if case .path(let path) = expression { path } else { nil }
  }
}

/// What an expression turned out to be.
enum Meaning {
  case value(Operand)
  case condition(EntityPredicate)
}
