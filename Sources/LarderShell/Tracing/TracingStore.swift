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
    (base as? any RequestTelling)?.tellRequests { [trace] text in
      guard trace.isOn else { return }
      trace.tell(TraceEvent(message: text(), store: name))
    }
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
    guard trace.isOn else { return try base.enumerate(descriptor, body) }
    var first: [EntitySnapshot] = []
    return try traced(fetch(descriptor)) {
      try base.enumerate(descriptor) { snapshot in
        if first.count < TraceEvent.snapshotLimit { first.append(snapshot) }
        return try body(snapshot)
      }
    } result: { statistics in
      let examined = statistics.examined.map { ", \($0) examined" } ?? ""
      return Answer(
        Self.counted(statistics.returned, "snapshot") + examined,
        [.init(name: "snapshots", value: .snapshots(first, count: statistics.returned))])
    }
  }

  func enumerate(
    borrowing descriptor: EntityFetchDescriptor, _ body: (BorrowedObject) throws -> Bool
  ) throws {
    guard trace.isOn else { return try base.enumerate(borrowing: descriptor, body) }
    _ = try traced(fetch(descriptor)) {
      var count = 0
      try base.enumerate(borrowing: descriptor) {
        count += 1
        return try body($0)
      }
      return count
    } result: {
      Answer(Self.counted($0, "snapshot") + ", handed out one by one")
    }
  }

  func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    try traced(request("count", EntityQuery(descriptor: descriptor, output: .count))) {
      try base.count(descriptor)
    } result: {
      Answer(String($0))
    }
  }

  func rows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor
  ) throws -> [EntityRow] {
    try traced(request("rows", EntityQuery(descriptor: descriptor, output: .rows(projection)))) {
      try base.rows(projection, of: descriptor)
    } result: { rows in
      Self.answer(of: rows, count: rows.count)
    }
  }

  func enumerateRows(
    _ projection: EntityProjection, of descriptor: EntityFetchDescriptor,
    _ body: (BorrowedRow) throws -> Bool
  ) throws {
    guard trace.isOn else { return try base.enumerateRows(projection, of: descriptor, body) }
    let query = EntityQuery(descriptor: descriptor, output: .rows(projection))
    _ = try traced(request("rows", query)) {
      var count = 0
      var first: [EntityRow] = []
      try base.enumerateRows(projection, of: descriptor) { row in
        count += 1
        if first.count < TraceEvent.snapshotLimit { first.append(row.map(\.value)) }
        return try body(row)
      }
      return (count, first)
    } result: { count, first in
      Self.answer(of: first, count: count)
    }
  }

  func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: EntitySnapshot] {
    try traced(event("snapshots", "for \(Self.list(identifiers))")) {
      try base.snapshots(for: identifiers)
    } result: { found in
      let first = found.values.sorted { $0.identifier < $1.identifier }
        .prefix(TraceEvent.snapshotLimit)
      return Answer(
        Self.counted(found.count, "snapshot"),
        [.init(name: "snapshots", value: .snapshots(Array(first), count: found.count))])
    }
  }

  func destinations(
    of relationship: AttributeName, from identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: [PersistentIdentifier]] {
    try traced(event("destinations", "of \(relationship) from \(Self.list(identifiers))")) {
      try base.destinations(of: relationship, from: identifiers)
    } result: { destinations in
      Answer(
        Self.counted(destinations.values.reduce(0) { $0 + $1.count }, "identifier"),
        [.init(name: "destinations", value: .destinations(destinations))])
    }
  }

  func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    var event = event("apply", Self.summary(of: changes))
    event.details = [.init(name: "changes", value: .changes(changes.changes))]
    return try traced(event) {
      try base.apply(changes)
    } result: {
      Self.answer(of: $0)
    }
  }

  func explanation(of query: EntityQuery) throws -> StoreExplanation {
    try base.explanation(of: query)
  }

  func interrupt() { base.interrupt() }

  // MARK: Telling

  /// What came of a request, in words and unfolded.
  private struct Answer {
    var summary: String
    var details: [TraceEvent.Detail]

    init(_ summary: String, _ details: [TraceEvent.Detail] = []) {
      self.summary = summary
      self.details = details
    }
  }

  private func traced<Result>(
    _ request: @autoclosure () -> TraceEvent, _ body: () throws -> Result,
    result describe: (Result) -> Answer
  ) throws -> Result {
    guard trace.isOn else { return try body() }
    let request = request()
    let number = trace.begin(request)
    let start = SystemClock.seconds
    func end(_ phase: TraceEvent.Phase, _ answer: Answer) {
      var event = event(request.operation, answer.summary)
      event.phase = phase
      event.details = answer.details
      event.seconds = SystemClock.seconds - start
      trace.tell(event, number)
    }
    do {
      let result = try body()
      end(.result, describe(result))
      return result
    } catch {
      let code = (error as? PersistenceError)?.code.rawValue ?? "with an error of its own"
      end(.failure, Answer(code))
      throw error
    }
  }

  private func event(_ operation: String, _ summary: String) -> TraceEvent {
    TraceEvent(phase: .request, store: name, operation: operation, summary: summary)
  }

  private func fetch(_ descriptor: EntityFetchDescriptor) -> TraceEvent {
    request("fetch", EntityQuery(descriptor: descriptor))
  }

  /// A request with a query, and what the store makes of it.
  private func request(_ operation: String, _ query: EntityQuery) -> TraceEvent {
    let text = QueryPrinter.text(query)
    let prefix = operation + " "
    var event = event(
      operation, text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text)
    if let properties = query.descriptor.propertiesToFetch, !properties.isEmpty {
      event.details.append(.init(name: "properties", value: .lines(properties.map(\.rawValue))))
    }
    // A store that sends requests tells of them itself.
    guard !(base is any RequestTelling), let how = try? base.explanation(of: query) else {
      return event
    }
    if let sql = how.sql { event.details.append(.init(name: "sql", value: .text(sql))) }
    if !how.boundValues.isEmpty {
      let values = how.boundValues.map { QueryPrinter.text($0) }
      event.details.append(.init(name: "bound", value: .lines(values)))
    }
    return event
  }
}

extension TracingStore {
  fileprivate static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  fileprivate static func list(_ identifiers: [PersistentIdentifier]) -> String {
    let shown = identifiers.prefix(5).map(\.description).joined(separator: ", ")
    return identifiers.count > 5 ? "\(shown) and \(identifiers.count - 5) more" : shown
  }

  fileprivate static func summary(of changes: ChangeSet) -> String {
    let words = changes.changes.prefix(5).map { change in
      switch change {
      case .insert(let snapshot, _): "insert \(snapshot.identifier)"
      case .update(_, let after): "update \(after.identifier)"
      case .delete(let snapshot): "delete \(snapshot.identifier)"
      }
    }
    let rest = changes.changes.count - words.count
    return words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The first of so many rows.
  private static func answer(of rows: [EntityRow], count: Int) -> Answer {
    let lines = rows.prefix(TraceEvent.snapshotLimit).map { row in
      JSONText.text(of: .array(row.map { $0 ?? .null }))
    }
    return Answer(
      counted(count, "row"), lines.isEmpty ? [] : [.init(name: "row", value: .lines(lines))])
  }

  private static func answer(of result: ChangeSetResult) -> Answer {
    let remapped = result.remappedIdentifiers.sorted { $0.key < $1.key }
    let shown = remapped.prefix(5).map { "\($0.key) → \($0.value)" }
    var words = [counted(result.snapshots.count, "snapshot")] + shown
    if remapped.count > shown.count { words.append("\(remapped.count - shown.count) more") }
    let first = result.snapshots.values.sorted { $0.identifier < $1.identifier }
      .prefix(TraceEvent.snapshotLimit)
    return Answer(
      words.joined(separator: ", "),
      [
        .init(name: "remapped", value: .remapping(result.remappedIdentifiers)),
        .init(
          name: "snapshots", value: .snapshots(Array(first), count: result.snapshots.count)),
        .init(
          name: "failed",
          value: .lines(
            result.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.code)" })),
      ].filter { !$0.value.isEmpty })
  }
}

extension TraceEvent {
  /// What a store sends or gets, in lines of its own: the first of each way is what is told folded.
  fileprivate init(message: String, store: String) {
    let lines = message.split(separator: "\n").map(String.init)
    let answer = lines.dropFirst().first { $0.hasPrefix("<") }
    self.init(
      phase: .message, store: store, operation: "message",
      summary: [lines.first, answer].compactMap(\.self).joined(separator: " "))
    details = [Detail(name: "message", value: .lines(lines))]
  }
}

extension TraceEvent.Value {
  fileprivate var isEmpty: Bool {
    switch self {
    case .text(let text): text.isEmpty
    case .lines(let lines): lines.isEmpty
    case .snapshots(_, let count): count == 0
    case .changes(let changes): changes.isEmpty
    case .remapping(let map): map.isEmpty
    case .destinations(let map): map.isEmpty
    }
  }
}
