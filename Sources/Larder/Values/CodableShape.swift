import LarderCore
@_spi(Reflection) import Swift
import Synchronization

/// What a Codable type of an app's own writes, found by looking at what its `init(from:)` asks for.
struct CodableShape: Sendable {
  /// `mixed` where nothing certain was found.
  let type: EntitySchema.AttributeType

  /// The names in the coded form by those of the stored properties; they differ by `CodingKeys`.
  private let codedNames: [String: AttributeName]

  private static let shapes = Mutex<[ObjectIdentifier: CodableShape]>([:])

  /// The shape of a type, found once.
  static func shape(of type: any Decodable.Type) -> CodableShape {
    let key = ObjectIdentifier(type)
    if let known = shapes.withLock({ $0[key] }) { return known }
    // Outside the lock: it runs the type's own code.
    let found = CodableShape(probing: type, inside: [])
    shapes.withLock { $0[key] = found }
    return found
  }

  /// `outer` are the types around, which are not looked into again.
  init(probing type: any Decodable.Type, inside outer: [ObjectIdentifier]) {
    let probe = ShapeProbe(of: type, inside: outer)
    switch probe.run(type) {
    case .members(let members) where !members.isEmpty:
      self.type = EntitySchema.AttributeType(members)
      codedNames = Self.codedNames(of: type, members)
    case .value(let type):
      self.type = type
      codedNames = [:]
    case .members, .nothing:
      self.type = .mixed
      codedNames = [:]
    }
  }

  /// The member that a stored property is written as; `nil` where that is not known.
  func codedName(of property: String) -> AttributeName? { codedNames[property] }

  /// A generated `init(from:)` asks in the order of the stored properties, by their types.
  private static func codedNames(
    of type: any Decodable.Type, _ members: [ShapeProbe.Member]
  ) -> [String: AttributeName] {
    let properties = storedProperties(of: type)
    let isGenerated =
      properties.count == members.count
      && zip(properties, members).allSatisfy {
        LoweredExpression.unwrapped($0.type) == LoweredExpression.unwrapped($1.swiftType)
      }
    if isGenerated {
      return Dictionary(
        zip(properties, members).map { ($0.name, $1.name) }, uniquingKeysWith: { first, _ in first }
      )
    }
    // Of one written by hand a property is what has its name and its type.
    let known = properties.filter { property in
      members.contains {
        $0.name.rawValue == property.name
          && LoweredExpression.unwrapped($0.swiftType) == LoweredExpression.unwrapped(property.type)
      }
    }
    return Dictionary(
      known.map { ($0.name, AttributeName($0.name)) }, uniquingKeysWith: { first, _ in first })
  }

  private static func storedProperties(
    of type: any Any.Type
  ) -> [(name: String, type: any Any.Type)] {
    var found: [(name: String, type: any Any.Type)] = []
    _ = _forEachField(of: type, options: []) { name, _, type, _ in
      found.append((String(cString: name), type))
      return true
    }
    return found
  }
}
