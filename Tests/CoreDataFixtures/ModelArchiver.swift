import FoundationEssentials
import LarderCore

@testable import LarderCoreData

/// Archives a model as the framework does: what a store's model cache holds deflated, and a `.mom` plain.
struct ModelArchiver {
  struct Options: Hashable, Sendable {
    /// How a subentity's properties tell what it inherits.
    var inherited = Inherited.copies

    /// Entities in a plain dictionary, as in `.mom` files.
    var isCompiled = false

    /// Indexes as lists of names, as in models of before fetch indices.
    var usesCompoundIndexes = false

    enum Inherited: Hashable, Sendable { case omitted, copies, proxies }
  }

  private let model: ManagedObjectModel
  private let options: Options
  private let hierarchy: ModelHierarchy
  private var builder = KeyedArchiveBuilder()
  private var places: [String: PropertyList] = [:]

  static func bytes(of model: ManagedObjectModel, _ options: Options = Options()) -> [UInt8] {
    var archiver = ModelArchiver(model, options)
    let root = archiver.addModel()
    return archiver.builder.bytes(root: root)
  }

  private init(_ model: ManagedObjectModel, _ options: Options) {
    self.model = model
    self.options = options
    hierarchy = ModelHierarchy(model)
  }

  private mutating func addModel() -> PropertyList {
    let place = builder.reserve()
    for entity in model.entities { places[entity.name] = builder.reserve() }
    for entity in model.entities { addEntity(entity) }
    let identifiers = model.versionIdentifiers.map { builder.add(text: $0) }
    return builder.add(
      ["NSManagedObjectModel"],
      [
        "NSEntities": addEntities(), "NSFetchRequestTemplates": KeyedArchiveBuilder.null,
        "NSVersionIdentifiers": builder.add(["NSSet"], ["NS.objects": .array(identifiers)]),
      ], in: place)
  }

  private mutating func addEntities() -> PropertyList {
    let names = model.entities.map(\.name)
    let values = names.map { places[$0] ?? KeyedArchiveBuilder.null }
    if options.isCompiled {
      return builder.add(dictionary: Array(zip(names, values)).map { (key: $0, value: $1) })
    }
    let keys = builder.add(array: names.map { builder.add(text: $0) })
    let mapping = builder.add(
      ["NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy"],
      ["keys": keys, "length": .integer(Int64(names.count)), "version": .integer(1)])
    return builder.add(
      ["NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary"],
      [
        "searchMapping": mapping, "values": builder.add(array: values), "version": .integer(1),
        "emptyToken": builder.add(text: "__empty_slot_token__"),
      ])
  }

  private mutating func addEntity(_ entity: ManagedObjectModel.Entity) {
    let place = places[entity.name] ?? KeyedArchiveBuilder.null
    var members: [String: PropertyList] = [
      "NSEntityName": builder.add(text: entity.name),
      "NSClassNameForEntity": add(optional: entity.className),
      "NSSuperentity": entity.superentity.flatMap { places[$0] } ?? KeyedArchiveBuilder.null,
      "NSRenamingIdentifier": builder.add(text: entity.renamingIdentifier ?? entity.name),
      "NSUserInfo": add(texts: entity.userInfo),
      "NSProperties": addProperties(of: entity, in: place),
    ]
    if entity.isAbstract { members["NSIsAbstract"] = .boolean(true) }
    if !entity.uniquenessConstraints.isEmpty {
      members["NSUniqueTuples"] = add(lists: entity.uniquenessConstraints)
    }
    let ancestors = hierarchy.lineage(of: entity.name).dropFirst()
    let allIndices =
      entity.indices + (options.inherited == .copies ? ancestors.flatMap(\.indices) : [])
    if options.usesCompoundIndexes {
      members["NSCompoundIndexes"] = add(lists: allIndices.map(\.properties))
    } else if !allIndices.isEmpty {
      let indices = allIndices.map { addIndex($0, entity: place) }
      members["NSFetchIndexDescriptions"] = builder.add(array: indices)
    }
    _ = builder.add(["NSEntityDescription"], members, in: place)
  }

  private mutating func addProperties(
    of entity: ManagedObjectModel.Entity, in place: PropertyList
  ) -> PropertyList {
    var pairs = entity.properties.map { (key: $0.name, value: addProperty($0, entity: place)) }
    for ancestor in hierarchy.lineage(of: entity.name).dropFirst() {
      for property in ancestor.properties {
        switch options.inherited {
        case .omitted: continue
        case .copies: pairs.append((property.name, addProperty(property, entity: place)))
        case .proxies:
          let original = addProperty(property, entity: place)
          pairs.append(
            (
              property.name,
              builder.add(["_NSPropertyDescriptionProxy"], ["NSUnderlyingProperty": original])
            ))
        }
      }
    }
    // In no order of the names, as in real archives.
    return builder.add(dictionary: pairs.reversed())
  }

  private mutating func addIndex(
    _ index: ManagedObjectModel.FetchIndex, entity: PropertyList
  ) -> PropertyList {
    let elements = index.properties.map {
      builder.add(
        ["NSFetchIndexElementDescription"],
        [
          "NSPropertyName": builder.add(text: $0), "NSFetchIndexElementType": .integer(0),
          "NSAscending": .boolean(true),
        ])
    }
    return builder.add(
      ["NSFetchIndexDescription"],
      [
        "NSIndexName": builder.add(text: index.name), "NSEntity": entity,
        "NSIndexElements": builder.add(array: elements),
        "NSPartialIndexPredicate": KeyedArchiveBuilder.null,
      ])
  }
}

extension ModelArchiver {
  private mutating func add(optional text: String?) -> PropertyList {
    text.map { builder.add(text: $0) } ?? KeyedArchiveBuilder.null
  }

  private mutating func add(texts: [String: String]) -> PropertyList {
    builder.add(
      dictionary: texts.sorted { $0.key < $1.key }.map { ($0.key, builder.add(text: $0.value)) })
  }

  private mutating func add(lists: [[String]]) -> PropertyList {
    let tuples = lists.map { names in
      builder.add(array: names.map { builder.add(text: $0) })
    }
    return builder.add(array: tuples)
  }

  private mutating func common(
    _ name: String, _ renaming: String?, _ isOptional: Bool, _ info: PropertyList,
    entity: PropertyList
  ) -> [String: PropertyList] {
    var members: [String: PropertyList] = [
      "NSPropertyName": builder.add(text: name), "NSEntity": entity, "NSUserInfo": info,
      "NSRenamingIdentifier": builder.add(text: renaming ?? name),
    ]
    if isOptional { members["NSIsOptional"] = .boolean(true) }
    return members
  }

  private mutating func addProperty(
    _ property: ManagedObjectModel.Property, entity: PropertyList
  ) -> PropertyList {
    switch property {
    case .attribute(let attribute): addAttribute(attribute, entity: entity)
    case .composite(let composite): addComposite(composite, entity: entity)
    case .relationship(let relationship): addRelationship(relationship, entity: entity)
    }
  }

  private mutating func addAttribute(
    _ attribute: ManagedObjectModel.Attribute, entity: PropertyList
  ) -> PropertyList {
    let info = add(texts: attribute.userInfo)
    var members = common(
      attribute.name, attribute.renamingIdentifier, attribute.isOptional, info, entity: entity)
    let flags: Int64 =
      (attribute.allowsExternalStorage ? 4 : 0) + (attribute.isPreservedOnDeletion ? 16 : 0)
    members["NSAttributeType"] = .integer(Int64(attribute.type.rawValue))
    members["NSFlagsKey"] = .integer(flags)
    members["NSAttributeValueClassName"] = add(optional: attribute.valueClassName)
    members["NSValueTransformerName"] = add(optional: attribute.valueTransformerName)
    members["NSDefaultValue"] = addDefault(attribute)
    if attribute.isTransient { members["NSIsTransient"] = .boolean(true) }
    let attributeClasses = ["NSAttributeDescription", "NSPropertyDescription"]
    return builder.add(
      attribute.isDerived ? ["NSDerivedAttributeDescription"] + attributeClasses : attributeClasses,
      members)
  }

  private mutating func addDefault(_ attribute: ManagedObjectModel.Attribute) -> PropertyList {
    switch (attribute.defaultValue, attribute.type) {
    case (.bool(let flag), _): builder.add(.boolean(flag))
    case (.integer(let number), _): builder.add(.integer(number))
    case (.real(let seconds), .date): builder.add(["NSDate"], ["NS.time": .real(seconds)])
    case (.real(let number), _): builder.add(.real(number))
    case (.text(let text), .uri):
      builder.add(
        ["NSURL"], ["NS.base": KeyedArchiveBuilder.null, "NS.relative": builder.add(text: text)])
    case (.text(let text), _): builder.add(text: text)
    case (.data(let bytes), _): builder.add(.data(Array(bytes)))
    case (.uuid(let uuid), _):
      builder.add(
        ["NSUUID"], ["NS.uuidbytes": .data(withUnsafeBytes(of: uuid.uuid) { Array($0) })])
    default: KeyedArchiveBuilder.null
    }
  }

  private mutating func addComposite(
    _ composite: ManagedObjectModel.Composite, entity: PropertyList
  ) -> PropertyList {
    var pairs = composite.userInfo.sorted { $0.key < $1.key }.map { entry in
      (
        key: entry.key,
        value: entry.key == "EnumType"
          ? builder.add(.boolean(entry.value == "true")) : builder.add(text: entry.value)
      )
    }
    if let cases = composite.enumerationCases {
      pairs.append(("enum", builder.add(array: cases.map { builder.add(text: $0) })))
    }
    let info = builder.add(dictionary: pairs)
    var members = common(
      composite.name, composite.renamingIdentifier, composite.isOptional, info, entity: entity)
    members["NSAttributeType"] = .integer(2100)
    members["NSCompositeElements"] = builder.add(
      array: composite.elements.map { addProperty($0, entity: entity) })
    return builder.add(
      ["NSCompositeAttributeDescription", "NSAttributeDescription", "NSPropertyDescription"],
      members)
  }

  private mutating func addRelationship(
    _ relationship: ManagedObjectModel.Relationship, entity: PropertyList
  ) -> PropertyList {
    let info = add(texts: relationship.userInfo)
    var members = common(
      relationship.name, relationship.renamingIdentifier, relationship.isOptional, info,
      entity: entity)
    members["_NSDestinationEntityName"] = builder.add(text: relationship.destination)
    members["_NSInverseRelationshipName"] = add(optional: relationship.inverse)
    members["NSDestinationEntity"] = places[relationship.destination]
    members["NSDeleteRule"] = .integer(Self.number(of: relationship.deleteRule))
    members["NSMinCount"] = .integer(Int64(relationship.minimumCount))
    members["NSMaxCount"] = .integer(Int64(relationship.maximumCount))
    if relationship.isOrdered { members["NSIsOrdered"] = .boolean(true) }
    if relationship.isTransient { members["NSIsTransient"] = .boolean(true) }
    return builder.add(["NSRelationshipDescription", "NSPropertyDescription"], members)
  }

  private static func number(of rule: EntitySchema.DeleteRule) -> Int64 {
    switch rule {
    case .noAction: 0
    case .nullify: 1
    case .cascade: 2
    case .deny: 3
    }
  }
}
