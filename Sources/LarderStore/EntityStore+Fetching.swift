public import LarderCore

extension EntityStore {
  /// The objects of a fetch: what the store cannot do by itself is done in memory.
  ///
  /// - Throws: ``PersistenceError``: the store's own, `value.invalid-pattern`, and `store.unsupported`
  ///   for an expression that only an edit may hold.
  public func fetch(
    _ descriptor: EntityFetchDescriptor, environment: EvaluationEnvironment
  ) throws -> [EntitySnapshot] {
    try makeRun(EntityQuery(descriptor: descriptor), environment).objects()
  }

  /// The objects, the number or the rows that a query asks for.
  public func run(
    _ query: EntityQuery, environment: EvaluationEnvironment
  ) throws -> QueryResult {
    try makeRun(query, environment).result()
  }

  private func makeRun(
    _ query: EntityQuery, _ environment: EvaluationEnvironment
  ) throws -> FetchRun {
    try FetchRun(query, store: self, overlay: PendingOverlay(), environment: environment)
  }
}
