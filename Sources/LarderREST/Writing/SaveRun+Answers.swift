import HTTPTransport
import JSONTree
import LarderCore

extension SaveRun {
  /// Makes of an answer what came of its object, and goes on where it asks for more.
  func handle(
    _ answer: WriteAnswer, _ step: WriteStep, _ condition: WriteGuard, retries: Int
  ) throws(WriteFailure) -> WrittenObject {
    if case .probe(let real) = condition, answer.status == 412 {
      memory.note(checksVersions: true, of: step.entity.name)
      return try send(step, .ifMatch(real), retries: retries)
    }
    switch answer.status {
    case 200...299:
      if case .probe = condition {
        memory.note(checksVersions: false, of: step.entity.name)
        noteWindow()
      }
      return try finish(step, answer)
    case 428 where retries > 0: return try sendWithVersion(step, retries: retries - 1)
    case 404, 410:
      guard case .create = step.kind else { return try gone(step) }
      throw rejected(step, answer)
    case 409, 412:
      guard case .create(_, let key) = step.kind else { return try contested(step, answer) }
      if let key { return try existing(step, key, answer) }
      throw rejected(step, answer)
    case 403 where retries > 0:
      guard case .create(let snapshot, .some) = step.kind, !step.keyIsGiven || !keysAreTaken else {
        throw rejected(step, answer)
      }
      return try createWithoutKey(step, snapshot)
    case 401, 407:
      let error = PersistenceError(.unavailable, detail: "the service asks who is there (401)")
      throw WriteFailure(error: notTried(step, answer.words), interruption: error)
    case 429, 503:
      let error = PersistenceError(
        .busy, detail: "the service asks for a pause (\(answer.status))")
      throw WriteFailure(error: notTried(step), interruption: error)
    case 501, 505: throw rejected(step, answer)
    case 500...599: return try settle(step, after: refusal(step, answer), retries: 0)
    default:
      if answer.mayHaveBeenDoneBefore, case .create(_, let key?) = step.kind {
        return try existing(step, key, answer)
      }
      throw rejected(step, answer)
    }
  }

  /// The service wants to be told the version.
  private func sendWithVersion(
    _ step: WriteStep, retries: Int
  ) throws(WriteFailure) -> WrittenObject {
    memory.note(checksVersions: true, of: step.entity.name)
    memory.note(nil, of: EntitySnapshot(permanent(step.object), step.entity))
    switch try prepare(step) {
    case .settled(let written): return written
    case .send(let condition): return try send(step, condition, retries: retries)
    }
  }

  /// The service lets nobody choose keys.
  private func createWithoutKey(
    _ step: WriteStep, _ snapshot: EntitySnapshot
  ) throws(WriteFailure) -> WrittenObject {
    memory.noteKeysIgnored(of: step.entity.name)
    keys[step.object] = nil
    var step = step
    step.kind = .create(snapshot, key: nil)
    return try send(step, .none, retries: 0)
  }

  /// The object of an update or a delete is not there, or is hidden from this change of it.
  private func gone(_ step: WriteStep) throws(WriteFailure) -> WrittenObject {
    guard step.wanted != nil else { return WrittenObject() }
    let current: CurrentObject?
    do { current = try read(permanent(step.object), step.entity) } catch {
      throw unknown(step, error)
    }
    throw conflict(step, stored: current?.snapshot)
  }

  /// An update or a delete met another version of the object.
  private func contested(
    _ step: WriteStep, _ answer: WriteAnswer
  ) throws(WriteFailure) -> WrittenObject {
    let object = permanent(step.object)
    let stored: EntitySnapshot?
    do {
      if let path = dialect.writing.conflictRow, let row = answer.body.member(at: path) {
        stored = try current(row, answer.headers["ETag"], step.entity).snapshot
      } else {
        stored = try read(object, step.entity)?.snapshot
      }
    } catch { throw conflict(step, stored: nil) }
    guard let stored else {
      if step.wanted == nil { return WrittenObject() }
      throw conflict(step, stored: nil)
    }
    let merged = step.lastSeen.map { self.merged(stored, $0) } ?? stored
    if answer.mayHaveBeenDoneBefore || memory.isDoubtful(object), let wanted = wanted(step),
      merged.agrees(with: wanted, in: step.slots)
    {
      return WrittenObject(snapshot: merged)
    }
    // 409 may be about the values, not about the version.
    if answer.status == 409, let before = step.lastSeen, merged.agrees(with: before, in: step.slots)
    {
      throw rejected(step, answer)
    }
    throw conflict(step, stored: merged)
  }

  /// An object with the key of a new one is there: made by an earlier try, or by somebody else.
  private func existing(
    _ step: WriteStep, _ key: PersistentIdentifier.PrimaryKey, _ answer: WriteAnswer
  ) throws(WriteFailure) -> WrittenObject {
    let identifier = PersistentIdentifier(origin: step.entity.origin, primaryKey: key)
    let current: CurrentObject?
    do { current = try read(identifier, step.entity) } catch { throw unknown(step, error) }
    if let current,
      !step.keyIsGiven || answer.mayHaveBeenDoneBefore && isOurs(current.snapshot, step)
    {
      return accept(current.snapshot, step)
    }
    guard current != nil, answer.status == 412 || answer.status == 409 else {
      throw rejected(step, answer)
    }
    throw WriteFailure(
      error: PersistenceError(
        .notUnique, identifier: step.object, detail: "\(identifier) has its key"))
  }

  /// The object holds what was sent.
  func isOurs(_ stored: EntitySnapshot, _ step: WriteStep) -> Bool {
    guard let wanted = wanted(step) else { return false }
    return wanted.values.indices.allSatisfy { slot in
      wanted.values[slot].isNil || stored.values[slot] == nil
        || AttributeValue.areAlike(stored.values[slot], wanted.values[slot])
    }
  }
}

extension EntitySnapshot {
  /// An object of which nothing is known but its identity.
  init(_ identifier: PersistentIdentifier, _ entity: ServiceEntity) {
    self.init(
      identifier: identifier, layout: entity.layout,
      values: Array(repeating: nil, count: entity.layout.names.count))
  }
}
