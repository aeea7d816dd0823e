import HTTPTransport
import JSONTree
import LarderCore

extension SaveRun {
  /// Takes over what was written of an object.
  func take(_ written: WrittenObject, _ step: WriteStep) {
    memory.note(doubt: false, of: permanent(step.object))
    guard let snapshot = written.snapshot else {
      memory.note(nil, of: EntitySnapshot(permanent(step.object), step.entity))
      return
    }
    note(made: snapshot, step)
    result.snapshots[snapshot.identifier] = snapshot
  }

  /// Keeps what a new object has become, for as long as the context takes it for new.
  func note(made snapshot: EntitySnapshot, _ step: WriteStep) {
    guard step.object.isTemporary else { return }
    permanents[step.object] = snapshot.identifier
    memory.note(
      WriteMemory.Creation(sent: snapshot, made: snapshot), of: step.object, in: context)
  }

  /// What a success says of its object; what it does not say is read.
  func finish(_ step: WriteStep, _ answer: WriteAnswer) throws(WriteFailure) -> WrittenObject {
    guard step.wanted != nil else { return WrittenObject() }
    let row = self.row(in: answer.body)
    if let row, let current = try? current(row, answer.headers["ETag"], step.entity) {
      checkLocation(answer, current.snapshot.identifier, step)
      return accept(current.snapshot, step)
    }
    guard let identifier = identifier(of: step, answer) else {
      guard case .create(let snapshot, _) = step.kind else {
        return WrittenObject(snapshot: wanted(step))
      }
      let error = PersistenceError(
        .failed, detail: "the service made it and does not say under which key")
      memory.note(WriteMemory.Creation(sent: snapshot), of: step.object, in: context)
      throw unknown(step, error)
    }
    do {
      if let current = try read(identifier, step.entity) { return accept(current.snapshot, step) }
      throw missing(step, answer)
    } catch let failure as WriteFailure { throw failure } catch {}
    var snapshot = wanted(step) ?? EntitySnapshot(identifier, step.entity)
    snapshot.identifier = identifier
    result.notes.append(
      SaveNote("it was written, but could not be read again", identifier: identifier))
    return WrittenObject(snapshot: snapshot)
  }

  /// The service says that it wrote an object that is not there.
  private func missing(_ step: WriteStep, _ answer: WriteAnswer) -> WriteFailure {
    guard case .create = step.kind else { return conflict(step, stored: nil) }
    let detail = "the service answered \(answer.status), and the object is not there"
    return unknown(step, PersistenceError(.failed, detail: detail))
  }

  /// Whose object a reply without a row is about.
  private func identifier(
    of step: WriteStep, _ answer: WriteAnswer
  ) -> PersistentIdentifier? {
    guard case .create(_, let key) = step.kind else { return permanent(step.object) }
    if let place = answer.headers["Location"] ?? answer.headers["OData-EntityId"],
      let found = identifier(at: place, step.entity)
    {
      return found
    }
    return key.map { PersistentIdentifier(origin: step.entity.origin, primaryKey: $0) }
  }

  /// The object that an address of the service leads to.
  private func identifier(at place: String, _ entity: ServiceEntity) -> PersistentIdentifier? {
    guard let url = try? client.base.resolving(place), url.origin == client.base.origin else {
      return nil
    }
    let last = url.path.split(separator: "/").last.map(String.init) ?? ""
    guard let key = entity.keys.first, entity.keys.count == 1 else { return nil }
    let text: String
    if dialect.identifier.spelling == .odata {
      guard let open = last.firstIndex(of: "("), last.hasSuffix(")") else { return nil }
      text = String(last[last.index(after: open)...].dropLast())
    } else {
      text = last
    }
    let plain = text.percentDecoded
    let primary: PersistentIdentifier.PrimaryKey =
      if key.type == .integer, let number = Int64(plain) {
        .integer(number)
      } else if plain.hasPrefix("'"), plain.hasSuffix("'"), plain.count > 1 {
        .text(String(plain.dropFirst().dropLast()))
      } else {
        .text(plain)
      }
    return plain.isEmpty ? nil : PersistentIdentifier(origin: entity.origin, primaryKey: primary)
  }

  /// The body's key counts; an address that says otherwise is told of.
  private func checkLocation(
    _ answer: WriteAnswer, _ identifier: PersistentIdentifier, _ step: WriteStep
  ) {
    guard case .create = step.kind, let place = answer.headers["Location"],
      let other = self.identifier(at: place, step.entity),
      BodyWriter.text(other.primaryKey) != BodyWriter.text(identifier.primaryKey)
    else { return }
    result.notes.append(
      SaveNote(
        "the service's header `Location` leads elsewhere, to \(place)", identifier: identifier))
  }

  /// Takes the service's object for the one that was sent, and notes what differs.
  func accept(_ stored: EntitySnapshot, _ step: WriteStep) -> WrittenObject {
    guard let wanted = wanted(step) else { return WrittenObject() }
    if case .create(_, let key?) = step.kind,
      BodyWriter.text(stored.identifier.primaryKey) != BodyWriter.text(key)
    {
      memory.noteKeysIgnored(of: step.entity.name)
      if memory.isNews("keys of \(step.entity.name)") {
        result.notes.append(
          SaveNote(
            "the service made a key of its own in place of the one it was sent",
            identifier: stored.identifier))
      }
    }
    let base = step.lastSeen.map { self.merged(stored, $0) } ?? stored
    let merged = self.merged(base, wanted)
    let writer = BodyWriter(client: client, model: model, entity: step.entity) { _ in nil }
    for slot in step.slots {
      let name = merged.layout.names[slot]
      // A key that was given and not taken is a value that was dropped.
      let given = step.lastSeen == nil && writer.isKey(name) ? wanted.values[slot] : nil
      let isGivenKey =
        KeyMaker.key(given).map {
          BodyWriter.text($0) != BodyWriter.text(stored.identifier.primaryKey)
        } ?? false
      guard writer.isWritten(name) || isGivenKey, !step.deferred.contains(name) else { continue }
      differences.add(
        sent: wanted.values[slot], stored: base.values[slot] ?? merged.values[slot], name,
        of: merged.identifier)
    }
    memory.note(memory.latestETag(of: merged.identifier), of: merged)
    return WrittenObject(snapshot: merged)
  }

  /// What is stored, with the relationships that the reply did not tell of as they are known otherwise.
  func merged(_ stored: EntitySnapshot, _ known: EntitySnapshot) -> EntitySnapshot {
    guard stored.layout == known.layout else { return stored }
    var result = stored
    for (slot, name) in stored.layout.names.enumerated() where stored.values[slot] == nil {
      guard model.schema.relationship(name, of: stored.identifier.entity) != nil else { continue }
      result.values[slot] = known.values[slot]
    }
    return result
  }
}
