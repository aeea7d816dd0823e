import LarderCore
import LarderStore

/// What a context and its models work on.
///
/// Models keep it alive, so that they can be read when nobody holds their context; the context keeps the
/// models with pending changes alive. Without the context nobody does, or neither would ever go away.
final class ContextCore {
  let engine: EntityContext

  /// The stores of one's own, as this context asks them, by name.
  let foreignStores: [String: any ForeignStore]

  var editingState = EditingState() {
    didSet {
      engine.author = editingState.author
      for store in foreignStores.values { store.editingState.author = editingState.author }
    }
  }

  var undoManager: UndoManager?
  var upsertsUniqueValues = true

  /// Counts whatever may have changed a value, so that models know when to look again.
  var generation = 0

  /// The instances that somebody holds, by identifier.
  var registry = ModelRegistry()

  /// What the last instance was made by; objects of one class come in rows.
  var lastTable: ModelTable?

  /// Models with pending changes, which must not go away before a save.
  var held: [PersistentIdentifier: any PersistentModel] = [:]

  /// Models that are gone for now, and come back where that is undone.
  var parked: [PersistentIdentifier: any PersistentModel] = [:]

  /// The first failure of a setter since the last save.
  var failure: (any Error)?

  /// Whether a save tells its observers that it begins.
  var isSaving = false

  /// Objects whose delete a rule forbade so far.
  var deniedDeletes: [PersistentIdentifier] = []

  var autosave = Autosave()
  var observers = ContextObservers()

  private let parts: ModelContainer.Parts
  private let ownedContainer: ModelContainer?
  private weak var seenContainer: ModelContainer?
  private weak var handle: ModelContext?

  // Apart from those that models are born with.
  private static let firstTemporaryNumber: Int64 = 1 << 60

  /// Makes the core of a context; a container does not keep itself alive by a context that it keeps.
  init(_ container: ModelContainer, isOwnedByContainer: Bool) {
    parts = container.parts
    ownedContainer = isOwnedByContainer ? nil : container
    seenContainer = container
    engine = EntityContext(firstTemporaryNumber: Self.firstTemporaryNumber)
    engine.recordsUndo = false
    engine.registrationLimit = .max
    var foreignStores: [String: any ForeignStore] = [:]
    for contained in container.stores {
      let foreign = (contained.store as? any ForeignStore)?.serving(editingState)
      foreignStores[contained.name] = foreign
      do {
        try engine.attach(foreign ?? contained.store, as: contained.name)
      } catch {
        failure = error
      }
    }
    self.foreignStores = foreignStores
  }

  deinit {
    for store in foreignStores.values { store.invalidateState() }
  }

  var container: ModelContainer {
    ownedContainer ?? seenContainer ?? ModelContainer(reviving: parts)
  }

  /// The context that somebody holds, or another over the same objects.
  var context: ModelContext { handle ?? ModelContext(core: self) }

  func setHandle(_ context: ModelContext) { handle = context }

  /// Lets go what the context kept alive, after a last save where it saves by itself.
  func noteEndOfContext() {
    if autosave.isEnabled, !autosave.isEnding, engine.hasChanges {
      autosave.isEnding = true
      saveForTheLastTime()
      autosave.isEnding = false
    }
    held = [:]
  }

  private func saveForTheLastTime() { ModelContext(core: self).saveByItself() }
}

/// Model instances by identifier, held weakly.
struct ModelRegistry {
  private struct Entry {
    weak var model: (any PersistentModel)?
  }

  private var entries: [PersistentIdentifier: Entry] = [:]
  private var sweepCount = 1024

  subscript(identifier: PersistentIdentifier) -> (any PersistentModel)? {
    get { entries[identifier]?.model }
    set {
      guard let newValue else {
        entries[identifier] = nil
        return
      }
      entries[identifier] = Entry(model: newValue)
      guard entries.count > sweepCount else { return }
      entries = entries.filter { $0.value.model != nil }
      sweepCount = max(1024, entries.count * 2)
    }
  }
}
