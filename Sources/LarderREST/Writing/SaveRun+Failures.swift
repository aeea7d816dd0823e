import HTTPTransport
import LarderCore
import LarderStore

extension SaveRun {
  /// The service refused the object.
  func rejected(_ step: WriteStep, _ answer: WriteAnswer) -> WriteFailure {
    WriteFailure(error: refusal(step, answer))
  }

  func refusal(_ step: WriteStep, _ answer: WriteAnswer) -> PersistenceError {
    let field = RefusalText.fields(answer.body).lazy.compactMap { field in
      step.entity.attributes.first { $0.wireName == field.name }?.attribute.name
        ?? step.entity.relationships.first { $0.wireName == field.name }?.relationship.name
    }.first
    return PersistenceError(
      .rejected, identifier: step.object, attribute: field, detail: words(answer))
  }

  private func words(_ answer: WriteAnswer) -> String {
    guard (300...399).contains(answer.status) else {
      return "\(answer.words.isEmpty ? "" : answer.words + " ")(\(answer.status))"
    }
    let place = answer.headers["Location"].map { " to \($0)" } ?? ""
    let slash = answer.headers["Location"].map { $0.prefix { $0 != "?" }.hasSuffix("/") } ?? false
    let hint =
      slash && !dialect.collection.hasTrailingSlash
      ? ": addresses of this service end with a slash, which its dialect must say "
        + "(`collection.trailingSlash`)"
      : ", and a write is not sent elsewhere"
    return "the service redirects the write\(place) (\(answer.status))\(hint)"
  }

  /// The object in the service is not what was last seen; `nil` where it is gone.
  func conflict(_ step: WriteStep, stored: EntitySnapshot?) -> WriteFailure {
    // The context takes it for new, so that there is nothing it could decide about.
    guard let before = step.lastSeen, !step.object.isTemporary else {
      if let stored { note(made: stored, step) }
      return WriteFailure(
        error: PersistenceError(
          .rejected, identifier: step.object,
          detail: "somebody changed it since it was created; the next save writes over that"))
    }
    let mine = step.wanted?.remapped(by: permanents)
    return WriteFailure(
      error: PersistenceError(
        .conflict, identifier: step.object,
        conflicts: [SaveConflict(lastSeen: before, stored: stored, mine: mine)]))
  }

  /// Nothing was sent for the object, and nothing can be sent for the others.
  func interrupted(_ step: WriteStep, _ error: any Error) -> WriteFailure {
    WriteFailure(error: notTried(step), interruption: PersistenceError(error))
  }

  /// The object may have been written; the next save looks.
  func unknown(_ step: WriteStep, _ error: any Error) -> WriteFailure {
    let cause = PersistenceError(error)
    let interruption = cause.code == .cancelled ? cause : nil
    let detail = cause.detail ?? cause.code.rawValue
    switch step.kind {
    case .create(let snapshot, _):
      // A batch is drawn up before its keys are known to be taken.
      let key = keysAreTaken ? keys[step.object] : nil
      memory.note(
        WriteMemory.Creation(key: key, sent: wanted(step) ?? snapshot), of: step.object, in: context
      )
      if key == nil {
        return WriteFailure(error: undecided(snapshot, detail), interruption: interruption)
      }
    case .update, .delete: memory.note(doubt: true, of: permanent(step.object))
    }
    return WriteFailure(
      error: PersistenceError(
        .unknownOutcome, identifier: step.object,
        detail: detail + "; the next save looks it up"), interruption: interruption)
  }
}
