public import Foundation
import LarderCore
import LarderStore

extension ModelContext {
  /// Writes the pending changes; new models get their permanent identifiers.
  ///
  /// - Throws: The first failure since the last save of what could not throw by itself;
  ///   ``PersistenceError`` with the codes of its stores. The changes stay pending then.
  public func save() throws {
    // Of whoever is told that a save begins, what is changed goes with it.
    guard !core.isSaving else { return }
    if let failure {
      self.failure = nil
      throw failure
    }
    try retryDeniedDeletes()
    closeStep()
    guard engine.hasChanges else { return }
    core.isSaving = true
    NotificationCenter.default.post(name: Self.willSave, object: self)
    core.isSaving = false
    if upsertsUniqueValues {
      let upserts = try engine.mergeInserts()
      take(upserts.replacements)
      noteEdits(upserts.edits)
    }
    let changes = engine.changes(in: nil)
    let outcome = try engine.save()
    let replacements = outcome.stores.flatMap(\.replacements)
    take(replacements)
    if undoManager != nil {
      for identifier in changes.deleted { parked[identifier] = held[identifier] }
    }
    detach(changes.deleted)
    held = [:]
    generation += 1
    for identifier in outcome.stores.flatMap(\.revised) {
      registry[identifier]?.noteEveryMutation()
    }
    core.observers.noteChange()
    post(changes, historyTokens(of: outcome))
  }

  /// Drops the pending changes: new models leave the context, changed ones have their stored values.
  ///
  /// Nothing can be undone after it.
  public func rollback() {
    let changes = engine.changes(in: nil)
    engine.rollback()
    generation += 1
    failure = nil
    deniedDeletes = []
    let models = held
    held = [:]
    forgetSteps()
    detach(changes.inserted, models)
    for model in models.values where model.storage.core != nil { model.noteEveryMutation() }
    core.observers.noteChange()
  }

  /// Runs a block and saves; where the block throws, nothing is saved and its changes stay pending.
  public func transaction(block: () throws -> Void) throws {
    try block()
    try save()
  }

  private func take(_ replacements: [IdentifierReplacement]) {
    for replacement in replacements {
      guard let model = held.removeValue(forKey: replacement.old) ?? registry[replacement.old]
      else { continue }
      registry[replacement.old] = nil
      model.storage.identifier = replacement.new
      // Where an upsert met an object that has an instance already, that one stays the context's own.
      if registry[replacement.new] == nil { registry[replacement.new] = model }
    }
  }

  private func detach(
    _ identifiers: [PersistentIdentifier],
    _ models: [PersistentIdentifier: any PersistentModel]? = nil
  ) {
    for identifier in identifiers {
      (models ?? held)[identifier]?.storage.detach()
      registry[identifier] = nil
    }
  }

  /// The place in each store's history that a save has reached, by store identifier.
  private func historyTokens(of outcome: SaveOutcome) -> [String: any HistoryToken] {
    var tokens: [String: any HistoryToken] = [:]
    for store in outcome.stores {
      guard let identifier = engine.store(named: store.name)?.identifier else { continue }
      if let transaction = store.transaction {
        tokens[identifier] = DefaultHistoryToken(transaction, of: identifier)
        container.transactions.note(transaction, of: identifier)
      } else {
        tokens[identifier] = core.foreignStores[store.name]?.takeHistoryToken()
      }
    }
    return tokens
  }

  private func post(
    _ changes: PendingChangesSummary, _ tokens: [String: any HistoryToken]
  ) {
    let inserted = changes.inserted.map(engine.permanentIdentifier)
    NotificationCenter.default.post(
      name: Self.didSave, object: self,
      userInfo: [
        NotificationKey.insertedIdentifiers.rawValue: inserted, "inserted": inserted,
        NotificationKey.updatedIdentifiers.rawValue: changes.updated, "updated": changes.updated,
        NotificationKey.deletedIdentifiers.rawValue: changes.deleted, "deleted": changes.deleted,
        NotificationKey.historyTokens.rawValue: tokens,
      ])
    container.postRemoteChange(tokens)
  }
}

extension ModelContext {
  /// Posted before a save is tried; the object is the context.
  public static let willSave = Notification.Name("ModelContext.willSave")

  /// Posted after a save; the object is the context.
  ///
  /// The information has arrays of identifiers under the raw values of ``NotificationKey``, and under
  /// `inserted`, `updated` and `deleted`, as Apple's has; the tokens of histories by store identifier.
  public static let didSave = Notification.Name("ModelContext.didSave")

  /// What the information of a notification is kept under, by raw value.
  public enum NotificationKey: String {
    case queryGeneration, invalidatedAllIdentifiers, insertedIdentifiers, updatedIdentifiers
    case deletedIdentifiers, historyTokens
  }
}

extension PersistentModel {
  /// Tells observers that any property may have changed.
  func noteEveryMutation() {
    for property in storage.table.properties { noteMutation(of: property.name) }
  }
}
