public import LarderCore
public import LarderStore

/// The way of one store from the version of its objects to the current one, by a plan.
///
/// A configuration finds the schema that its store has, takes the steps from there, and runs them on
/// something that is thrown away where one of them fails.
public struct StoreMigration {
  private let plan: any SchemaMigrationPlan.Type
  private let schema: Schema

  /// The entities that the store keeps now; of other versions also those of their names, and those that it
  /// has.
  private let part: EntitySchema

  init(_ plan: any SchemaMigrationPlan.Type, to schema: Schema, part: EntitySchema) {
    self.plan = plan
    self.schema = schema
    self.part = part
  }

  /// A step of a plan, for one store.
  public struct Step {
    let stage: MigrationStage
    let old: Schema
    let new: Schema
    let oldPart: EntitySchema
    let newPart: EntitySchema
  }

  /// The steps from a store's schema to the current one, in order; none where it is the current one.
  ///
  /// - Throws: ``SwiftDataError``: `unknownDataStoreSchema` where no version of the plan is the store's,
  ///   `unknownSchema` where none is the container's, `backwardMigration` where the store's is later.
  ///   ``LarderCore/PersistenceError`` with code `migration.stage-missing`.
  public func steps(from stored: EntitySchema) throws -> [Step] {
    let versions = plan.schemas.map { PlannedVersion($0, schema: Schema(versionedSchema: $0)) }
    guard let target = current(versions) else {
      throw SwiftDataError.unknownSchema.saying(
        "the container's schema is none of the plan's versions, "
          + versions.map { "\($0.schema.version)" }.joined(separator: ", "))
    }
    guard let start = index(of: stored, in: versions, upTo: target) else {
      throw SwiftDataError.unknownDataStoreSchema.saying(unknownDetail(stored, versions))
    }
    guard start <= target else {
      throw SwiftDataError.backwardMigration.saying(
        "the store has version \(versions[start].schema.version), "
          + "the container \(versions[target].schema.version)")
    }
    return try path(from: versions[start], to: versions[target], versions, stored)
  }

  /// The version that a store has after the steps.
  public func version(after steps: [Step]) -> Schema.Version {
    steps.last?.new.version ?? schema.version
  }

  /// Takes steps, each over a store of its older version's schema, then one of its newer.
  ///
  /// The closure opens the store with a schema, carrying over what can be by itself.
  ///
  /// - Throws: What a closure, a save or the store throws.
  public func run(_ steps: [Step], open: (EntitySchema) throws -> any EntityStore) throws {
    for step in steps {
      if case .custom(_, _, let willMigrate?, _) = step.stage {
        try run(willMigrate, step.old, try open(step.oldPart))
      }
      let store = try open(step.newPart)
      if case .custom(_, _, _, let didMigrate?) = step.stage {
        try run(didMigrate, step.new, store)
      }
    }
  }

  private func run(
    _ work: (ModelContext) throws -> Void, _ schema: Schema, _ store: any EntityStore
  ) throws {
    let container = ModelContainer(
      schema: schema, stores: [ContainedStore(name: "migration", store: store)])
    let context = ModelContext(container)
    try work(context)
    if context.hasChanges { try context.save() }
  }
}

extension StoreMigration {
  /// The version that the container has.
  private func current(_ versions: [PlannedVersion]) -> Int? {
    let matching = versions.indices.filter {
      StoredShape(versions[$0].schema.lowered) == StoredShape(schema.lowered)
    }
    return matching.last { versions[$0].schema.version == schema.version } ?? matching.last
  }

  /// The version that a store has: by its entities, and among several that look the same by its number.
  private func index(
    of stored: EntitySchema, in versions: [PlannedVersion], upTo target: Int
  ) -> Int? {
    let shape = StoredShape(stored)
    let matching = versions.indices.filter { index in
      StoredShape(restricted(versions[index].schema.lowered, stored)) == shape
    }
    return matching.last { versions[$0].schema.version == stored.version }
      ?? matching.last { $0 <= target } ?? matching.first
  }

  /// A version's entities as far as this store keeps them.
  private func restricted(_ version: EntitySchema, _ stored: EntitySchema) -> EntitySchema {
    let isWhole = part.entities.count == schema.lowered.entities.count
    let names = Set((part.entities + stored.entities).map(\.name))
    return EntitySchema(
      version: version.version,
      entities: isWhole ? version.entities : version.entities.filter { names.contains($0.name) })
  }

  private func path(
    from start: PlannedVersion, to target: PlannedVersion, _ versions: [PlannedVersion],
    _ stored: EntitySchema
  ) throws -> [Step] {
    var steps: [Step] = []
    var old = start
    while old.type != target.type {
      let stage = plan.stages.first { $0.fromVersion == old.type }
      guard let stage, steps.count < versions.count,
        let new = versions.first(where: { $0.type == stage.toVersion })
      else {
        throw PersistenceError(
          .missingStage,
          detail: "the plan has no stage from \(old.schema.version) towards "
            + "\(target.schema.version)")
      }
      steps.append(
        Step(
          stage: stage, old: old.schema, new: new.schema,
          oldPart: restricted(old.schema.lowered, stored),
          newPart: restricted(new.schema.lowered, stored)))
      old = new
    }
    return steps
  }

  private func unknownDetail(_ stored: EntitySchema, _ versions: [PlannedVersion]) -> String {
    let entities = stored.entities.map(\.name.rawValue).sorted().joined(separator: ", ")
    return "the store's schema \(stored.version) with \(entities) is none of the plan's versions, "
      + versions.map { "\($0.schema.version)" }.joined(separator: ", ")
  }
}

/// One of a plan's versions.
private struct PlannedVersion {
  let type: any VersionedSchema.Type
  let schema: Schema

  init(_ type: any VersionedSchema.Type, schema: Schema) {
    self.type = type
    self.schema = schema
  }
}

/// What of a schema tells what is stored: no names of earlier versions, defaults, rules or indices.
///
/// Structs and enums are types of their own that the versions of a model share: their members and cases do
/// not tell versions apart.
private struct StoredShape: Equatable {
  private let entities: Set<EntitySchema.Entity>

  init(_ schema: EntitySchema) {
    entities = Set(schema.entities.map(Self.shape))
  }

  private static func shape(_ entity: EntitySchema.Entity) -> EntitySchema.Entity {
    EntitySchema.Entity(
      name: entity.name, superentity: entity.superentity,
      attributes: entity.attributes.filter { !$0.isTransient }.map { attribute in
        EntitySchema.Attribute(
          name: attribute.name, type: attribute.type.shape, isOptional: attribute.isOptional,
          isUnique: attribute.isUnique)
      }.sorted { $0.name < $1.name },
      relationships: entity.relationships.map { relationship in
        EntitySchema.Relationship(
          name: relationship.name, destination: relationship.destination,
          isToMany: relationship.isToMany, isOptional: relationship.isOptional,
          inverse: relationship.inverse)
      }.sorted { $0.name < $1.name },
      uniquenessConstraints: entity.uniquenessConstraints.sorted {
        $0.map(\.rawValue).lexicographicallyPrecedes($1.map(\.rawValue))
      })
  }
}

extension EntitySchema.AttributeType {
  fileprivate var shape: Self {
    switch self {
    case .array(let element): .array(of: element.shape)
    case .composite: .mixed
    case .enumeration(_, let rawType, _): rawType
    case .mixed, .bool, .integer, .real, .decimal, .text, .date, .uuid, .data: self
    }
  }
}
