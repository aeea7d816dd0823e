import LarderCore
import XMLTree

/// Reads the document inside an `.xcdatamodel`, the source of a model.
///
/// Attributes that a document cannot be without are required; others are taken as the editor takes them
/// when they are absent. What only the editor needs is left out.
struct SourceModelReader {
  private typealias Model = ManagedObjectModel

  static func model(_ bytes: [UInt8]) throws(ModelError) -> ManagedObjectModel {
    let root: XMLElement
    do { root = try XMLReader.read(bytes) } catch { throw ModelError(.markup(error)) }
    guard root.name == "model" else { throw ModelError(.noModel) }
    var entities: [ManagedObjectModel.Entity] = []
    for element in root.all("entity") { entities.append(try entity(element)) }
    return try ManagedObjectModel(
      assembling: entities,
      versionIdentifiers: [root.attributes["userDefinedModelVersionIdentifier"] ?? ""])
  }

  private static func entity(
    _ element: XMLElement
  ) throws(ModelError) -> ManagedObjectModel.Entity {
    guard let name = element.attributes["name"] else { throw ModelError(.missing("name")) }
    var entity = Model.Entity(name: name)
    // A class of the app's own module is written with a full stop before it.
    entity.className = element.attributes["representedClassName"].map {
      String($0.drop { $0 == "." })
    }
    entity.superentity = element.attributes["parentEntity"]
    entity.isAbstract = element.isSet("isAbstract")
    entity.renamingIdentifier = element.attributes["elementID"]
    entity.userInfo = userInfo(element)
    entity.uniquenessConstraints = element.all("uniquenessConstraints").flatMap(\.children)
      .map { $0.all("constraint").compactMap { $0.attributes["value"] } }
    entity.indices = indices(element)
    for child in element.children {
      switch child.name {
      case "attribute": entity.properties.append(.attribute(try attribute(child, entity: name)))
      case "relationship":
        entity.properties.append(.relationship(try relationship(child, entity: name)))
      case "composite":
        throw ModelError(.compositeInSource, entity: name, property: child.attributes["name"])
      default: continue
      }
    }
    return entity
  }

  private static func attribute(
    _ element: XMLElement, entity: String
  ) throws(ModelError) -> ManagedObjectModel.Attribute {
    let name = try required("name", element, entity: entity)
    let typeName = element.attributes["attributeType"] ?? "Undefined"
    if typeName == "Composite" {
      throw ModelError(.compositeInSource, entity: entity, property: name)
    }
    guard let type = types[typeName] else {
      throw ModelError(.unknownAttributeType("`\(typeName)`"), entity: entity, property: name)
    }
    var attribute = Model.Attribute(name: name, type: type)
    attribute.isOptional = element.isSet("optional")
    attribute.isTransient = element.isSet("transient")
    attribute.isDerived = element.isSet("derived")
    attribute.allowsExternalStorage = element.isSet("allowsExternalBinaryDataStorage")
    attribute.isPreservedOnDeletion = element.isSet("preserveAfterDeletion")
    attribute.defaultValue = defaultValue(element, type)
    attribute.valueClassName = type == .transformable ? element.attributes["customClassName"] : nil
    attribute.valueTransformerName = element.attributes["valueTransformerName"]
    attribute.renamingIdentifier = element.attributes["elementID"]
    attribute.userInfo = userInfo(element)
    return attribute
  }

  private static func required(
    _ key: String, _ element: XMLElement, entity: String
  ) throws(ModelError) -> String {
    guard let value = element.attributes[key] else {
      throw ModelError(.missing(key), entity: entity, property: element.attributes["name"])
    }
    return value
  }

  private static let types: [String: ManagedObjectModel.AttributeType] = [
    "Undefined": .undefined, "Integer 16": .integer16, "Integer 32": .integer32,
    "Integer 64": .integer64, "Decimal": .decimal, "Double": .double, "Float": .float,
    "String": .string, "Boolean": .boolean, "Date": .date, "Binary": .binaryData, "UUID": .uuid,
    "URI": .uri, "Transformable": .transformable, "ObjectID": .objectID,
  ]

  private static func defaultValue(
    _ element: XMLElement, _ type: ManagedObjectModel.AttributeType
  ) -> AttributeValue? {
    if type == .date {
      return element.attributes["defaultDateTimeInterval"].flatMap(Double.init).map { .real($0) }
    }
    guard let text = element.attributes["defaultValueString"] else { return nil }
    switch type {
    // The model compiler takes the editor's `NO`, which it writes for booleans, as a zero.
    case .integer16, .integer32, .integer64: return .integer(Int64(text) ?? 0)
    case .boolean: return .bool(text == "YES" || text == "1")
    case .double, .float: return Double(text).map(AttributeValue.real)
    case .decimal: return ExactDecimal(text).map(AttributeValue.decimal)
    case .string, .uri: return .text(text)
    default: return nil
    }
  }

  private static func relationship(
    _ element: XMLElement, entity: String
  ) throws(ModelError) -> ManagedObjectModel.Relationship {
    var relationship = Model.Relationship(
      name: try required("name", element, entity: entity),
      destination: try required("destinationEntity", element, entity: entity))
    relationship.inverse = element.attributes["inverseName"]
    relationship.isOptional = element.isSet("optional")
    relationship.isTransient = element.isSet("transient")
    relationship.isOrdered = element.isSet("ordered")
    relationship.deleteRule = deleteRule(element.attributes["deletionRule"])
    relationship.minimumCount = count(element, "minCount")
    relationship.maximumCount = element.isSet("toMany") ? count(element, "maxCount") : 1
    relationship.renamingIdentifier = element.attributes["elementID"]
    relationship.userInfo = userInfo(element)
    return relationship
  }

  private static func count(_ element: XMLElement, _ key: String) -> Int {
    max(0, element.attributes[key].flatMap { Int($0) } ?? 0)
  }

  private static func deleteRule(_ text: String?) -> EntitySchema.DeleteRule {
    switch text {
    case "Cascade": .cascade
    case "Deny": .deny
    case "No Action": .noAction
    default: .nullify
    }
  }

  private static func indices(_ element: XMLElement) -> [ManagedObjectModel.FetchIndex] {
    let fetch = element.all("fetchIndex").compactMap { index in
      index.attributes["name"].map { name in
        Model.FetchIndex(
          name: name,
          properties: index.all("fetchIndexElement").compactMap { $0.attributes["property"] })
      }
    }
    if !fetch.isEmpty { return fetch.filter { !$0.properties.isEmpty } }
    let compound = element.all("compoundIndexes").flatMap(\.children)
      .map { $0.all("index").compactMap { $0.attributes["value"] } }
    let single = element.children.filter { $0.isSet("indexed") }
      .compactMap { $0.attributes["name"] }.sorted().map { [$0] }
    return (compound + single).map {
      Model.FetchIndex(name: $0.joined(separator: "_"), properties: $0)
    }
  }

  private static func userInfo(_ element: XMLElement) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in element.all("userInfo").flatMap({ $0.all("entry") }) {
      if let key = entry.attributes["key"] { texts[key] = entry.attributes["value"] ?? "" }
    }
    return texts
  }
}
