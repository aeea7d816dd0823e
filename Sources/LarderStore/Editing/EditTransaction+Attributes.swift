import LarderCore

extension EditTransaction {
  /// Sets an attribute, or one member of a composite attribute: the others keep value and order.
  func assign(
    _ value: AttributeValue, to path: AttributePath, of snapshot: inout EntitySnapshot
  ) throws {
    let entity = snapshot.entityName
    let problem = ValueProblem(identifier: snapshot.identifier, path: path)
    guard let name = path.names.first, let attribute = schema.attribute(name, of: entity) else {
      throw problem.unknownAttribute(entity)
    }
    guard !attribute.isReadOnly else {
      throw problem.error(.readOnly, detail: "the attribute cannot be written")
    }
    let members = path.names.dropFirst()
    guard !members.isEmpty else {
      snapshot[name] = try attribute.accepting(value, problem)
      return
    }
    snapshot[name] = try attribute.type.setting(
      value, at: members, in: snapshot[name], problem)
  }

  /// The value of an attribute or of a member of a composite one.
  func value(at path: AttributePath, of snapshot: EntitySnapshot) throws -> AttributeValue? {
    guard let name = path.names.first, schema.attribute(name, of: snapshot.entityName) != nil else {
      throw ValueProblem(identifier: snapshot.identifier, path: path)
        .unknownAttribute(snapshot.entityName)
    }
    var value = snapshot[name]
    for member in path.names.dropFirst() {
      guard case .object(let object)? = value else { return nil }
      value = object[member]
    }
    return value
  }

  func checkWritable(_ entity: EntitySchema.Entity) throws {
    if let reason = attached.store.readOnlyReason {
      throw PersistenceError(.readOnly, entity: entity.name, detail: reason)
    }
    guard !entity.isReadOnly else {
      throw PersistenceError(
        .readOnly, entity: entity.name, detail: "objects of the entity cannot be changed")
    }
  }

  /// Refuses an object without a value that it must have; inferred schemas ask for none.
  func checkRequiredAttributes(of snapshot: EntitySnapshot) throws {
    for attribute in schema.allAttributes(of: snapshot.entityName)
    where attribute.isRequired && snapshot[attribute.name].isNil {
      throw PersistenceError(
        .requiredValueMissing, identifier: snapshot.identifier, attribute: attribute.name)
    }
  }
}

extension EntitySchema.Attribute {
  /// Whether an object must have a value: not where the type was only inferred from data.
  package var isRequired: Bool { !isOptional && !isReadOnly && !isTransient && observation == nil }

  fileprivate func accepting(
    _ value: AttributeValue, _ problem: ValueProblem
  ) throws -> AttributeValue {
    guard value != .null else {
      guard !isRequired else { throw problem.error(.requiredValueMissing) }
      return .null
    }
    return try type.accepting(value, problem)
  }
}

/// The place of a value that an edit sets, for the error where it does not fit.
struct ValueProblem {
  let identifier: PersistentIdentifier
  private let name: AttributeName?
  private let members: [AttributeName]

  init(identifier: PersistentIdentifier, path: AttributePath) {
    self.identifier = identifier
    name = path.names.first
    members = Array(path.names.dropFirst())
  }

  init(identifier: PersistentIdentifier, name: AttributeName) {
    self.identifier = identifier
    self.name = name
    members = []
  }

  func error(
    _ code: PersistenceError.Code, value: AttributeValue? = nil, detail: String? = nil
  ) -> PersistenceError {
    let place =
      members.isEmpty ? nil : "member \(members.map(\.rawValue).joined(separator: "."))"
    let words = [place, detail].compactMap(\.self).joined(separator: ": ")
    return PersistenceError(
      code, identifier: identifier, attribute: name, value: value,
      detail: words.isEmpty ? nil : words)
  }

  func unknownAttribute(_ entity: EntityName) -> PersistenceError {
    error(.unknownAttribute)
  }
}
