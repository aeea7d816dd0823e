import LarderCore

extension SwiftWriter {
  /// A value in a predicate: a literal of a type, or the name of a constant before the predicate.
  mutating func literal(
    _ value: AttributeValue, as type: PathType, _ whole: EntityPredicate
  ) throws(PrintingObstacle) -> QueryPiece {
    guard case .attribute(let attributeType) = type else {
      throw PrintingObstacle(
        .identifier, in: whole, "a predicate cannot capture an object to look for")
    }
    switch (attributeType, value) {
    case (.bool, .bool), (.text, .text), (.integer, .integer):
      return number(SwiftLiteral.text(value))
    case (.real, .real(let number)): return self.number(number.literalText)
    case (.real, .integer(let number)):
      if let exact = Double(exactly: number) { return self.number(exact.literalText) }
    case (.integer, .real(let number)):
      if let exact = Int64(exactly: number) { return self.number(String(exact), attributeType) }
    case (.decimal, .integer(let number)): return self.number(String(number), attributeType)
    case (.decimal, .decimal(let number)):
      if number.digits.count <= 38 { return captured("decimal", value) }
    case (.decimal, .real(let number)):
      if let exact = Int64(exactly: number) { return self.number(String(exact), attributeType) }
    case (.date, .date): return captured("date", value)
    case (.uuid, .uuid): return captured("uuid", value)
    case (.data, .data): return captured("data", value)
    case (.enumeration(let name, _, _), _):
      if let text = SwiftLiteral.text(value, as: attributeType), text.hasPrefix(".") {
        let owner = Self.typeName(owner(of: attributeType))
        let full = "\(owner).\(SwiftNames.spelled(name) ?? name)\(text)"
        return QueryPiece(constant("value", type: nil, value: full))
      }
    default: break
    }
    throw PrintingObstacle(
      .value, in: whole,
      "`\(QueryPrinter.text(value))` is no \(type.swiftName) in Swift")
  }

  /// The entity inside whose class the enum is written.
  private func owner(of type: EntitySchema.AttributeType) -> EntityName {
    let candidates = schema.ancestry(of: entity).reversed() + schema.entities
    return candidates.first { $0.attributes.contains { $0.type == type } }?.name ?? entity
  }

  /// A predicate takes `-3` for an operation, which no optional has: negative numbers are constants.
  private mutating func number(
    _ text: String?, _ type: EntitySchema.AttributeType = .real
  ) -> QueryPiece {
    guard let text, text.hasPrefix("-") else { return QueryPiece(text ?? "nil") }
    let annotation = type == .decimal ? "Decimal" : nil
    return QueryPiece(constant("number", type: annotation, value: text))
  }

  private mutating func captured(_ base: String, _ value: AttributeValue) -> QueryPiece {
    QueryPiece(constant(base, type: nil, value: SwiftLiteral.text(value) ?? "nil"))
  }
}

extension AttributeValue {
  /// The type of a literal that meets nothing typed.
  var swiftType: PathType {
    switch self {
    case .null, .object: .attribute(.mixed)
    case .bool: .attribute(.bool)
    case .integer: .attribute(.integer)
    case .real: .attribute(.real)
    case .decimal: .attribute(.decimal)
    case .text: .attribute(.text)
    case .date: .attribute(.date)
    case .uuid: .attribute(.uuid)
    case .data: .attribute(.data)
    case .array(let elements):
      .attribute(.array(of: elements.first?.swiftType.attributeType ?? .mixed))
    case .identifier(let identifier): .object(identifier.entity)
    }
  }
}

extension PathType {
  fileprivate var attributeType: EntitySchema.AttributeType? {
    if case .attribute(let type) = self { type } else { nil }
  }
}
