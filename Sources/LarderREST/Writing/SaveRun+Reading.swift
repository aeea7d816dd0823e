import HTTPTransport
import JSONTree
import LarderCore
import LarderStore

/// An object as the service holds it now.
struct CurrentObject {
  var snapshot: EntitySnapshot

  /// As the service sent it.
  var etag: String?
}

extension SaveRun {
  /// Reads one object; `nil` where it is gone.
  ///
  /// - Throws: What ``ServiceClient/read(_:)`` throws; ``PersistenceError``.
  func read(
    _ identifier: PersistentIdentifier, _ entity: ServiceEntity
  ) throws -> CurrentObject? {
    do {
      let url = try client.url(client.path(of: identifier, entity), expansion(of: entity))
      let reply = try client.read(HTTPRequest(.get, url))
      guard let row = row(in: reply.body) else { return nil }
      return try current(row, reply.headers["ETag"], entity)
    } catch let error as RESTError where error.status == 404 || error.status == 410 {
      return nil
    }
  }

  /// The object of a row, whose ETag is kept.
  func current(_ row: JSONNode, _ etag: String?, _ entity: ServiceEntity) throws -> CurrentObject {
    let reader = RowReader(dialect: dialect, entity: entity)
    let snapshot = try reader.snapshot(row)
    let etag = etag ?? reader.etag(row)
    memory.note(etag, of: snapshot)
    return CurrentObject(snapshot: snapshot, etag: etag)
  }

  /// The row of a reply about one object.
  func row(in body: JSONNode) -> JSONNode? {
    let inner = body.member(at: dialect.envelope.item) ?? body
    switch inner {
    case .array(let rows): return rows.first
    case .object(let members): return members.isEmpty ? nil : inner
    case .null, .bool, .number, .text: return nil
    }
  }

  /// What makes the keys of related objects come along.
  private func expansion(of entity: ServiceEntity) -> [QueryParameter] {
    let planner = ServicePlanner(client: client, model: model, memory: PushDownMemory())
    guard let name = dialect.expansion?.parameter,
      let plan = try? planner.plan(EntityFetchDescriptor(entity: entity.name))
    else { return [] }
    return plan.parameters.filter { $0.name == name }
  }
}
