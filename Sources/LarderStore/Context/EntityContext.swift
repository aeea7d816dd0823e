public import LarderCore

/// A working set of objects of one or several stores, with changes that are not saved yet.
///
/// Edits stay here until ``save()``; fetches see them. Every edit is one undo step, across saves too. A
/// context belongs to one thread; only its ``interrupter`` may be used from others.
///
/// Errors are ``PersistenceError``; an operation that throws has changed nothing, unless its
/// documentation says otherwise.
public final class EntityContext {
  /// What an insert does whose unique value an object holds already.
  public var uniquenessPolicy: UniquenessPolicy = .error

  /// Whether edits become undo steps; without, memory holds no more than the pending changes.
  public var recordsUndo = true

  /// How many objects are remembered as they were last seen.
  ///
  /// Those beyond are read again where they are edited, so that a change by somebody else between is not
  /// noticed.
  public var registrationLimit = 100_000

  /// In whose name a store that keeps a history notes the saves; `nil` for the store's own author.
  public var author: String?

  /// Stops the running operation from any thread.
  public let interrupter = Interrupter()

  /// Objects that the last save found changed in their store, and new ones of which nobody knows whether
  /// they are there.
  public internal(set) var conflicts: [SaveConflict] = []

  /// What the last save wrote, also where it failed in the end.
  public internal(set) var lastSave = SaveOutcome()

  let environment: EvaluationEnvironment
  let minter: IdentifierMinter
  var attachedStores: [AttachedStore] = []
  var undoStack = UndoStack()

  /// What ``rollback()`` goes back to: the steps and identifiers as of the last save.
  var saved = SavedState()

  var openGroup: UndoGroup?
  var remapping = IdentifierRemapping()

  /// Where temporary identifiers belong.
  var homes: [PersistentIdentifier: String] = [:]
  var saveCount = 0
  private var groupCount = 0

  /// Makes a context without stores.
  ///
  /// - Parameters:
  ///   - environment: For regular expressions.
  ///   - firstTemporaryNumber: Where the context's own temporary identifiers begin; whoever inserts objects
  ///     under identifiers of their own keeps below.
  public init(environment: EvaluationEnvironment = .standard, firstTemporaryNumber: Int64 = 1) {
    self.environment = environment
    minter = IdentifierMinter(first: firstTemporaryNumber)
  }

  /// Makes the running operation end with `operation.cancelled`; from other threads use
  /// ``interrupter``.
  public func interrupt() { interrupter.interrupt() }

  /// The identifier that an object has now: the permanent one after its save, a temporary one while a
  /// deleted object waits to be inserted again.
  ///
  /// Identifiers that were never replaced are returned as they are.
  public func permanentIdentifier(
    for identifier: PersistentIdentifier
  ) -> PersistentIdentifier { remapping[identifier] }

  func makeGroup(named name: String) -> UndoGroup {
    groupCount += 1
    return UndoGroup(number: groupCount, name: name)
  }
}

/// The undo steps and identifiers as of the last save.
struct SavedState {
  var undoStack = UndoStack()
  var remapping = IdentifierRemapping()
}
