import HTTPTransport
import LarderCore

extension SaveRun {
  /// Finds out whether a write whose reply was lost was done, and sends it again where it was not.
  func settle(
    _ step: WriteStep, after error: any Error, retries: Int
  ) throws(WriteFailure) -> WrittenObject {
    if HTTPError.Code.cancelled ~= error { throw unknown(step, error) }
    let state: WriteState
    do { state = try self.state(of: step) } catch { throw unknown(step, error) }
    switch state {
    case .done(let snapshot):
      guard let snapshot else { return WrittenObject() }
      return accept(snapshot, step)
    case .notDone(let etag):
      // A refusal with a status was an answer: the object is not there because of it.
      if let refusal = error as? PersistenceError { throw WriteFailure(error: refusal) }
      guard retries > 0 else { throw unknown(step, error) }
      let checks =
        memory.checksVersions(of: step.entity.name) ?? (dialect.writing.concurrency == .ifMatch)
      return try send(
        step, checks ? etag.map { .ifMatch($0) } ?? .none : .none, retries: retries - 1)
    case .changed(let stored): throw conflict(step, stored: stored)
    case .unknowable: throw unknown(step, error)
    }
  }

  /// What the service shows of a write whose reply was lost.
  enum WriteState {
    /// The object as it is now; `nil` for one that was deleted.
    case done(EntitySnapshot?)
    case notDone(etag: String?)
    /// Somebody else wrote.
    case changed(EntitySnapshot?)
    case unknowable
  }

  func state(of step: WriteStep) throws -> WriteState {
    switch step.kind {
    case .create(_, let key):
      guard let key else { return .unknowable }
      let identifier = PersistentIdentifier(origin: step.entity.origin, primaryKey: key)
      guard let current = try read(identifier, step.entity),
        !step.keyIsGiven || isOurs(current.snapshot, step)
      else { return keysAreTaken ? .notDone(etag: nil) : .unknowable }
      return .done(current.snapshot)
    case .update(let before, _):
      guard let current = try read(permanent(step.object), step.entity) else {
        return .changed(nil)
      }
      let stored = merged(current.snapshot, before)
      if let wanted = wanted(step), stored.agrees(with: wanted, in: step.slots) {
        return .done(stored)
      }
      return stored.agrees(with: before, in: step.slots)
        ? .notDone(etag: current.etag) : .changed(stored)
    case .delete(let before):
      guard let current = try read(before.identifier, step.entity) else { return .done(nil) }
      let stored = merged(current.snapshot, before)
      return stored.agrees(with: before) ? .notDone(etag: current.etag) : .changed(stored)
    }
  }
}
