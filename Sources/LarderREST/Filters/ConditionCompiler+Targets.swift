import FoundationEssentials
import LarderCore

extension ConditionCompiler {
  /// What an expression reads, where it is a property that conditions can name.
  func target(_ expression: EntityExpression) throws(Refusal) -> Target {
    guard case .path(let path) = expression else {
      throw Refusal("the service computes nothing")
    }
    guard path.level == scopes.count - 1, let scope = scopes.last else {
      throw Refusal("the service looks at one object at a time")
    }
    guard let first = path.names.first else { return try key(of: scope.entity, scope) }
    if let attribute = scope.entity.attribute(first) {
      return try self.attribute(attribute, rest: path.names.dropFirst(), scope)
    }
    guard let link = scope.entity.relationship(first), !link.relationship.isToMany else {
      throw Refusal("the service compares no such property")
    }
    if path.names.count == 1 { return try reference(link, scope) }
    return try through(link, path.names.dropFirst(), scope)
  }

  /// The elements of an array, as one of which a value may stand.
  func elementTarget(_ expression: EntityExpression) throws(Refusal) -> Target {
    guard case .path(let path) = expression, path.level == scopes.count - 1, path.names.count == 1,
      let scope = scopes.last, let name = path.names.first,
      let attribute = scope.entity.attribute(name),
      case .array(of: let element) = attribute.attribute.type
    else { throw Refusal("the service looks only into arrays") }
    return Target(
      path: ServicePath(names: [attribute.wireName], variable: scope.variable),
      kind: try kind(element, attribute), type: element, isOptional: true)
  }

  private func key(of entity: ServiceEntity, _ scope: Scope) throws(Refusal) -> Target {
    guard entity.keys.count == 1, let key = entity.keys.first else {
      throw Refusal("the key has several parts")
    }
    return Target(
      path: ServicePath(names: [key.wireName], variable: scope.variable), kind: .identifier,
      type: key.type, isOptional: false, entity: entity)
  }

  private func attribute(
    _ attribute: ServiceEntity.Attribute, rest: ArraySlice<AttributeName>, _ scope: Scope
  ) throws(Refusal) -> Target {
    if let keyType = scope.entity.keyType(attribute), keyType != attribute.attribute.type {
      return Target(
        path: ServicePath(names: [attribute.wireName], variable: scope.variable),
        kind: .identifier, type: keyType, isOptional: false)
    }
    var type = attribute.attribute.type
    var isOptional = attribute.attribute.isOptional
    var names = [attribute.wireName]
    for name in rest {
      guard case .composite(let members) = type,
        let member = members.first(where: { $0.name == name })
      else { throw Refusal("the service has no such path") }
      type = member.type
      isOptional = isOptional || member.isOptional
      names.append(name.rawValue)
    }
    return Target(
      path: ServicePath(names: names, variable: scope.variable), kind: try kind(type, attribute),
      type: type, isOptional: isOptional, typeName: attribute.enumerationType)
  }

  /// The key of the object that a to-one relationship leads to.
  private func reference(
    _ link: ServiceEntity.Relationship, _ scope: Scope
  ) throws(Refusal) -> Target {
    guard let destination = model.entities[link.relationship.destination],
      destination.keys.count == 1, let key = destination.keys.first
    else { throw Refusal("the key has several parts") }
    var path = ServicePath(names: [link.wireName], variable: scope.variable)
    switch link.link {
    case .keys(let member): path.names = [member]
    case .expanded:
      guard let keyPath else { throw Refusal("the service compares no keys of other objects") }
      path.spelling = keyPath.filled(["path": link.wireName, "key": key.wireName])
    case .linkage, .inverse: throw Refusal("the service compares no keys of other objects")
    }
    return Target(
      path: path, kind: .identifier, type: key.type,
      isOptional: link.relationship.isOptional, entity: destination)
  }

  /// An attribute of the object that a to-one relationship leads to.
  private func through(
    _ link: ServiceEntity.Relationship, _ rest: ArraySlice<AttributeName>, _ scope: Scope
  ) throws(Refusal) -> Target {
    guard form.followsRelationships, let name = rest.first,
      let destination = model.entities[link.relationship.destination],
      let attribute = destination.attribute(name)
    else { throw Refusal("the service looks at no related objects") }
    var target = try self.attribute(attribute, rest: rest.dropFirst(), scope)
    target.path.names.insert(link.wireName, at: 0)
    target.isOptional = true
    target.isThrough = true
    return target
  }

  private func kind(
    _ type: EntitySchema.AttributeType, _ attribute: ServiceEntity.Attribute
  ) throws(Refusal) -> LiteralKind {
    if attribute.isOpaque { throw Refusal("the service compares no values of such a type") }
    switch type {
    case .text: return .text
    case .integer, .real, .decimal: return .number
    case .bool: return .bool
    case .date: return attribute.dates == .days ? .day : .date
    case .uuid: return .uuid
    case .enumeration(_, let rawType, _):
      return attribute.enumerationType == nil ? try kind(rawType, attribute) : .enumeration
    case .mixed, .data, .array, .composite:
      throw Refusal("the service compares no values of such a type")
    }
  }
}

extension ConditionCompiler {
  /// The literals of a value that a property is compared with: several where a text has several
  /// canonically equivalent forms.
  func literals(_ value: AttributeValue, _ target: Target) throws(Refusal) -> [ServiceLiteral] {
    switch (target.kind, value) {
    case (.text, .text(let text)):
      guard let forms = text.canonicalForms else { throw .text }
      return forms.map { ServiceLiteral(value: .text($0), kind: .text) }
    case (.enumeration, .text), (.enumeration, .integer):
      return [ServiceLiteral(value: value, kind: .enumeration, typeName: target.typeName)]
    case (.number, _): return [ServiceLiteral(value: try number(value, target.type), kind: .number)]
    case (.bool, .bool), (.uuid, .uuid): return [ServiceLiteral(value: value, kind: target.kind)]
    case (.date, .date(let date)), (.day, .date(let date)):
      let day = 86_400.0
      let seconds = date.timeIntervalSinceReferenceDate
      guard target.kind == .date || (seconds / day).rounded() * day == seconds else {
        throw Refusal("the service knows only days")
      }
      return [ServiceLiteral(value: value, kind: target.kind)]
    case (.identifier, .identifier(let identifier)):
      return [ServiceLiteral(value: try key(identifier, target), kind: .identifier)]
    case (.identifier, .integer(let number)) where target.type == .text:
      return [ServiceLiteral(value: .text(String(number)), kind: .identifier)]
    case (.identifier, .text(let text)) where target.type == .integer:
      guard let number = Int64(text), String(number) == text else {
        throw Refusal("the service's keys are numbers")
      }
      return [ServiceLiteral(value: .integer(number), kind: .identifier)]
    default: throw Refusal("the value is of another kind than the property")
    }
  }

  /// A number as the property's type takes it.
  private func number(
    _ value: AttributeValue, _ type: EntitySchema.AttributeType
  ) throws(Refusal) -> AttributeValue {
    switch (type, value) {
    case (_, .integer): return value
    case (.integer, .real(let number)):
      guard let whole = Int64(exactly: number) else { break }
      return .integer(whole)
    case (.real, .real(let number)), (.decimal, .real(let number)):
      guard number.isFinite else { break }
      return value
    case (.decimal, .decimal): return value
    default: break
    }
    throw Refusal("the service compares the property only with numbers of its own type")
  }

  private func key(
    _ identifier: PersistentIdentifier, _ target: Target
  ) throws(Refusal) -> AttributeValue {
    guard let entity = target.entity, identifier.entity == entity.name,
      identifier.storeIdentifier == entity.origin.storeIdentifier
    else { throw Refusal("the object is of another entity or store") }
    switch identifier.primaryKey {
    case .integer(let number): return .integer(number)
    case .text(let text): return .text(text)
    case .temporary, .composite: throw Refusal("the key has several parts")
    }
  }
}
