import HTTPTransport
import JSONTree
public import LarderCore
public import LarderStore

extension RESTStore {
  public func pushDown(for condition: EntityPredicate, of entity: EntityName) -> PushDown {
    guard let entity = try? model.entity(entity) else { return .unsupported("it is unknown") }
    switch planner.compile(condition, entity) {
    case .failure(let refusal): return .unsupported(refusal.reason)
    case .success(let compiled):
      let conditions = [compiled.condition]
      guard dialect.filter.map({ FilterEncoder($0).encode(conditions).isSent }) == [true] else {
        return .unsupported("it cannot be spelled for the service")
      }
      return compiled.supersetReason.map { .inexact($0) } ?? .exact
    }
  }

  public func pushDown(for order: [EntitySortDescriptor], of entity: EntityName) -> PushDown {
    guard let entity = try? model.entity(entity) else { return .unsupported("it is unknown") }
    return planner.orderRefusal(order, entity).map { .unsupported($0) } ?? .exact
  }

  @discardableResult
  public func enumerate(
    _ descriptor: EntityFetchDescriptor, _ body: (EntitySnapshot) throws -> Bool
  ) throws -> FetchStatistics {
    try reading(of: descriptor.entity) {
      let fetch = ServiceFetch(self, descriptor)
      return try fetch.run(body)
    }
  }

  /// Asks the service where every condition is exact and an unknown one would be refused, else counts
  /// the rows.
  public func count(_ descriptor: EntityFetchDescriptor) throws -> Int {
    try reading(of: descriptor.entity) {
      if let number = try countByService(descriptor) {
        let rest = max(0, number - max(0, descriptor.fetchOffset ?? 0))
        return min(rest, max(0, descriptor.fetchLimit ?? .max))
      }
      var unbounded = descriptor
      unbounded.propertiesToFetch = []
      let fetch = ServiceFetch(self, unbounded)
      var number = 0
      _ = try fetch.run { _ in
        number += 1
        return true
      }
      return number
    }
  }

  private func countByService(_ descriptor: EntityFetchDescriptor) throws -> Int? {
    guard let form = dialect.count, dialect.filter?.encoder != .body,
      !memory.refuses(countOf: descriptor.entity)
    else { return nil }
    var filter = descriptor
    (filter.fetchLimit, filter.fetchOffset, filter.sortDescriptors) = (nil, nil, [])
    let plan = try planner.plan(filter)
    let conjuncts = descriptor.predicate?.conjuncts ?? []
    guard plan.sent.count == conjuncts.count,
      plan.sent.allSatisfy({ $0.supersetReason == nil }),
      conjuncts.isEmpty || dialect.filter?.unknown == .rejected
    else { return nil }
    let collection = client.path(of: plan.entity)
    let path = form.path?.filled(["collection": collection]) ?? collection
    let filters = dialect.filter.map {
      FilterEncoder($0).encode(plan.sent.map(\.condition)).parameters
    }
    let parameters = (filters ?? []) + form.parameters.map { QueryParameter($0.name, $0.value) }
    let url = try client.url(path, parameters)
    let method: HTTPMethod = form.method == .head ? .head : .get
    do {
      var request = HTTPRequest(method, url)
      if let accept = form.accept { request.headers["Accept"] = accept }
      let reply = try client.read(request)
      guard let number = Self.number(in: reply, form), number >= 0 else {
        memory.refuse(countOf: descriptor.entity, because: "the reply holds none")
        return nil
      }
      remember(FetchRecord(urls: [url.description], pageCount: 1))
      return number
    } catch let error as RESTError where error.status != 401 && error.status != 403 {
      memory.refuse(countOf: descriptor.entity, because: error.description)
      return nil
    }
  }

  private static func number(in reply: ServiceReply, _ form: CountForm) -> Int? {
    guard let name = form.header else { return reply.body.member(at: form.body)?.integer }
    return reply.headers[name].flatMap { Int($0.split(separator: "/").last ?? "") }
  }

  public func explanation(of query: EntityQuery) throws -> StoreExplanation {
    let plan = try planner.plan(query.descriptor)
    let pages = try PageReader(
      client, path: client.path(of: plan.entity), parameters: plan.parameters, body: plan.body,
      size: pageSize, entity: plan.entity.name)
    var explanation = StoreExplanation(url: pages.firstURL?.description)
    if let record = lastRecord, !record.urls.isEmpty {
      explanation.url = record.urls.joined(separator: "\n")
      let further = record.pageCount - record.urls.count
      if further > 0 { explanation.notes.append("and \(further) further pages") }
      explanation.notes.append(
        "\(record.pageCount) \(record.pageCount == 1 ? "request" : "requests"), "
          + "\(record.received) rows received, \(record.kept) kept")
    }
    explanation.notes += plan.notes.map { "here: \($0)" }
    explanation.notes += memory.notes.filter { $0.entity == plan.entity.name }.map(\.text)
    return explanation
  }
}
