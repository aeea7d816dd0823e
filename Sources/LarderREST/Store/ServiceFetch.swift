import HTTPTransport
import JSONTree
import LarderCore
import LarderStore

/// Runs a fetch against a service, and trusts no answer that it can check.
///
/// Every row is checked in memory. The first one that the service should have left out ends the
/// attempt: the condition is remembered as not applied, and the fetch goes on without it, over what was
/// handed out already. So do refusals of a filter or an order.
struct ServiceFetch {
  let store: RESTStore
  let descriptor: EntityFetchDescriptor
  private let progress = Progress()

  /// What all attempts share.
  private final class Progress {
    var record = FetchRecord()

    /// The objects that were handed out, by any attempt.
    var delivered: Set<PersistentIdentifier> = []
  }

  init(_ store: RESTStore, _ descriptor: EntityFetchDescriptor) {
    self.store = store
    self.descriptor = descriptor
  }

  /// What went wrong with an attempt that another one may put right.
  private enum Setback: Error {
    /// The service did not apply what it was asked, and that is remembered now.
    case notApplied
    /// The number of objects changed while they were read.
    case changed(String)
  }

  /// Attempts after which a service that changes all the time is given up.
  private static let changeLimit = 3

  func run(_ body: (EntitySnapshot) throws -> Bool) throws -> FetchStatistics {
    try WorkProgress.shared.track("reading \(descriptor.entity)") { try watchedRun(body) }
  }

  private func watchedRun(
    _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    var statistics = FetchStatistics()
    defer { store.remember(progress.record) }
    var changes = 0
    store.included.removeAll()
    while true {
      let plan = try store.planner.plan(descriptor)
      if try proveOrder(plan) { continue }
      do {
        try attempt(plan, &statistics, body)
        progress.record.notes = plan.notes
        return statistics
      } catch Setback.notApplied {
        continue
      } catch Setback.changed(let detail) {
        changes += 1
        guard changes < Self.changeLimit else {
          throw PersistenceError(.incomplete, entity: descriptor.entity, detail: detail)
        }
      } catch let error as RESTError {
        guard forget(plan, after: error) else { throw error }
      }
    }
  }

  /// Statuses that may be the answer to a filter or an order that the service does not take.
  static let refusals: Set = [400, 414, 422, 431, 500, 501]

  /// Whether a refusal may be of something that need not be asked; then it is remembered.
  private func forget(_ plan: ServicePlan, after error: RESTError) -> Bool {
    guard let status = error.status, Self.refusals.contains(status) else {
      return false
    }
    let keys = plan.sent.reduce(into: Set<ConditionKey>()) { $0.formUnion($1.keys) }
    let reason = "the service answered \(status)"
    if plan.includesOthers {
      store.memory.refuse(inclusionOf: plan.entity.name, because: reason)
      return true
    }
    if store.memory.refuse(keys, of: plan.entity.name, because: reason) { return true }
    guard store.client.dialect.sort != nil else { return false }
    return store.memory.refuse(orderOf: plan.entity.name, because: reason)
  }

  private func attempt(
    _ plan: ServicePlan, _ statistics: inout FetchStatistics,
    _ body: (EntitySnapshot) throws -> Bool
  ) throws {
    let offset = max(0, descriptor.fetchOffset ?? 0)
    let limit = descriptor.fetchLimit.map { max(0, $0) }
    if limit == 0 { return }
    let sorts = !descriptor.sortDescriptors.isEmpty
    let isBounded = limit != nil || offset > 0
    let last = limit.flatMap { $0.addingReportingOverflow(offset) }.flatMap {
      $0.overflow ? nil : $0.partialValue
    }
    // What is sorted or cut here, or may be taken back, is gathered first.
    let gathers = sorts || plan.pushesLimit || isBounded
    var gathered: [EntitySnapshot] = []
    try forEachRow(
      plan, hint: plan.pushesLimit && !plan.cutsAtService ? last : nil, &statistics
    ) { snapshot in
      if gathers {
        gathered.append(snapshot)
        if plan.cutsAtService, offset > 0, let limit {
          // More than was asked for: what was to be skipped may be among it.
          guard gathered.count > limit else { return true }
          store.memory.refuse(
            limitOf: descriptor.entity, because: "the service gave more objects than were asked for"
          )
          throw Setback.notApplied
        }
        guard !sorts || plan.pushesLimit, let wanted = plan.cutsAtService ? limit : last else {
          return true
        }
        return gathered.count < wanted
      }
      guard progress.delivered.insert(snapshot.identifier).inserted else { return true }
      progress.record.kept += 1
      return try body(snapshot)
    }
    guard gathers else { return }
    let rows = try ordered(gathered, plan)
    let start = plan.cutsAtService ? 0 : offset
    for snapshot in rows.dropFirst(start).prefix(limit ?? .max) {
      progress.record.kept += 1
      guard try body(snapshot) else { return }
    }
  }

  /// The rows in the order asked for; the service's own is checked.
  private func ordered(
    _ rows: [EntitySnapshot], _ plan: ServicePlan
  ) throws -> [EntitySnapshot] {
    guard !descriptor.sortDescriptors.isEmpty else { return rows }
    let order = try SnapshotOrder(
      descriptor.sortDescriptors, entity: descriptor.entity, schema: store.schema,
      environment: .standard)
    let sorted = order.sorted(rows) { _ in nil }
    if plan.pushesOrder, sorted.map(\.identifier) != rows.map(\.identifier) {
      store.memory.refuse(
        orderOf: descriptor.entity, because: "the service did not sort as it was asked")
      throw Setback.notApplied
    }
    return sorted
  }

  /// Reads the pages, and checks each row and their number.
  private func forEachRow(
    _ plan: ServicePlan, hint: Int?, _ statistics: inout FetchStatistics,
    _ body: (EntitySnapshot) throws -> Bool
  ) throws {
    let reader = RowReader(dialect: store.client.dialect, entity: plan.entity)
    var pages = try PageReader(
      store.client, path: store.client.path(of: plan.entity), parameters: plan.parameters,
      body: plan.body, size: store.pageSize ?? hint, entity: descriptor.entity)
    var seen: Set<PersistentIdentifier> = []
    var totals: [Int] = []
    var rowNumber = 0
    var isRepeated = false
    while true {
      try store.checkInterruption()
      guard let page = try pages.read() else { break }
      progress.record.add(page)
      store.included.note(page.included, store.client.dialect, store.model)
      WorkProgress.shared.advance(by: page.rows.count)
      if let total = page.total {
        totals.append(total)
        WorkProgress.shared.expect(total)
      }
      let known = seen.count
      for row in page.rows {
        rowNumber += 1
        let snapshot = try reader.snapshot(row)
        statistics.examined = (statistics.examined ?? 0) + 1
        guard seen.insert(snapshot.identifier).inserted else {
          isRepeated = true
          continue
        }
        store.writes.note(reader.etag(row), of: snapshot)
        guard try passes(snapshot, plan) else { continue }
        statistics.returned += 1
        guard try body(snapshot) else { return }
      }
      if seen.count == known, !page.rows.isEmpty {
        throw Setback.changed("the service gives the same objects on page after page")
      }
    }
    try checkNumber(seen.count, totals, isRepeated: isRepeated, plan)
  }

  /// Whether a row meets the conditions; one that the service should have left out is a setback.
  private func passes(_ snapshot: EntitySnapshot, _ plan: ServicePlan) throws -> Bool {
    for check in plan.checks where !check.evaluator.matches(snapshot, objects: { _ in nil }) {
      guard let keys = check.exactKeys else { return false }
      store.memory.refuse(
        keys, of: plan.entity.name,
        because: "the service gave \(snapshot.identifier), of which it is not true")
      throw Setback.notApplied
    }
    return true
  }

  /// Compares the objects that came with the number that the service told.
  private func checkNumber(
    _ count: Int, _ totals: [Int], isRepeated: Bool, _ plan: ServicePlan
  ) throws {
    guard let first = totals.first, let last = totals.last, !plan.cutsAtService else {
      if isRepeated { throw Setback.changed("the service gave an object twice") }
      return
    }
    guard first == last else {
      throw Setback.changed(
        "the number of objects went from \(first) to \(last) while they were read")
    }
    guard count >= last, !(isRepeated && count < last) else {
      throw PersistenceError(
        .incomplete, entity: descriptor.entity,
        detail: "the service tells of \(last) objects and gave \(count)")
    }
  }
}

/// What the last fetch asked and got.
struct FetchRecord: Sendable {
  var urls: [String] = []
  var pageCount = 0
  var received = 0
  var kept = 0
  var notes: [String] = []

  mutating func add(_ page: Page) {
    pageCount += 1
    received += page.rows.count
    if urls.count < 3 { urls.append(page.url.description) }
  }
}
