import HTTPTransport
import JSONTree
import LarderCore
import LarderStore

/// What guards a write against a change by somebody else.
enum WriteGuard: Hashable {
  /// Nothing: the object is new, or was read and compared just before.
  case none
  case ifMatch(String)
  /// Whether the service checks is not known: it is sent a version that nothing has, and must refuse; then
  /// the real one is.
  case probe(real: String)

  /// A version that no object has.
  static let impossible = "\"larder-no-such-version\""

  var etag: String? {
    switch self {
    case .none: nil
    case .ifMatch(let etag): etag
    case .probe: Self.impossible
    }
  }
}

/// What is to be done for an object.
enum PreparedWrite {
  case send(WriteGuard)
  /// Nothing: it is as it should be.
  case settled(WrittenObject)
}

extension SaveRun {
  func write(_ step: WriteStep) throws(WriteFailure) -> WrittenObject {
    switch try prepare(step) {
    case .settled(let written): return written
    case .send(let condition):
      let written = try send(step, condition, retries: 1)
      let edits = referenceEdits(step)
      return edits.isEmpty ? written : try write(edits, of: step)
    }
  }

  /// Sees to it that a change of an object is one of what was last seen.
  func prepare(
    _ step: WriteStep, inBatchWith earlier: Set<PersistentIdentifier> = []
  ) throws(WriteFailure) -> PreparedWrite {
    for need in step.needs where permanents[need] == nil && !earlier.contains(need) {
      throw WriteFailure(
        error: notTried(step, "it leads to \(need), which was not written"), isLocal: true)
    }
    guard var before = step.lastSeen else { return .send(.none) }
    before.identifier = permanent(step.object)
    if step.isLink {
      return .send(memory.latestETag(of: before.identifier).map { .ifMatch($0) } ?? .none)
    }
    let checks = checksVersions(of: step.entity)
    if checks == true, !memory.isDoubtful(before.identifier), let etag = memory.etag(of: before) {
      return .send(.ifMatch(etag))
    }
    return try compare(step, before, checks)
  }

  private func checksVersions(of entity: ServiceEntity) -> Bool? {
    if let known = memory.checksVersions(of: entity.name) { return known }
    switch dialect.writing.concurrency {
    case .ifMatch: return true
    case .none: return false
    case .probe: return nil
    }
  }

  /// Reads the object and compares it with what was last seen.
  private func compare(
    _ step: WriteStep, _ before: EntitySnapshot, _ checks: Bool?
  ) throws(WriteFailure) -> PreparedWrite {
    let current: CurrentObject?
    do { current = try read(before.identifier, step.entity) } catch {
      throw interrupted(step, error)
    }
    guard let current else {
      if step.wanted == nil { return .settled(WrittenObject()) }
      throw conflict(step, stored: nil)
    }
    let stored = merged(current.snapshot, before)
    if memory.isDoubtful(before.identifier), let wanted = step.wanted,
      stored.agrees(with: wanted, in: step.slots)
    {
      return .settled(WrittenObject(snapshot: stored))
    }
    guard stored.agrees(with: before, in: step.slots) else { throw conflict(step, stored: stored) }
    guard let etag = current.etag, checks != false else {
      noteWindow()
      return .send(.none)
    }
    return .send(checks == true ? .ifMatch(etag) : .probe(real: etag))
  }

  /// Says once that the service does not check.
  func noteWindow() {
    guard memory.isNews("window") else { return }
    result.notes.append(
      SaveNote(
        "the service does not check for changes by others: each object is read and compared just "
          + "before it is written, and a change in between is overwritten"))
  }

  func send(
    _ step: WriteStep, _ condition: WriteGuard, retries: Int
  ) throws(WriteFailure) -> WrittenObject {
    let request: WriteRequest
    do {
      guard let made = try self.request(step, condition) else {
        return WrittenObject(snapshot: wanted(step))
      }
      request = made
    } catch { throw WriteFailure(error: PersistenceError(error), isLocal: true) }
    switch exchange({ try request.alone(client) }) {
    case .answer(let response):
      return try handle(WriteAnswer(response), step, condition, retries: retries)
    case .lost(let error): return try settle(step, after: error, retries: retries)
    case .notSent(let error): throw interrupted(step, error)
    }
  }

  /// What an object is to be, under the identifiers that the service knows.
  func wanted(_ step: WriteStep) -> EntitySnapshot? { step.wanted?.remapped(by: permanents) }

  /// The request of a step; `nil` where nothing of it is the service's.
  func request(
    _ step: WriteStep, _ condition: WriteGuard,
    references: [PersistentIdentifier: String] = [:]
  ) throws -> WriteRequest? {
    let writer = BodyWriter(client: client, model: model, entity: step.entity) { target in
      if let permanent = self.permanents[target] { return .key(permanent.primaryKey) }
      if !target.isTemporary { return .key(target.primaryKey) }
      if let content = references[target] { return .content(content) }
      return self.keys[target].map { .key($0.key) }
    }
    switch step.kind {
    case .create(let snapshot, let key):
      let body = try writer.create(snapshot, key: key, without: step.deferred)
      guard let key, dialect.writing.keys == .put else {
        return WriteRequest(
          method: .post, path: client.path(of: step.entity), body: body,
          isRepeatable: key != nil && keysAreTaken)
      }
      let identifier = PersistentIdentifier(origin: step.entity.origin, primaryKey: key)
      return WriteRequest(
        method: .put, path: try client.path(of: identifier, step.entity), body: body,
        ifNoneMatch: true, isRepeatable: true)
    case .update:
      guard let body = try writer.update(step) else { return nil }
      return WriteRequest(
        method: .patch, path: try path(of: step, references), body: body, ifMatch: condition.etag,
        isRepeatable: condition != .none)
    case .delete:
      return WriteRequest(
        method: .delete, path: try path(of: step, references), ifMatch: condition.etag,
        isRepeatable: condition != .none)
    }
  }

  private func path(
    of step: WriteStep, _ references: [PersistentIdentifier: String]
  ) throws -> String {
    if let permanent = permanents[step.object] ?? (step.object.isTemporary ? nil : step.object) {
      return try client.path(of: permanent, step.entity)
    }
    if let content = references[step.object] { return content }
    guard let key = keys[step.object] else {
      throw PersistenceError(.objectNotFound, identifier: step.object)
    }
    return try client.path(
      of: PersistentIdentifier(origin: step.entity.origin, primaryKey: key.key), step.entity)
  }

  /// Takes a success with a body that is no JSON for the answer of something else than the service, such as a
  /// page to sign in on; whether anything was done must be looked up.
  ///
  /// - Throws: ``RESTError``.
  private func checkReadable(_ response: HTTPResponse) throws {
    let type = response.headers["Content-Type"]?.lowercased() ?? ""
    guard response.isSuccess, response.headers["Location"] == nil, !type.hasPrefix("multipart/")
    else { return }
    _ = try client.node(response)
  }

  /// What came of sending something.
  enum Exchange {
    case answer(HTTPResponse)
    /// It may have been done.
    case lost(any Error)
    /// It surely was not.
    case notSent(any Error)
  }

  func exchange(_ request: () throws -> HTTPRequest) -> Exchange {
    do {
      let response = try client.send(request())
      do { try checkReadable(response) } catch { return .lost(error) }
      return .answer(response)
    } catch let error as HTTPError {
      switch (error.delivery, error.status) {
      case (.notSent, _): return .notSent(error)
      case (.answered, let status?) where (300...499).contains(status):
        guard let url = error.url else { return .notSent(error) }
        var headers = HTTPHeaders()
        headers["Location"] = error.location
        return .answer(HTTPResponse(status: status, headers: headers, url: url))
      case (.answered, _), (.unknown, _): return .lost(error)
      }
    } catch { return .notSent(error) }
  }
}
