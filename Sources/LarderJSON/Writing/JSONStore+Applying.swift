public import LarderCore
import LarderStore
import Synchronization

extension JSONStore {
  /// Writes a change set into the file as one unit.
  ///
  /// Under the file's lock, the file is read again if another process has changed it; edits of objects
  /// that stand as the changes expect land beside the other's. What was not edited keeps its bytes, and
  /// what comes back to what it was has its old bytes again. The new text is read and checked before
  /// it takes the file's name.
  ///
  /// - Throws: ``PersistenceError`` with code `store.conflict` and the objects in conflict,
  ///   `store.not-unique`, `store.read-only`, `store.busy` when another process saves for too long,
  ///   `store.failed` when the disk refuses; the file then stands as it was.
  public func apply(_ changes: ChangeSet) throws -> ChangeSetResult {
    if let readOnlyReason {
      throw PersistenceError(.readOnly, detail: "\(path) cannot be changed: \(readOnlyReason)")
    }
    guard !changes.isEmpty else { return ChangeSetResult() }
    return try saves.withLock { session in
      let target = try AtomicFile(path: path)
      let lock = try FileLock(path: target.path)
      defer { withExtendedLifetime(lock) {} }
      let current = try checkedFile()
      var plan = SavePlan(
        session?.continued(on: current) ?? SaveSession(base: current), model: model)
      try plan.take(changes)
      let saved = try write(plan.session, to: target)
      install(saved)
      session = plan.session.saved(as: saved)
      return result(of: plan, in: saved)
    }
  }

  /// The file as it is now, by its content where that is small: two writes in one tick of the clock
  /// look alike to a stamp.
  private func checkedFile() throws -> LoadedFile {
    let file = try currentFile()
    guard file.document.bytes.count < FileBytes.mappedSize,
      try !FileBytes(path: path).hasSameContent(as: file.document.bytes)
    else { return file }
    let fresh = try load(positions: [:])
    install(fresh)
    return fresh
  }

  private func write(_ session: SaveSession, to target: AtomicFile) throws -> LoadedFile {
    let base = session.base.document
    let splices = try DocumentEditor(session.base, model: model).splices(for: session.ledger)
    let bytes = UnsafeRawBufferPointer(start: base.bytes.base, count: base.bytes.count)
    let text = SplicedText(bytes, splices)
    let positions = session.positions
    return try target.replace(with: text) { [lastFile] descriptor in
      // The old text and the new one are not needed in memory at once.
      base.bytes.releasePages()
      lastFile.document.bytes.releasePages()
      let bytes = try FileBytes(path: path, descriptor: descriptor)
      let document = try DocumentReader.read(bytes, naming: naming, expecting: base.shape)
      let whole = document.adding(
        tables: base.tables.map(\.entityName), container: { text.position(of: $0) }, of: base)
      return LoadedFile(whole, model: model, positions: positions)
    }
  }

  private func result(of plan: SavePlan, in file: LoadedFile) -> ChangeSetResult {
    var snapshots: [PersistentIdentifier: EntitySnapshot] = [:]
    for identifier in plan.written {
      guard let place = file.place(of: identifier) else { continue }
      snapshots[identifier] = place.extent.snapshot(ofRow: place.row)
    }
    return ChangeSetResult(remappedIdentifiers: plan.remapped, snapshots: snapshots)
  }
}

extension SaveSession {
  /// The keys of records that are known by their position, where they are no longer their places.
  fileprivate var positions: [EntityName: PositionKeys] {
    var positions: [EntityName: PositionKeys] = [:]
    for (entity, extent) in base.extents where extent.keys.source == .position {
      let deleted = ledger.edits(of: entity).deletions
      let inserted = ledger.insertions.filter { $0.identifier.entity == entity }
      guard extent.positions != nil || !deleted.isEmpty || !inserted.isEmpty else { continue }
      let kept = (0..<extent.table.count).lazy.filter { !deleted.contains($0) }
        .map { extent.keys.key(ofRow: $0) }
      let added = inserted.lazy.filter { !$0.isDeleted }.map(\.identifier.primaryKey)
      let keys = (Array(kept) + Array(added)).map { key in
        if case .integer(let number) = key { number } else { Int64(0) }
      }
      positions[entity] = PositionKeys(
        keys: keys, nextKey: max(nextKeys[entity] ?? 1, (keys.max() ?? 0) + 1))
    }
    return positions
  }
}

extension JSONDocument {
  /// With empty tables for entities whose last record is gone.
  fileprivate func adding(
    tables names: [EntityName], container: (Range<Int>) -> Range<Int>, of base: JSONDocument
  ) -> JSONDocument {
    let missing = names.filter { table(of: $0) == nil }
    guard !missing.isEmpty || shape != base.shape else { return self }
    let kept = tables.filter { names.contains($0.entityName) }
    let added = missing.compactMap { name -> RecordTable? in
      guard let old = base.table(of: name) else { return nil }
      return RecordTable(
        entityName: name, bytes: bytes, container: container(old.container), isKeyed: old.isKeyed,
        parts: [])
    }
    return JSONDocument(
      bytes: bytes, shape: base.shape, tables: kept + added, hasByteOrderMark: hasByteOrderMark,
      schema: schema, notices: notices)
  }
}
