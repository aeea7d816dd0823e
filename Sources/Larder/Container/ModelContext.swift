import Foundation
import LarderCore
import LarderStore

/// A working set of models with changes that are not saved yet.
///
/// It belongs to one thread or actor, as its models do. What a property's setter cannot throw, the next
/// ``save()`` does. Models can still be read, and lead to others, when nobody holds their context; their
/// unsaved changes stay only while somebody holds one of them.
public final class ModelContext: Equatable, SendableMetatype {
  let core: ContextCore

  public convenience init(_ container: ModelContainer) {
    self.init(container, isOwnedByContainer: false)
  }

  convenience init(_ container: ModelContainer, isOwnedByContainer: Bool) {
    self.init(core: ContextCore(container, isOwnedByContainer: isOwnedByContainer))
  }

  init(core: ContextCore) {
    self.core = core
    core.setHandle(self)
  }

  deinit { core.noteEndOfContext() }

  public var container: ModelContainer { core.container }

  /// Who undoes what is changed here; nil for nobody, which saves memory.
  public var undoManager: UndoManager? {
    get { core.undoManager }
    set {
      if newValue !== undoManager { forgetSteps() }
      core.undoManager = newValue
      engine.recordsUndo = newValue != nil
    }
  }

  /// Whether an insert of a unique value that is there updates the object that has it.
  ///
  /// Without, the save throws `store.not-unique`.
  public var upsertsUniqueValues: Bool {
    get { core.upsertsUniqueValues }
    set { core.upsertsUniqueValues = newValue }
  }

  /// Stamped on history transactions; nil where there is none.
  public var author: String? {
    get { editingState.author }
    set { core.editingState.author = newValue }
  }

  /// The identity of this context as stores see it.
  public var editingState: EditingState { core.editingState }

  public static func == (lhs: ModelContext, rhs: ModelContext) -> Bool { lhs.core === rhs.core }

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
    engine.pendingChange(of: storage.identifier) != nil
  }

  func isDeleted(_ storage: ModelStorage) -> Bool {
    engine.pendingChange(of: storage.identifier) == .delete
  }

  func note(_ error: any Error) { failure = failure ?? error }
}

/// The core's own, for the parts of the context.
extension ModelContext {
  var engine: EntityContext { core.engine }

  var generation: Int {
    get { core.generation }
    set { core.generation = newValue }
  }

  var registry: ModelRegistry {
    get { core.registry }
    _modify { yield &core.registry }
  }

  var held: [PersistentIdentifier: any PersistentModel] {
    get { core.held }
    _modify { yield &core.held }
  }

  var parked: [PersistentIdentifier: any PersistentModel] {
    get { core.parked }
    _modify { yield &core.parked }
  }

  var failure: (any Error)? {
    get { core.failure }
    set { core.failure = newValue }
  }

  var deniedDeletes: [PersistentIdentifier] {
    get { core.deniedDeletes }
    _modify { yield &core.deniedDeletes }
  }
}

extension ModelContext: CustomDebugStringConvertible {
  public var debugDescription: String {
    let changes = engine.changes(in: nil)
    return "ModelContext: \(changes.inserted.count) inserted, \(changes.updated.count) changed, "
      + "\(changes.deleted.count) deleted"
  }
}
