/// An expression ready to be computed of many snapshots of one entity and of those below it.
public struct ExpressionEvaluator: Sendable {
  /// What becomes of an operation on nil, an overflow and a division by zero.
  public enum Mode: Sendable {
    /// They give nil.
    case condition
    /// They are errors.
    case edit
  }

  private let expression: CompiledExpression

  /// Whether the expression reads objects other than the one asked about, or a to-many relationship.
  public let readsOtherObjects: Bool

  /// - Throws: ``PersistenceError`` as ``PredicateEvaluator``.
  public init(
    _ expression: EntityExpression, entity: EntityName, schema: EntitySchema,
    environment: EvaluationEnvironment, mode: Mode = .condition
  ) throws {
    var compiler = try EvaluationCompiler(
      entity: entity, schema: schema, environment: environment)
    compiler.reportsFailures = mode == .edit
    self.expression = try compiler.expression(expression)
    readsOtherObjects = compiler.readsOtherObjects
  }

  /// The expression's value; `nil` for missing.
  ///
  /// - Throws: In mode `edit`: ``PersistenceError`` with the snapshot's identifier and code
  ///   `value.operand-is-nil`, `value.overflow`, `value.division-by-zero` or `value.wrong-kind`.
  public func value(
    of snapshot: EntitySnapshot, objects: ObjectLookup
  ) throws -> AttributeValue? {
    try value(snapshot, Frame(), objects)
  }

  /// The value where there is no object, as in an insert; the object's own properties are missing.
  ///
  /// - Throws: As ``value(of:objects:)``, without an identifier.
  public func constantValue(objects: ObjectLookup) throws -> AttributeValue? {
    var frame = Frame()
    frame.hasObject = false
    return try value(Frame.noObject, frame, objects)
  }

  private func value(
    _ root: EntitySnapshot, _ start: Frame, _ objects: ObjectLookup
  ) throws -> AttributeValue? {
    var frame = start
    let result = expression(root, &frame, objects)
    if let failure = frame.failures.first { throw failure }
    return result
  }
}
