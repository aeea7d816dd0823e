import LarderCore

/// Values of objects that are known while a statement is resolved: `bob.city`, `#3.address.city`.
extension StatementResolver {
  /// A property of an object or composite that stands for itself, as it is now.
  func currentProperty(
    _ name: AttributeName, of base: Operand, _ span: Range<Int>
  ) -> Operand? {
    guard let constant = base.constant else { return nil }
    switch base.type {
    case .object(let entity):
      let schema = self.schema(of: constant, entity)
      guard let value = value(of: name, in: constant) else { return nil }
      if let attribute = schema.attribute(name, of: entity) {
        return operand(value, span, type: Self.type(of: value, in: attribute))
      }
      return schema.relationship(name, of: entity).map { relationship in
        let destination = relationship.destination
        return operand(
          value, span,
          type: relationship.isToMany ? .objects(destination) : .object(destination))
      }
    case .attribute(.composite(let members)):
      return members.first { $0.name == name }.map { member in
        let value = constant.member(name)
        return operand(value, span, type: Self.type(of: value, in: member))
      }
    default: return nil
    }
  }

  /// Whether an object that stands for itself should have a property of that name.
  func hasProperty(_ name: AttributeName, _ base: Operand) -> Bool {
    guard let constant = base.constant, case .object(let entity) = base.type else { return false }
    let schema = self.schema(of: constant, entity)
    return schema.attribute(name, of: entity) != nil
      || schema.relationship(name, of: entity) != nil
  }

  /// A property of no object is nil.
  private func value(of name: AttributeName, in constant: AttributeValue) -> AttributeValue? {
    guard case .identifier(let object) = constant else { return .null }
    return scope.value(of: name, in: object)
  }

  /// The schema of the store that an object is in, which need not be the statement's.
  private func schema(of constant: AttributeValue, _ entity: EntityName) -> EntitySchema {
    if case .identifier(let object) = constant, let owner = scope.storeName(of: object),
      let store = scope.stores.first(where: { $0.name == owner })
    {
      return store.schema
    }
    if schema.entity(entity) != nil { return schema }
    return self.entity(named: entity.rawValue)?.schema ?? schema
  }

  /// What was declared, or where the type was inferred what the value itself is.
  private static func type(
    of value: AttributeValue, in attribute: EntitySchema.Attribute
  ) -> ValueType {
    let isSimple = value != .null && value.kind != .object && value.kind != .array
    return attribute.observation != nil && isSimple
      ? value.valueType : .attribute(attribute.type)
  }
}

extension AttributeValue {
  /// A member of an object; null for anything else.
  fileprivate func member(_ name: AttributeName) -> AttributeValue {
    guard case .object(let object) = self else { return .null }
    return object.members.last { $0.name == name }?.value ?? .null
  }
}
