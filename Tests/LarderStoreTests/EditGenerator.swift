import LarderCore
import LarderTestSupport

/// Random edits of objects of a schema, most of which succeed.
struct EditGenerator {
  private let schema: EntitySchema
  private let objects: [EntitySnapshot]
  private var generator: SeededGenerator
  private var values: ValueGenerator

  init(schema: EntitySchema, objects: [EntitySnapshot], using generator: SeededGenerator) {
    self.schema = schema
    self.objects = objects
    self.generator = generator
    values = ValueGenerator(using: self.generator.split())
  }

  mutating func edit() -> EntityEdit {
    guard let object = generator.pick(from: objects), let entity = schema.entity(object.entityName)
    else { return .delete(.objects([])) }
    switch generator.integer(in: 0...9) {
    case 0...1: return .insert(entity.name, entity.attributes.map { assignment($0) })
    case 2: return .delete(.objects([object.identifier]))
    case 3: return .update(.matching(some(entity.name)), assignments(entity))
    case 4...6: return .update(.objects([object.identifier]), assignments(entity))
    default: return relate(object.identifier, entity) ?? .delete(.objects([object.identifier]))
    }
  }

  private mutating func some(_ entity: EntityName) -> EntityFetchDescriptor {
    var conditions = PredicateGenerator(
      schema: schema, entity: entity, using: generator.split(), snapshots: objects)
    return EntityFetchDescriptor(entity: entity, predicate: conditions.predicate(depth: 1))
  }

  private mutating func assignments(_ entity: EntitySchema.Entity) -> [EntityEdit.Assignment] {
    let some = entity.attributes.shuffled(using: &generator).filter { !$0.isUnique }
      .prefix(generator.integer(in: 1...3))
    return some.map { assignment($0) }
  }

  private mutating func assignment(
    _ attribute: EntitySchema.Attribute
  ) -> EntityEdit.Assignment {
    let value = values.value(of: attribute) ?? .null
    return EntityEdit.Assignment(AttributePath(attribute.name), .value(value))
  }

  private mutating func relate(
    _ object: PersistentIdentifier, _ entity: EntitySchema.Entity
  ) -> EntityEdit? {
    guard let relationship = generator.pick(from: entity.relationships) else { return nil }
    let path = AttributePath(relationship.name)
    let candidates = objects.filter { $0.entityName == relationship.destination }
    guard let other = generator.pick(from: candidates)?.identifier else { return nil }
    let value = EntityExpression.value(.identifier(other))
    if !relationship.isToMany {
      let new = generator.chance(percent: 20) ? .value(.null) : value
      return .update(.objects([object]), [EntityEdit.Assignment(path, new)])
    }
    return Bool.random(using: &generator)
      ? .append(to: object, path, [value]) : .remove(from: object, path, [value])
  }
}
