public import LarderCore

/// Where the parts of a query ran, and what they cost.
public struct QueryExplanation: Hashable, Sendable {
  public let plan: FetchPlan

  /// What the store did, in its own words.
  public let store: StoreExplanation

  /// Objects that the store looked at; `nil` where it does not know.
  public let examined: Int?

  /// Objects that left the store; `nil` where only a number or rows did.
  public let read: Int?

  /// Objects or rows of the result; for a count, the number itself.
  public let kept: Int

  /// How many pending changes were laid over the store's answer.
  public let pendingChangeCount: Int
}

extension EntityContext {
  /// Runs a query and says where its parts ran.
  public func explain(_ query: EntityQuery, in store: String) throws -> QueryExplanation {
    interrupter.beginOperation()
    let attached = try attachedStore(named: store)
    let run = try makeRun(query, attached)
    var pushed = EntityQuery(descriptor: run.plan.pushed)
    if !run.plan.projectsInMemory { pushed.output = query.output }
    let (kept, statistics) = try measure(run)
    return QueryExplanation(
      plan: run.plan, store: try attached.store.explanation(of: pushed),
      examined: statistics?.examined, read: statistics?.returned, kept: kept,
      pendingChangeCount: run.overlay.changeCount)
  }

  private func measure(_ run: FetchRun) throws -> (kept: Int, FetchStatistics?) {
    switch run.plan.query.output {
    case .objects:
      var kept = 0
      let statistics = try run.forEachObject { _ in
        kept += 1
        return true
      }
      return (kept, statistics)
    case .count: return (try run.count(), nil)
    case .rows: return (try run.rows().count, nil)
    }
  }
}

extension PendingOverlay {
  var changeCount: Int { inserted.count + updated.count + deleted.count }
}
