import LarderCore

/// What to say of a name that nothing has.
extension StatementResolver {
  func unknownName(_ name: NameSyntax) -> Diagnostic {
    guard let outermost = elements.first else {
      return Diagnostic(
        .unknownVariable, "there is no variable `\(name.text)`", at: name.span,
        help: "write a text as \(name.text.quotedLiteral)",
        replacement: Diagnostic.Replacement(name.span, with: name.text.quotedLiteral))
    }
    return unknown(name, of: outermost.type, prefix: "", extra: scope.variableNames)
  }

  func unknownMember(_ name: NameSyntax, of base: Operand) -> Diagnostic {
    if base.constant != nil, hasProperty(AttributeName(name.text), base) {
      return Diagnostic(
        .unknownHandle, "there is no object `\(excerpt(base))` any more", at: base.span)
    }
    if case .attribute(.mixed) = base.type, base.path == nil {
      return Diagnostic(
        .unknownAttribute, "`\(excerpt(base))` has no known attributes", at: name.span)
    }
    return unknown(name, of: base.type, prefix: "", extra: [])
  }

  private func unknown(
    _ name: NameSyntax, of type: ValueType, prefix: String, extra: [String]
  ) -> Diagnostic {
    let names = propertyNames(of: type)
    let suggestion =
      Spelling.nearest(to: name.text, among: names) ?? path(to: name.text, from: type)
      ?? Spelling.nearest(to: name.text, among: extra)
    let listed = names.prefix(8).map { "`\($0)`" }.joined(separator: ", ")
    return Diagnostic(
      .unknownAttribute, "\(type.owner) has no attribute `\(name.text)`", at: name.span,
      help: suggestion.map { "did you mean `\($0)`" }
        ?? (names.isEmpty ? nil : "it has \(listed)\(names.count > 8 ? " and more" : "")"),
      replacement: suggestion.map {
        Diagnostic.Replacement(name.span, with: $0.contains(".") ? $0 : $0.asName)
      })
  }

  func propertyNames(of type: ValueType) -> [String] {
    switch type {
    case .object(let entity):
      schema.allAttributes(of: entity).map(\.name.rawValue)
        + schema.allRelationships(of: entity).map(\.name.rawValue)
    case .attribute(.composite(let members)): members.map(\.name.rawValue)
    default: []
    }
  }

  /// `lodging.stars` for `stars`: one step through a composite or a to-one relationship.
  private func path(to name: String, from type: ValueType) -> String? {
    guard case .object(let entity) = type else { return nil }
    for attribute in schema.allAttributes(of: entity) {
      guard case .composite(let members) = attribute.type else { continue }
      if members.contains(where: { $0.name.rawValue == name }) {
        return "\(attribute.name.rawValue.asName).\(name)"
      }
    }
    for relationship in schema.allRelationships(of: entity) where !relationship.isToMany {
      if propertyNames(of: .object(relationship.destination)).contains(name) {
        return "\(relationship.name.rawValue.asName).\(name)"
      }
    }
    return nil
  }
}

extension ValueType {
  /// How a message names what a property was looked for in.
  fileprivate var owner: String {
    switch self {
    case .object(let entity): "`\(entity)`"
    case .attribute(.composite): "the object"
    case .attribute(.array), .objects: "a list"
    case .null: "nil"
    default: "a value of type \(self)"
    }
  }
}
