import Dispatch
public import Foundation
import LarderStore

/// When a context saves by itself.
struct Autosave {
  var isEnabled = false

  /// Whether a save waits for its turn, so that no other is asked for.
  var isScheduled = false

  /// Whether the context's last save is on its way.
  var isEnding = false

  /// Runs a job where the context belongs, after what runs there now; `nil` where that is not known.
  var schedule: ((@escaping @Sendable () -> Void) -> Void)?
}

extension ModelContext {
  /// Whether changes are saved without a call of ``save()``.
  ///
  /// A change asks for a save where the context belongs, after what runs there now: on the main actor for
  /// a main context and for one that is set to save by itself on the main thread, on its actor for a model
  /// actor's. Any other saves with ``processPendingChanges()``; all of them before they go away.
  /// Where such a save fails, ``didFailToSave`` is posted and the next ``save()`` throws.
  public var autosaveEnabled: Bool {
    get { core.autosave.isEnabled }
    set {
      core.autosave.isEnabled = newValue
      guard newValue else { return }
      if core.autosave.schedule == nil, Thread.isMainThread {
        core.autosave.schedule = { job in Task { @MainActor in job() } }
      }
      scheduleSave()
    }
  }

  /// Posted when a save that nobody called failed; the object is the context, the information has the
  /// error under `error`.
  public static let didFailToSave = Notification.Name("ModelContext.didFailToSave")

  /// Asks for a save where there is something to save and nobody has asked yet.
  func scheduleSave() {
    guard core.autosave.isEnabled, !core.autosave.isScheduled, engine.hasChanges,
      let schedule = core.autosave.schedule
    else { return }
    core.autosave.isScheduled = true
    let waiting = WaitingContext(core: core)
    schedule { waiting.save() }
  }

  /// Saves what is pending, unless a failure waits for somebody who calls ``save()``.
  func saveByItself() {
    guard engine.hasChanges, failure == nil else { return }
    do {
      try save()
    } catch {
      note(error)
      NotificationCenter.default.post(
        name: Self.didFailToSave, object: self, userInfo: ["error": error])
    }
  }
}

/// A context on its way to where it belongs, which is the only place that looks into it.
private final class WaitingContext: @unchecked Sendable {
  private weak var core: ContextCore?

  init(core: ContextCore) { self.core = core }

  func save() {
    guard let core else { return }
    core.autosave.isScheduled = false
    if core.autosave.isEnabled { core.context.saveByItself() }
  }
}
