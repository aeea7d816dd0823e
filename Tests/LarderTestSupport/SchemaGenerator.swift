public import LarderCore

/// Random schemas of one to four entities, with relationships both ways.
public struct SchemaGenerator: Sendable {
  private var generator: SeededGenerator
  private let options: GeneratorOptions

  public init(using generator: SeededGenerator, options: GeneratorOptions = .all) {
    self.generator = generator
    self.options = options
  }

  public mutating func schema() -> EntitySchema {
    let names = Self.entityNames.shuffled(using: &generator).prefix(generator.integer(in: 1...4))
    var schema = EntitySchema(entities: names.map { entity(named: $0) })
    if options.contains(.inheritance) { inherit(in: &schema) }
    guard options.contains(.relationships) else { return schema }
    for number in 0..<generator.integer(in: 0...4) { connect(number, in: &schema) }
    return schema
  }

  /// Puts entities below earlier ones, without the attributes that they inherit.
  private mutating func inherit(in schema: inout EntitySchema) {
    for index in schema.entities.indices.dropFirst() where generator.chance(percent: 60) {
      let parent = generator.integer(in: 0...(index - 1))
      schema.entities[index].superentity = schema.entities[parent].name
      let inherited = schema.allAttributes(of: schema.entities[parent].name).map(\.name)
      schema.entities[index].attributes.removeAll { inherited.contains($0.name) }
      schema.entities[parent].isAbstract =
        schema.entities[parent].isAbstract || generator.chance(percent: 25)
    }
  }

  private mutating func entity(named name: EntityName) -> EntitySchema.Entity {
    let pool = Self.attributeNames + (options.contains(.oddNames) ? Self.oddNames : [])
    let names = pool.shuffled(using: &generator).prefix(generator.integer(in: 2...8))
    return EntitySchema.Entity(
      name: name, attributes: names.map { attribute(named: $0, depth: 0) })
  }

  private mutating func attribute(
    named name: AttributeName, depth: Int
  ) -> EntitySchema.Attribute {
    let type = attributeType(depth: depth)
    let isOptional = generator.chance(percent: 50)
    var attribute = EntitySchema.Attribute(name: name, type: type, isOptional: isOptional)
    guard depth == 0 else { return attribute }
    attribute.isUnique = type == .text && generator.chance(percent: 15)
    if !attribute.isUnique, !isOptional { attribute.defaultValue = defaultValue(of: type) }
    return attribute
  }

  private mutating func attributeType(depth: Int) -> EntitySchema.AttributeType {
    var choices: [EntitySchema.AttributeType] = [.bool, .integer, .real, .text, .text, .decimal]
    if options.contains(.dates) { choices.append(.date) }
    if options.contains(.uuids) { choices.append(.uuid) }
    if options.contains(.data) { choices.append(.data) }
    if depth == 0, options.contains(.arrays) {
      choices += [.array(of: .text), .array(of: .integer), .array(of: .real)]
    }
    if depth == 0, options.contains(.enumerations) { choices.append(enumeration()) }
    if depth < 2, options.contains(.composites) { choices.append(composite(depth: depth + 1)) }
    return generator.pick(from: choices) ?? .text
  }

  private mutating func composite(depth: Int) -> EntitySchema.AttributeType {
    let names = Self.attributeNames.shuffled(using: &generator)
      .prefix(generator.integer(in: 1...3))
    return .composite(names.map { attribute(named: $0, depth: depth) })
  }

  private mutating func enumeration() -> EntitySchema.AttributeType {
    // One name stands for one list of cases, so that the name can be that of a Swift type.
    let cases = ["planned", "live", "over"]
    if Bool.random(using: &generator) {
      return .enumeration(
        name: "State", rawType: .text,
        cases: cases.map { EntitySchema.EnumerationCase(name: $0, rawValue: .text($0)) })
    }
    return .enumeration(
      name: "Level", rawType: .integer,
      cases: cases.enumerated().map {
        EntitySchema.EnumerationCase(name: $1, rawValue: .integer(Int64($0)))
      })
  }

  private mutating func defaultValue(of type: EntitySchema.AttributeType) -> AttributeValue? {
    var values = ValueGenerator(using: generator.split(), options: options)
    switch type {
    case .bool, .integer, .real, .text, .enumeration:
      return generator.chance(percent: 30) ? values.value(of: type) : nil
    default: return nil
    }
  }

  /// Adds a relationship and its inverse, under names that no property has yet.
  private mutating func connect(_ number: Int, in schema: inout EntitySchema) {
    let source = generator.integer(in: 0...(schema.entities.count - 1))
    let destination = generator.integer(in: 0...(schema.entities.count - 1))
    let forward = AttributeName("link\(number)")
    let back = AttributeName("back\(number)")
    let deleteRule = generator.choose(EntitySchema.DeleteRule.nullify, .nullify, .cascade, .deny)
    var there = EntitySchema.Relationship(
      name: forward, destination: schema.entities[destination].name,
      isToMany: Bool.random(using: &generator), inverse: back, deleteRule: deleteRule)
    var here = EntitySchema.Relationship(
      name: back, destination: schema.entities[source].name,
      isToMany: Bool.random(using: &generator), inverse: forward)
    there.isOptional = !there.isToMany
    here.isOptional = !here.isToMany
    schema.entities[source].relationships.append(there)
    schema.entities[destination].relationships.append(here)
  }

  private static let entityNames: [EntityName] = [
    "Trip", "Person", "Company", "Line", "Event", "Ort", "Count", "Order",
  ]

  private static let attributeNames: [AttributeName] = [
    "name", "age", "city", "born", "price", "note", "isActive", "tags", "code", "place", "size",
    "größe", "x", "label",
  ]

  private static let oddNames: [AttributeName] = [
    "order", "limit", "where", "first name", "in", "class", "count", "9lives", "a.b", "is", "nil",
  ]
}
