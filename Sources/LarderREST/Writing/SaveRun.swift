import HTTPTransport
import JSONTree
import LarderCore

/// One save on its way to a service.
///
/// What comes of each object is noted after every reply, so that a save that breaks off anywhere has said
/// what is done, and the next one goes on from there.
final class SaveRun {
  let client: ServiceClient
  let model: ServiceModel
  let memory: WriteMemory

  /// Which context saves; its temporary identifiers mean nothing to another.
  let context: Int
  private let isInterrupted: () -> Bool

  /// Objects that hold the values of one whose create was lost, for whoever must decide.
  let twins: (EntitySnapshot) -> [PersistentIdentifier]

  var result = ChangeSetResult()

  /// The identifiers of objects that this save or an earlier one created.
  var permanents: [PersistentIdentifier: PersistentIdentifier] = [:]

  /// The keys that the client makes for new objects.
  var keys: [PersistentIdentifier: ClientKey] = [:]

  /// Nothing more is tried.
  private(set) var hasStopped = false
  var differences = SaveDifferences()

  var dialect: Dialect { client.dialect }

  init(
    client: ServiceClient, model: ServiceModel, memory: WriteMemory, context: Int = 0,
    isInterrupted: @escaping () -> Bool = { false },
    twins: @escaping (EntitySnapshot) -> [PersistentIdentifier] = { _ in [] }
  ) {
    self.client = client
    self.model = model
    self.memory = memory
    self.context = context
    self.isInterrupted = isInterrupted
    self.twins = twins
  }

  func run(_ changes: ChangeSet) throws -> ChangeSetResult {
    let open = try settleEarlier(changes.changes)
    for case .insert(let snapshot, let restoring) in open where keys[snapshot.identifier] == nil {
      let entity = try model.entity(snapshot.identifier.entity)
      let maker = KeyMaker(dialect: dialect, memory: memory)
      keys[snapshot.identifier] = maker.key(for: snapshot, restoring: restoring, entity)
    }
    let plan = try SavePlan(open, model: model, dialect: dialect, keys: keys)
    result.failures.merge(plan.refusals) { old, _ in old }
    var rest = plan.steps[...]
    while !rest.isEmpty {
      let group = rest.prefix(groupSize(rest))
      rest = rest.dropFirst(group.count)
      write(Array(group))
      WorkProgress.shared.advance(by: group.count)
    }
    finish(changes)
    return result
  }

  private func write(_ group: [WriteStep]) {
    let open = group.filter { result.failures[$0.object] == nil }
    if !hasStopped, isInterrupted() { stop(PersistenceError(.cancelled)) }
    guard !hasStopped else {
      for step in open { fail(step, notTried(step)) }
      return
    }
    if open.count > 1, batch != nil {
      writeBatch(open)
    } else {
      for step in open { writeSingly(step) }
    }
  }

  func writeSingly(_ step: WriteStep) {
    guard !hasStopped else { return fail(step, notTried(step)) }
    do throws(WriteFailure) {
      take(try write(step), step)
    } catch {
      take(error, step)
    }
  }

  func take(_ failure: WriteFailure, _ step: WriteStep) {
    fail(step, failure.error)
    if !failure.isLocal { stop(failure.interruption) }
  }

  func fail(_ step: WriteStep, _ error: PersistenceError) {
    if result.failures[step.object] == nil { result.failures[step.object] = error }
  }

  /// Ends the save; what ended it speaks for the whole.
  func stop(_ interruption: PersistenceError?) {
    hasStopped = true
    if result.interruption == nil { result.interruption = interruption }
  }

  func notTried(_ step: WriteStep, _ detail: String? = nil) -> PersistenceError {
    PersistenceError(.notTried, identifier: step.object, detail: detail)
  }

  /// A key of the client's is the object's: one that is not there was not written.
  var keysAreTaken: Bool { dialect.writing.keys != .given }

  /// The identifier that an object has in the service.
  func permanent(_ object: PersistentIdentifier) -> PersistentIdentifier {
    permanents[object] ?? object
  }

  private func finish(_ changes: ChangeSet) {
    for (object, permanent) in permanents where result.failures[object] == nil {
      result.remappedIdentifiers[object] = permanent
      memory.note(nil, of: object, in: context)
    }
    result.notes += differences.notes
  }
}

/// Why an object was not written.
struct WriteFailure: Error {
  var error: PersistenceError

  /// What speaks for the whole save, where that is more than this object.
  var interruption: PersistenceError?

  /// Other objects are tried all the same.
  var isLocal = false
}

/// What was written of an object.
struct WrittenObject {
  /// `nil` for one that was deleted.
  var snapshot: EntitySnapshot?
}
