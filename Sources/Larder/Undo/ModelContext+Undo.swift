import LarderCore
import LarderStore

extension ModelContext {
  /// Closes what was changed so far as one step that can be undone.
  ///
  /// Saves do it by themselves; edits after it are another step.
  ///
  /// A context that saves by itself, and cannot tell where it belongs, saves now.
  public func processPendingChanges() {
    closeStep()
    if core.autosave.isEnabled, core.autosave.schedule == nil { saveByItself() }
  }

  func closeStep() {
    guard engine.openGroupName != nil else { return }
    let count = engine.undoCount
    do {
      try engine.endGroup()
    } catch {
      note(error)
    }
    guard engine.undoCount > count else { return }
    undoManager?.registerUndo(withTarget: core) { $0.context.move(isUndo: true) }
    undoManager?.endEventGroup()
  }

  /// Sees to it that the next edit is part of a step, where there is somebody to undo it.
  func beginStep() {
    guard undoManager != nil, engine.openGroupName == nil else { return }
    do {
      try engine.beginGroup(named: "edit")
    } catch {
      note(error)
    }
  }

  /// Forgets the steps, which can no longer be undone.
  func forgetSteps() {
    undoManager?.removeAllActions(withTarget: core)
    engine.removeUndoSteps()
    parked = [:]
  }

  fileprivate func move(isUndo: Bool) {
    closeStep()
    do {
      let outcome = isUndo ? try engine.undo() : try engine.redo()
      generation += 1
      park(outcome.objects.deleted)
      revive(outcome)
      for identifier in outcome.objects.updated {
        guard let model = held[identifier] ?? registry[identifier] else { continue }
        held[identifier] = model
        model.noteEveryMutation()
      }
      noteChange()
    } catch {
      note(error)
    }
    undoManager?.registerUndo(withTarget: core) { $0.context.move(isUndo: !isUndo) }
  }

  /// Puts models aside whose insert was undone, for when it is done again.
  private func park(_ identifiers: [PersistentIdentifier]) {
    for identifier in identifiers {
      guard let model = held[identifier] ?? registry[identifier] else { continue }
      if identifier.isTemporary {
        parked[identifier] = model
        model.storage.detach()
        registry[identifier] = nil
        held[identifier] = nil
      } else {
        held[identifier] = model
      }
    }
  }

  /// Brings models back whose delete was undone.
  private func revive(_ outcome: UndoOutcome) {
    let former = Dictionary(
      outcome.remapped.map { ($0.new, $0.old) }, uniquingKeysWith: { first, _ in first })
    for identifier in outcome.objects.inserted {
      guard let model = parked.removeValue(forKey: former[identifier] ?? identifier) else {
        continue
      }
      model.storage.identifier = identifier
      model.storage.attach(to: self)
      registry[identifier] = model
      held[identifier] = model
    }
  }
}
