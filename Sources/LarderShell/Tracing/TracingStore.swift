import LarderCore
import LarderQuery
import LarderStore

/// A store that tells each request and its result on the way to the store it stands for.
final class TracingStore: EntityStore {
  let base: any EntityStore
  private let name: String
  private let trace: StoreTrace

  init(_ base: any EntityStore, name: String, trace: StoreTrace) {
    self.base = base
    self.name = name
    self.trace = trace
  }

  var identifier: String { base.identifier }
  var schema: EntitySchema { base.schema }
  var readOnlyReason: String? { base.readOnlyReason }
  var refusesDanglingReferences: Bool { base.refusesDanglingReferences }

  func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    base.pushDown(for: condition, of: entity)
  }

  func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    base.pushDown(for: order, of: entity)
  }

  func pushDown(for projection: EntityProjection, of entity: EntityName) -> PushDown {
    base.pushDown(for: projection, of: entity)
  }

  @discardableResult
  func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    try traced("fetch \(QueryPrinter.text(EntityQuery(descriptor: descriptor)))") {
      try base.enumerate(descriptor, body)
    } result: { statistics in
      let examined = statistics.examined.map { ", \($0) examined" } ?? ""
      return "\(statistics.returned) snapshots\(examined)"
    }
  }

  func enumerate(
    borrowing descriptor: EntityFetchDescriptor, _ body: (BorrowedObject) throws -> Bool
  ) throws {
    _ = try traced("fetch \(QueryPrinter.text(EntityQuery(descriptor: descriptor)))") {
      var count = 0
      try base.enumerate(borrowing: descriptor) {
        count += 1
        return try body($0)
      }
      return count
    } result: {
      "\($0) snapshots"
    }
  }

  func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    try traced("count \(QueryPrinter.text(EntityQuery(descriptor: descriptor, output: .count)))") {
      try base.count(descriptor)
    } result: {
      String($0)
    }
  }

  func rows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> [EntityRow] {
    let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
    return try traced("rows \(QueryPrinter.text(query))") {
      try base.rows(projection, of: descriptor)
    } result: {
      "\($0.count) rows"
    }
  }

  func enumerateRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor,
    _ body: (BorrowedRow) throws -> Bool
  ) throws {
    let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
    _ = try traced("rows \(QueryPrinter.text(query))") {
      var count = 0
      try base.enumerateRows(projection, of: descriptor) {
        count += 1
        return try body($0)
      }
      return count
    } result: {
      "\($0) rows"
    }
  }

  func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    try traced("snapshots for \(Self.list(identifiers))") {
      try base.snapshots(for: identifiers)
    } result: {
      "\($0.count) snapshots"
    }
  }

  func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    try traced("destinations of \(relationship) from \(Self.list(identifiers))") {
      try base.destinations(of: relationship, from: identifiers)
    } result: { destinations in
      "\(destinations.values.reduce(0) { $0 + $1.count }) identifiers"
    }
  }

  func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    try traced("apply \(Self.summary(of: changes))") {
      try base.apply(changes)
    } result: { result in
      let remapped = result.remappedIdentifiers.sorted { $0.key < $1.key }
        .map { "\($0.key) → \($0.value)" }
      return (["\(result.snapshots.count) snapshots"] + remapped).joined(separator: ", ")
    }
  }

  func explanation(of query: EntityQuery) throws -> StoreExplanation {
    try base.explanation(of: query)
  }

  func interrupt() { base.interrupt() }

  private func traced<Result>(
    _ request: @autoclosure () -> String, _ body: () throws -> Result,
    result describe: (Result) -> String
  ) throws -> Result {
    guard trace.isOn else { return try body() }
    trace.tell("→ \(name): \(request())")
    do {
      let result = try body()
      trace.tell("← \(name): \(describe(result))")
      return result
    } catch {
      trace.tell("← \(name): failed, \(Self.code(of: error))")
      throw error
    }
  }

  private static func code(of error: any Error) -> String {
    (error as? PersistenceError)?.code.rawValue ?? "with an error of its own"
  }

  private static func list(_ identifiers: [PersistentIdentifier]) -> String {
    let shown = identifiers.prefix(5).map(\.description).joined(separator: ", ")
    return identifiers.count > 5 ? "\(shown) and \(identifiers.count - 5) more" : shown
  }

  private static func summary(of changes: ChangeSet) -> String {
    changes.changes.map { change in
      switch change {
      case .insert(let snapshot, _): "insert \(snapshot.identifier)"
      case .update(_, let after): "update \(after.identifier)"
      case .delete(let snapshot): "delete \(snapshot.identifier)"
      }
    }.joined(separator: ", ")
  }
}
