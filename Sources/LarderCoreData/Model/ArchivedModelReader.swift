import LarderCore

/// Reads the entities of an archived model.
struct ArchivedModelReader {
  private typealias Model = ManagedObjectModel

  /// How many properties may yet be read: an archive can refer to one many times.
  private var budget = ManagedObjectModel.propertyLimit

  mutating func entity(_ object: ArchivedObject) throws(ModelError) -> ManagedObjectModel.Entity {
    guard let name = object.text("NSEntityName") else { throw ModelError(.missing("NSEntityName")) }
    var entity = Model.Entity(name: name)
    entity.className = object.text("NSClassNameForEntity")
    entity.superentity = try superentity(of: object, named: name)
    entity.isAbstract = object.isSet("NSIsAbstract")
    entity.renamingIdentifier = Self.renaming(object, from: name)
    entity.userInfo = ArchivedUserInfo(object).texts
    entity.uniquenessConstraints = Self.names(object.elements("NSUniqueTuples"), in: object)
    entity.properties = try properties(object, entity: name)
    entity.indices = Self.indices(object)
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
    budget -= 1
    guard budget >= 0 else { throw ModelError(.tooLarge) }
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
        return .attribute(
          try ArchivedAttribute(object).attribute(try Self.required(name, entity), entity: entity))
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

  private mutating func composite(
    _ object: ArchivedObject, _ name: String, _ entity: String, depth: Int
  ) throws(ModelError) -> ManagedObjectModel.Composite {
    let info = ArchivedUserInfo(object)
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

  private func relationship(
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
    relationship.userInfo = ArchivedUserInfo(object).texts
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
  private static func names(_ tuples: [ArchivedValue], in object: ArchivedObject) -> [[String]] {
    tuples.map { ($0.elements(in: object.archive) ?? []).compactMap(\.text) }.filter { !$0.isEmpty }
  }
}

extension ArchivedModelReader {
  /// The fetch indices; in models of before them the compound ones, and those of single attributes.
  private static func indices(_ object: ArchivedObject) -> [ManagedObjectModel.FetchIndex] {
    let descriptions = object.elements("NSFetchIndexDescriptions").compactMap(\.object)
    if !descriptions.isEmpty { return descriptions.compactMap(index) }
    let compound = names(object.elements("NSCompoundIndexes"), in: object).map {
      ManagedObjectModel.FetchIndex(name: $0.joined(separator: "_"), properties: $0)
    }
    let properties = object["NSProperties"]?.object?.pairs ?? []
    let single = properties.compactMap(\.value.object).filter { $0.isSet("NSIsIndexed") }
      .compactMap { $0.text("NSPropertyName") }.sorted()
    return compound + single.map { ManagedObjectModel.FetchIndex(name: $0, properties: [$0]) }
  }

  private static func index(_ object: ArchivedObject) -> ManagedObjectModel.FetchIndex? {
    guard let name = object.text("NSIndexName") else { return nil }
    let properties = object.elements("NSIndexElements").compactMap {
      $0.object?.text("NSPropertyName")
    }
    return properties.isEmpty
      ? nil : ManagedObjectModel.FetchIndex(name: name, properties: properties)
  }
}
