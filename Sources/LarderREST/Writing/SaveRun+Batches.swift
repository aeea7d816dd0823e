import HTTPTransport
import LarderCore

/// A step with what guards it, on its way into a batch.
private struct BatchedStep {
  var step: WriteStep
  var condition: WriteGuard
}

extension SaveRun {
  /// The form of the service's batches; `nil` where it takes none.
  var batch: (any BatchForm)? {
    guard dialect.writing.batchPath != nil else { return nil }
    return forms.first { !memory.refuses($0) }
  }

  /// The forms that a service may take, the best first.
  private var forms: [any BatchForm] {
    switch dialect.writing.batch {
    case .none: []
    case .odata: [ODataBatch(), ODataMultipartBatch()]
    case .multipart: [ODataMultipartBatch()]
    case .pocketbase: [PocketBaseBatch()]
    case .kinto: [KintoBatch()]
    case .atomic: [AtomicBatch()]
    }
  }

  /// How many of the next steps go together.
  ///
  /// Where each is done by itself, what leads to a new object, or is led to by a deleted one, comes in a
  /// batch after it.
  func groupSize(_ steps: ArraySlice<WriteStep>) -> Int {
    guard let batch else { return 1 }
    // References that are made and cut one after the other go by themselves.
    let plain = steps.prefix { referenceEdits($0).isEmpty }
    guard !plain.isEmpty else { return 1 }
    let limit = min(plain.count, dialect.writing.batchLimit ?? 50)
    guard !batch.isUnit else { return limit }
    var members: Set<PersistentIdentifier> = []
    var targets: Set<PersistentIdentifier> = []
    for (count, step) in steps.prefix(limit).enumerated() {
      let leadsToNew = !step.needs.isDisjoint(with: members)
      let isLedTo = step.wanted == nil && targets.contains(step.object)
      if leadsToNew || isLedTo || members.contains(step.object) { return count }
      members.insert(step.object)
      guard step.wanted == nil else { continue }
      for value in step.lastSeen?.values ?? [] {
        targets.formUnion(value?.destinationIdentifiers ?? [])
      }
    }
    return limit
  }

  func writeBatch(_ steps: [WriteStep]) {
    guard let form = batch else { return }
    var (members, settled) = prepared(steps)
    if form.isUnit, hasStopped || members.count + settled < open(steps).count {
      let detail = "what it was to be written with was not"
      for step in open(steps) { fail(step, notTried(step, detail)) }
      return
    }
    if hasStopped {
      // Others of a batch in which each is done by itself are not held up by a conflict.
      for step in steps where !members.contains(where: { $0.step.object == step.object }) {
        fail(step, notTried(step))
      }
    }
    var writes: [WriteRequest] = []
    var references: [PersistentIdentifier: String] = [:]
    var sent: [BatchedStep] = []
    for member in members {
      do {
        guard let write = try request(member.step, member.condition, references: references) else {
          take(WrittenObject(snapshot: wanted(member.step)), member.step)
          continue
        }
        if case .create(_, nil) = member.step.kind {
          references[member.step.object] = form.reference(to: writes.count)
        }
        writes.append(write)
        sent.append(member)
      } catch {
        take(WriteFailure(error: PersistenceError(error)), member.step)
        if form.isUnit {
          for step in open(steps) { fail(step, notTried(step)) }
          return
        }
      }
    }
    members = sent
    if !writes.isEmpty { exchange(writes, members, form, retries: 1) }
  }

  private func open(_ steps: [WriteStep]) -> [WriteStep] {
    steps.filter { result.failures[$0.object] == nil }
  }

  /// The steps that may be sent, and how many need not be; what failed on the way is noted.
  private func prepared(_ steps: [WriteStep]) -> (members: [BatchedStep], settled: Int) {
    var settled = 0
    var members: [BatchedStep] = []
    var created: Set<PersistentIdentifier> = []
    for step in steps {
      do throws(WriteFailure) {
        switch try prepare(step, inBatchWith: created) {
        case .settled(let written):
          take(written, step)
          settled += 1
        case .send(var condition):
          if case .probe = condition {
            condition = .none
            noteWindow()
          }
          members.append(BatchedStep(step: step, condition: condition))
          if case .create = step.kind { created.insert(step.object) }
        }
      } catch {
        take(error, step)
        if error.interruption != nil {
          for step in open(steps) { fail(step, notTried(step)) }
          return ([], settled)
        }
      }
    }
    return (members, settled)
  }

  private func exchange(
    _ writes: [WriteRequest], _ members: [BatchedStep], _ form: any BatchForm, retries: Int
  ) {
    switch exchange({ try form.request(writes, client) }) {
    case .notSent(let error):
      for member in members { take(interrupted(member.step, error), member.step) }
    case .lost(let error): settle(writes, members, form, after: error, retries: retries)
    case .answer(let response):
      switch form.answer(response, count: writes.count) {
      case .each(let answers): take(answers, members)
      case .undone(let place, let answer): undo(members, because: place, answer)
      case .unreadable(let detail):
        let error = PersistenceError(.corrupt, detail: detail)
        settle(writes, members, form, after: error, retries: 0)
      case .unavailable:
        memory.noteRefused(form)
        if let other = batch { return exchange(writes, members, other, retries: retries) }
        result.notes.append(
          SaveNote("the service takes no batches: each object is written by itself"))
        for member in members { writeSingly(member.step) }
      }
    }
  }

  private func take(_ answers: [WriteAnswer?], _ members: [BatchedStep]) {
    for (answer, member) in zip(answers, members) {
      guard let answer else {
        fail(member.step, notTried(member.step))
        stop(nil)
        continue
      }
      do throws(WriteFailure) {
        take(
          try handle(answer, member.step, member.condition, retries: 0), member.step)
      } catch { take(error, member.step) }
    }
  }

  /// Nothing of a unit was done.
  private func undo(_ members: [BatchedStep], because place: Int?, _ answer: WriteAnswer) {
    var reason: WriteFailure?
    if let place {
      let member = members[place]
      do throws(WriteFailure) {
        take(
          try handle(answer, member.step, member.condition, retries: 0), member.step)
      } catch {
        take(error, member.step)
        reason = error
      }
    } else if answer.status == 429 || answer.status == 503 || answer.status == 401 {
      for member in members.prefix(1) { take([answer], [member]) }
    } else {
      for member in members.prefix(1) { take(rejected(member.step, answer), member.step) }
    }
    stop(reason?.interruption)
    let detail = place.map { "\(members[$0].step.object) was refused, and with it the whole" }
    for member in members where result.failures[member.step.object] == nil {
      fail(member.step, notTried(member.step, detail))
    }
  }

  /// Finds out whether a batch whose reply was lost was done.
  private func settle(
    _ writes: [WriteRequest], _ members: [BatchedStep], _ form: any BatchForm,
    after error: any Error, retries: Int
  ) {
    guard form.isUnit else {
      for member in members {
        do throws(WriteFailure) {
          take(try settle(member.step, after: error, retries: retries), member.step)
        } catch { take(error, member.step) }
      }
      return
    }
    let isCancelled = HTTPError.Code.cancelled ~= error
    switch isCancelled ? nil : wasDone(members) {
    case true?:
      for member in members {
        do throws(WriteFailure) {
          take(try settle(member.step, after: error, retries: 0), member.step)
        } catch { take(error, member.step) }
      }
    case false? where retries > 0: exchange(writes, members, form, retries: retries - 1)
    case false?, nil:
      for member in members { take(unknown(member.step, error), member.step) }
    }
  }

  /// Whether a unit was done, by the first of it that shows; `nil` where nothing does.
  private func wasDone(_ members: [BatchedStep]) -> Bool? {
    for member in members {
      guard let state = try? state(of: member.step) else { return nil }
      switch state {
      case .done: return true
      case .notDone: return false
      case .changed, .unknowable: continue
      }
    }
    return nil
  }
}
