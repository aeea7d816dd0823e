import Foundation
import LarderCore
import LarderStore

/// A working set of models with changes that are not saved yet.
///
/// It belongs to one thread or actor, as its models do. What a property's setter cannot throw, the next
/// ``save()`` does.
public final class ModelContext: Equatable, SendableMetatype {
  public let container: ModelContainer

  /// Whether changes are saved without a call of ``save()``.
  public var autosaveEnabled = false

  /// Who undoes what is changed here; nil for nobody, which saves memory.
  public var undoManager: UndoManager? {
    willSet { if newValue !== undoManager { forgetSteps() } }
    didSet { engine.recordsUndo = undoManager != nil }
  }

  /// Whether an insert of a unique value that is there updates the object that has it.
  ///
  /// Without, the save throws `store.not-unique`.
  public var upsertsUniqueValues = true

  /// Stamped on history transactions; nil where there is none.
  public var author: String? {
    get { editingState.author }
    set { editingState.author = newValue }
  }

  /// The identity of this context as stores see it.
  public internal(set) var editingState = EditingState()

  let engine: EntityContext

  /// Counts whatever may have changed a value, so that models know when to look again.
  var generation = 0

  /// The instances that somebody holds, by identifier.
  var registry = ModelRegistry()

  /// Models with pending changes, which must not go away before a save.
  var held: [PersistentIdentifier: any PersistentModel] = [:]

  /// The first failure of a setter since the last save.
  var failure: (any Error)?

  /// Objects whose delete a rule forbade so far.
  var deniedDeletes: [PersistentIdentifier] = []

  /// Models that are gone for now, and come back where that is undone.
  var parked: [PersistentIdentifier: any PersistentModel] = [:]

  // Apart from those that models are born with.
  private static let firstTemporaryNumber: Int64 = 1 << 60

  public init(_ container: ModelContainer) {
    self.container = container
    engine = EntityContext(firstTemporaryNumber: Self.firstTemporaryNumber)
    engine.recordsUndo = false
    engine.registrationLimit = .max
    for contained in container.stores {
      do {
        try engine.attach(contained.store, as: contained.name)
      } catch {
        failure = error
      }
    }
  }

  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs === rhs }

  /// Whether there is something to save.
  public var hasChanges: Bool { engine.hasChanges || failure != nil || !deniedDeletes.isEmpty }

  /// New models, in the order in which they were inserted.
  public var insertedModelsArray: [any PersistentModel] { models(engine.changes(in: nil).inserted) }

  /// Stored models that differ from what is stored.
  public var changedModelsArray: [any PersistentModel] { models(engine.changes(in: nil).updated) }

  /// Models that the next save deletes.
  public var deletedModelsArray: [any PersistentModel] { models(engine.changes(in: nil).deleted) }

  private func models(_ identifiers: [PersistentIdentifier]) -> [any PersistentModel] {
    identifiers.compactMap { held[$0] ?? registry[$0] ?? materialise($0, nil) }
  }

  func hasChanges(_ storage: ModelStorage) -> Bool {
    held[storage.identifier] != nil
  }

  func isDeleted(_ storage: ModelStorage) -> Bool {
    guard held[storage.identifier] != nil else { return false }
    return engine.changes(in: nil).deleted.contains(storage.identifier)
  }

  func note(_ error: any Error) { failure = failure ?? error }
}

extension ModelContext: CustomDebugStringConvertible {
  public var debugDescription: String {
    let changes = engine.changes(in: nil)
    return "ModelContext: \(changes.inserted.count) inserted, \(changes.updated.count) changed, "
      + "\(changes.deleted.count) deleted"
  }
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
