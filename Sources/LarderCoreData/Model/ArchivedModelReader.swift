import LarderCore

/// Reads the entities of an archived model.
struct ArchivedModelReader {
  private typealias Model = ManagedObjectModel

  /// How many properties and names may yet be read: an archive can refer to one many times.
  private var budget = ManagedObjectModel.propertyLimit

  mutating func entity(_ object: ArchivedObject) throws(ModelError) -> ManagedObjectModel.Entity {
    guard let name = object.text("NSEntityName") else { throw ModelError(.missing("NSEntityName")) }
    var entity = Model.Entity(name: name)
    entity.className = object.text("NSClassNameForEntity")
    entity.superentity = try superentity(of: object, named: name)
    entity.isAbstract = object.isSet("NSIsAbstract")
    entity.renamingIdentifier = Self.renaming(object, from: name)
    entity.userInfo = try userInfo(object).texts
    entity.uniquenessConstraints = try names("NSUniqueTuples", of: object)
    entity.properties = try properties(object, entity: name)
    entity.indices = try indices(object)
    return entity
  }

  private func superentity(
    of object: ArchivedObject, named name: String
  ) throws(ModelError) -> String? {
    guard let parent = object["NSSuperentity"]?.object else { return nil }
    guard let parentName = parent.text("NSEntityName") else {
      throw ModelError(.missing("NSSuperentity.NSEntityName"), entity: name)
    }
    return parentName
  }

  private mutating func properties(
    _ object: ArchivedObject, entity: String
  ) throws(ModelError) -> [ManagedObjectModel.Property] {
    guard let pairs = object["NSProperties"]?.object?.pairs else {
      throw ModelError(.missing("NSProperties"), entity: entity)
    }
    var properties: [Model.Property] = []
    for pair in pairs {
      guard let description = pair.value.object else { continue }
      if let property = try property(description, entity: entity, depth: 0) {
        properties.append(property)
      }
    }
    return properties
  }

  /// `nil` for what stands in no table: fetched properties, and the stand-ins of inherited properties.
  mutating func property(
    _ object: ArchivedObject, entity: String, depth: Int
  ) throws(ModelError) -> ManagedObjectModel.Property? {
    try charge(1)
    guard depth <= ManagedObjectModel.depthLimit else { throw ModelError(.tooDeep, entity: entity) }
    let name = object.text("NSPropertyName")
    for kind in object.classNames {
      switch kind {
      case "_NSPropertyDescriptionProxy", "NSFetchedPropertyDescription",
        "NSExpressionDescription":
        return nil
      case "NSRelationshipDescription":
        return .relationship(try relationship(object, try Self.required(name, entity), entity))
      case "NSCompositeAttributeDescription":
        return .composite(
          try composite(object, try Self.required(name, entity), entity, depth: depth))
      case "NSAttributeDescription":
        return .attribute(try attribute(object, try Self.required(name, entity), entity))
      default: continue
      }
    }
    throw ModelError(
      .unknownPropertyClass(object.className ?? "?"), entity: entity, property: name)
  }

  private static func required(_ name: String?, _ entity: String) throws(ModelError) -> String {
    guard let name else { throw ModelError(.missing("NSPropertyName"), entity: entity) }
    return name
  }

  private mutating func charge(_ count: Int) throws(ModelError) {
    budget -= count
    guard budget >= 0 else { throw ModelError(.tooLarge) }
  }

  private mutating func userInfo(
    _ object: ArchivedObject
  ) throws(ModelError) -> ArchivedUserInfo {
    let info = ArchivedUserInfo(object)
    try charge(info.count)
    return info
  }

  private mutating func attribute(
    _ object: ArchivedObject, _ name: String, _ entity: String
  ) throws(ModelError) -> ManagedObjectModel.Attribute {
    var attribute = try ArchivedAttribute(object).attribute(name, entity: entity)
    if case .data(let bytes) = attribute.defaultValue { try charge(bytes.count / 16) }
    attribute.userInfo = try userInfo(object).texts
    return attribute
  }

  private mutating func composite(
    _ object: ArchivedObject, _ name: String, _ entity: String, depth: Int
  ) throws(ModelError) -> ManagedObjectModel.Composite {
    let info = try userInfo(object)
    var composite = Model.Composite(
      name: name, isOptional: object.isSet("NSIsOptional"), elements: [])
    composite.renamingIdentifier = Self.renaming(object, from: name)
    composite.userInfo = info.texts
    composite.enumerationCases = info.enumerationCases
    for element in object.elements("NSCompositeElements").compactMap(\.object) {
      if let property = try property(element, entity: entity, depth: depth + 1) {
        composite.elements.append(property)
      }
    }
    composite.isRawValueEnumeration =
      info.isEnumeration && info.enumerationCases == nil && composite.elements.map(\.name) == [name]
    return composite
  }

  private mutating func relationship(
    _ object: ArchivedObject, _ name: String, _ entity: String
  ) throws(ModelError) -> ManagedObjectModel.Relationship {
    let destination =
      object.text("_NSDestinationEntityName")
      ?? object["NSDestinationEntity"]?.object?.text("NSEntityName")
    guard let destination else {
      throw ModelError(.missing("_NSDestinationEntityName"), entity: entity, property: name)
    }
    var relationship = Model.Relationship(name: name, destination: destination)
    relationship.inverse =
      object.text("_NSInverseRelationshipName")
      ?? object["NSInverseRelationship"]?.object?.text("NSPropertyName")
    relationship.isOptional = object.isSet("NSIsOptional")
    relationship.isTransient = object.isSet("NSIsTransient")
    relationship.isOrdered = object.isSet("NSIsOrdered")
    relationship.deleteRule = Self.deleteRule(object.integer("NSDeleteRule") ?? 0)
    relationship.minimumCount = Int(clamping: max(0, object.integer("NSMinCount") ?? 0))
    relationship.maximumCount = Int(clamping: max(0, object.integer("NSMaxCount") ?? 0))
    relationship.renamingIdentifier = Self.renaming(object, from: name)
    relationship.userInfo = try userInfo(object).texts
    return relationship
  }

  private static func deleteRule(_ number: Int64) -> EntitySchema.DeleteRule {
    switch number {
    case 1: .nullify
    case 2: .cascade
    case 3: .deny
    default: .noAction
    }
  }

  /// The former name; archives repeat the present one where there is none.
  static func renaming(_ object: ArchivedObject, from name: String) -> String? {
    object.text("NSRenamingIdentifier").flatMap { $0 == name ? nil : $0 }
  }

  /// Lists of names; elements that are something else are left out.
  private mutating func names(
    _ key: String, of object: ArchivedObject
  ) throws(ModelError) -> [[String]] {
    var lists: [[String]] = []
    for tuple in object.elements(key) {
      let elements = tuple.elements(in: object.archive) ?? []
      try charge(1 + elements.count)
      let names = elements.compactMap(\.text)
      if !names.isEmpty { lists.append(names) }
    }
    return lists
  }
}

extension ArchivedModelReader {
  /// The fetch indices; in models of before them the compound ones, and those of single attributes.
  private mutating func indices(
    _ object: ArchivedObject
  ) throws(ModelError) -> [ManagedObjectModel.FetchIndex] {
    let descriptions = object.elements("NSFetchIndexDescriptions").compactMap(\.object)
    if !descriptions.isEmpty {
      var indices: [Model.FetchIndex] = []
      for description in descriptions {
        if let index = try index(description) { indices.append(index) }
      }
      return indices
    }
    let compound = try names("NSCompoundIndexes", of: object).map {
      ManagedObjectModel.FetchIndex(name: $0.joined(separator: "_"), properties: $0)
    }
    let properties = object["NSProperties"]?.object?.pairs ?? []
    let single = properties.compactMap(\.value.object).filter { $0.isSet("NSIsIndexed") }
      .compactMap { $0.text("NSPropertyName") }.sorted()
    return compound + single.map { ManagedObjectModel.FetchIndex(name: $0, properties: [$0]) }
  }

  private mutating func index(
    _ object: ArchivedObject
  ) throws(ModelError) -> ManagedObjectModel.FetchIndex? {
    guard let name = object.text("NSIndexName") else { return nil }
    let elements = object.elements("NSIndexElements")
    try charge(1 + elements.count)
    let properties = elements.compactMap { $0.object?.text("NSPropertyName") }
    return properties.isEmpty
      ? nil : ManagedObjectModel.FetchIndex(name: name, properties: properties)
  }
}
