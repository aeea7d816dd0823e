/// A condition ready to be asked of many snapshots of one entity and of those below it.
public struct PredicateEvaluator: Sendable {
  private let condition: CompiledCondition

  /// Whether the condition reads objects other than the one asked about, or a to-many relationship, so
  /// that it needs a lookup that finds them.
  public let readsOtherObjects: Bool

  /// - Throws: ``PersistenceError``: `schema.unknown-entity`, `schema.unknown-attribute` for a name that
  ///   an entity does not have, `value.invalid-pattern`, `store.unsupported` for an aggregate, a fetch or
  ///   too deep a nesting.
  public init(
    _ predicate: EntityPredicate, entity: EntityName, schema: EntitySchema,
    environment: EvaluationEnvironment
  ) throws {
    var compiler = try EvaluationCompiler(
      entity: entity, schema: schema, environment: environment)
    condition = try compiler.condition(predicate)
    readsOtherObjects = compiler.readsOtherObjects
  }

  /// Whether the condition is true of a snapshot.
  ///
  /// `objects` finds the objects that relationships lead to; it is asked for the snapshot's own
  /// identifier where a to-many relationship is not loaded in it.
  public func matches(_ snapshot: EntitySnapshot, objects: ObjectLookup) -> Bool {
    var frame = Frame()
    return condition(snapshot, &frame, objects)
  }
}
