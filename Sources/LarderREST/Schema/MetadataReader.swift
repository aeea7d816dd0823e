import LarderCore
import XMLTree

/// Reads the entities of an OData service out of its `$metadata`.
struct MetadataReader {
  private var entityTypes: [String: XMLElement] = [:]
  private var complexTypes: [String: XMLElement] = [:]
  private var enumerations: [String: XMLElement] = [:]
  private var sets: [(name: String, type: String)] = []
  private var aliases: [String: String] = [:]
  private(set) var notes: [String] = []

  /// What the namespaces of a document declare.
  init(_ bytes: [UInt8]) throws(XMLError) {
    let root = try XMLReader.read(bytes)
    let schemas = root.children.filter { $0.localName == "DataServices" }
      .flatMap { $0.children.filter { $0.localName == "Schema" } }
    for schema in schemas {
      guard let namespace = schema.attributes["Namespace"] else { continue }
      if let alias = schema.attributes["Alias"] { aliases[alias] = namespace }
      for element in schema.children {
        let name = "\(namespace).\(element.attributes["Name"] ?? "")"
        switch element.localName {
        case "EntityType": entityTypes[name] = element
        case "ComplexType": complexTypes[name] = element
        case "EnumType": enumerations[name] = element
        case "EntityContainer": readContainer(element)
        default: break
        }
      }
    }
    noteDerivedTypes()
  }

  /// Says which objects of a set have properties of their own that are not read.
  private mutating func noteDerivedTypes() {
    let read = Set(sets.map { qualified($0.type) })
    for (name, element) in entityTypes.sorted(by: { $0.key < $1.key }) where !read.contains(name) {
      let own = element.children.filter { $0.localName.hasSuffix("Property") }
        .compactMap { $0.attributes["Name"] }
      guard !own.isEmpty, let base = bases(of: name).first(where: read.contains) else { continue }
      notes.append(
        "`\(Self.short(name))`, a kind of `\(Self.short(base))`, is read as that: its own "
          + own.map { "`\($0)`" }.joined(separator: ", ") + " are left aside")
    }
  }

  /// The types that a type is based on, the nearest first.
  private func bases(of type: String) -> [String] {
    var names: [String] = []
    var next = entityTypes[type]?.attributes["BaseType"].map(qualified)
    while let name = next, !names.contains(name) {
      names.append(name)
      next = entityTypes[name]?.attributes["BaseType"].map(qualified)
    }
    return names
  }

  private static func short(_ type: String) -> String {
    type.split(separator: ".").last.map(String.init) ?? type
  }

  private mutating func readContainer(_ container: XMLElement) {
    for element in container.children {
      let name = element.attributes["Name"] ?? ""
      switch element.localName {
      case "EntitySet":
        if let type = element.attributes["EntityType"] { sets.append((name, type)) }
      case "Singleton": notes.append("the single object `\(name)` is left aside")
      case "FunctionImport", "ActionImport":
        notes.append(
          "the \(element.localName == "ActionImport" ? "action" : "function") `\(name)` is left aside"
        )
      default: break
      }
    }
  }

  /// An entity a set, named after its type, or after the set where two sets share a type.
  var drafts: [EntityDraft] {
    sets.compactMap { set in
      let type = qualified(set.type)
      guard entityTypes[type] != nil else { return nil }
      let lineage = lineage(of: type)
      let properties = lineage.flatMap(\.children)
      let foreignKeys = Set(
        properties.filter { $0.localName == "NavigationProperty" }.flatMap(\.children)
          .filter { $0.localName == "ReferentialConstraint" }
          .compactMap { $0.attributes["Property"] })
      var draft = EntityDraft(
        name: entityName(ofSet: set.name), collection: set.name, typeName: type,
        keys: keys(lineage, properties))
      let keyNames = Set(draft.keys.map(\.wireName))
      draft.attributes = properties.filter { $0.localName == "Property" }.compactMap {
        attribute($0, keys: keyNames, foreignKeys: foreignKeys)
      }
      draft.relationships = properties.filter { $0.localName == "NavigationProperty" }
        .compactMap(relationship)
      return draft
    }
  }

  private func entityName(ofSet name: String) -> String {
    guard let type = sets.first(where: { $0.name == name })?.type else { return name }
    let isAlone = sets.count { qualified($0.type) == qualified(type) } == 1
    let short = type.split(separator: ".").last.map(String.init) ?? name
    let isUnique =
      sets.count { ($0.type.split(separator: ".").last.map(String.init)) == short } == 1
    return isAlone && isUnique ? short : name
  }

  /// The set of the entities that a navigation property leads to.
  private func entityName(ofType type: String) -> String? {
    let type = qualified(type)
    return sets.first { qualified($0.type) == type }.map { entityName(ofSet: $0.name) }
  }

  /// A type and those it is based on, the base first.
  private func lineage(of type: String) -> [XMLElement] {
    var chain: [XMLElement] = []
    var seen: Set<String> = []
    var next: String? = type
    while let name = next, seen.insert(name).inserted, let element = entityTypes[name] {
      chain.insert(element, at: 0)
      next = element.attributes["BaseType"].map(qualified)
    }
    return chain
  }

  private func keys(_ lineage: [XMLElement], _ properties: [XMLElement]) -> [ServiceEntity.Key] {
    let names = lineage.flatMap { $0.children.filter { $0.localName == "Key" } }
      .flatMap { $0.children.filter { $0.localName == "PropertyRef" } }
      .compactMap { $0.attributes["Name"] }
    return names.map { name in
      let property = properties.first {
        $0.localName == "Property" && $0.attributes["Name"] == name
      }
      return ServiceEntity.Key(
        wireName: name, type: property.flatMap { type($0.attributes["Type"] ?? "")?.type } ?? .text)
    }
  }

  private func attribute(
    _ property: XMLElement, keys: Set<String>, foreignKeys: Set<String>
  ) -> ServiceEntity.Attribute? {
    guard let name = property.attributes["Name"],
      let found = type(property.attributes["Type"] ?? "")
    else { return nil }
    let isKey = keys.contains(name)
    var attribute = EntitySchema.Attribute(
      name: AttributeName(name), type: found.type,
      isOptional: !isKey && property.attributes["Nullable"] != "false",
      isUnique: isKey && keys.count == 1, isReadOnly: foreignKeys.contains(name))
    if case .array = found.type { attribute.isOptional = true }
    return ServiceEntity.Attribute(
      attribute: attribute, wireName: name, dates: found.dates,
      enumerationType: found.enumerationType, isOpaque: found.isOpaque)
  }

  private func relationship(_ property: XMLElement) -> RelationshipDraft? {
    guard let name = property.attributes["Name"], let type = property.attributes["Type"] else {
      return nil
    }
    let element = Self.element(of: type)
    let constraint = property.children.first { $0.localName == "ReferentialConstraint" }
    let foreignKey = constraint?.attributes["Property"]
    return RelationshipDraft(
      name: name, destination: entityName(ofType: element ?? type) ?? element ?? type,
      isToMany: element != nil, isOptional: property.attributes["Nullable"] != "false",
      inverse: property.attributes["Partner"],
      link: foreignKey.map { .keys($0) } ?? .expanded(name), wireName: name)
  }
}

extension MetadataReader {
  private struct FoundType {
    var type: EntitySchema.AttributeType
    var dates = ServiceEntity.Attribute.Dates.moments
    var enumerationType: String?

    /// Values come as they are, and conditions on them cannot be spelled.
    var isOpaque = false
  }

  /// `nil` for a stream, which is no value.
  private func type(_ name: String, depth: Int = 0) -> FoundType? {
    if let element = Self.element(of: name) {
      guard var found = type(element, depth: depth) else { return nil }
      found.type = .array(of: found.type)
      return found
    }
    switch name {
    case "Edm.String": return FoundType(type: .text)
    case "Edm.Boolean": return FoundType(type: .bool)
    case "Edm.Byte", "Edm.SByte", "Edm.Int16", "Edm.Int32", "Edm.Int64":
      return FoundType(type: .integer)
    case "Edm.Double": return FoundType(type: .real)
    case "Edm.Single": return FoundType(type: .real, isOpaque: true)
    case "Edm.Decimal": return FoundType(type: .decimal)
    case "Edm.DateTimeOffset": return FoundType(type: .date)
    case "Edm.Date": return FoundType(type: .date, dates: .days)
    case "Edm.Guid": return FoundType(type: .uuid)
    case "Edm.Binary": return FoundType(type: .data)
    case "Edm.Duration", "Edm.TimeOfDay": return FoundType(type: .text, isOpaque: true)
    case "Edm.Stream": return nil
    default: return declared(qualified(name), depth: depth)
    }
  }

  private func declared(_ name: String, depth: Int) -> FoundType {
    if let enumeration = enumerations[name] {
      let cases = enumeration.children.filter { $0.localName == "Member" }
        .compactMap { $0.attributes["Name"] }
        .map { EntitySchema.EnumerationCase(name: $0, rawValue: .text($0)) }
      let short = name.split(separator: ".").last.map(String.init) ?? name
      return FoundType(
        type: .enumeration(name: short, rawType: .text, cases: cases), enumerationType: name)
    }
    guard let complex = complexTypes[name], depth < 20 else {
      return FoundType(type: .mixed, isOpaque: true)
    }
    let members = complex.children.filter { $0.localName == "Property" }.compactMap {
      property -> EntitySchema.Attribute? in
      guard let member = property.attributes["Name"],
        let found = type(property.attributes["Type"] ?? "", depth: depth + 1)
      else { return nil }
      return EntitySchema.Attribute(
        name: AttributeName(member), type: found.type,
        isOptional: property.attributes["Nullable"] != "false")
    }
    return FoundType(type: .composite(members))
  }

  /// The name with its namespace where an alias stands for that.
  private func qualified(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), let namespace = aliases[String(name[..<dot])] else {
      return name
    }
    return namespace + name[dot...]
  }

  private static func element(of type: String) -> String? {
    guard type.hasPrefix("Collection("), type.hasSuffix(")") else { return nil }
    return String(type.dropFirst("Collection(".count).dropLast())
  }
}

extension XMLElement {
  /// The name without a prefix.
  fileprivate var localName: String {
    name.split(separator: ":").last.map(String.init) ?? name
  }
}
