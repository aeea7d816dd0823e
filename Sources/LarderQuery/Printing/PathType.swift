import LarderCore

/// What a path leads to.
enum PathType: Hashable {
  case attribute(EntitySchema.AttributeType)
  case object(EntityName)
  case objects(EntityName)

  /// What the elements of a collection are; `nil` for what is none.
  var element: PathType? {
    switch self {
    case .attribute(.array(let element)): .attribute(element)
    case .objects(let entity): .object(entity)
    case .attribute, .object: nil
    }
  }

  var isText: Bool { self == .attribute(.text) }

  /// Integers, reals and decimals, and text, dates and UUIDs, which Swift can order.
  var isOrdered: Bool {
    isNumber || isText || self == .attribute(.date) || self == .attribute(.uuid)
  }

  var isNumber: Bool {
    self == .attribute(.integer) || self == .attribute(.real) || self == .attribute(.decimal)
  }

  /// How a message names the Swift type.
  var swiftName: String {
    switch self {
    case .attribute(.bool): "Bool"
    case .attribute(.integer): "Int"
    case .attribute(.real): "Double"
    case .attribute(.decimal): "Decimal"
    case .attribute(.text): "String"
    case .attribute(.date): "Date"
    case .attribute(.uuid): "UUID"
    case .attribute(.data): "Data"
    case .attribute(.mixed): "values of several kinds"
    case .attribute(.array), .objects: "arrays"
    case .attribute(.composite): "structs"
    case .attribute(.enumeration(let name, _, _)): name
    case .object(let entity): entity.rawValue
    }
  }
}

/// One step of a path: the property that a name stands for.
struct PathStep {
  var type: PathType
  var isOptional: Bool
}

extension EntitySchema {
  /// The property of an element, or `nil` where it has none of that name.
  func step(from type: PathType, to name: AttributeName) -> PathStep? {
    switch type {
    case .object(let entity):
      if let attribute = attribute(name, of: entity) {
        return PathStep(type: .attribute(attribute.type), isOptional: attribute.isOptional)
      }
      return relationship(name, of: entity).map {
        PathStep(
          type: $0.isToMany ? .objects($0.destination) : .object($0.destination),
          isOptional: $0.isOptional)
      }
    case .attribute(.composite(let members)):
      return members.first { $0.name == name }.map {
        PathStep(type: .attribute($0.type), isOptional: $0.isOptional)
      }
    case .attribute, .objects: return nil
    }
  }
}
