/// What can be undone and redone, with the interface of Foundation's class of the name.
///
/// Linux has none. It belongs to one thread or actor. There is no run loop that would close the group of an
/// event: `undo()`, ``endEventGroup()`` and a context's `processPendingChanges()` do.
public final class UndoManager {
  private struct Group {
    var name = ""
    var actions: [Action] = []
    var isOfEvent = false
  }

  private struct Action {
    weak var target: AnyObject?
    let perform: () -> Void
  }

  /// Whether what is registered outside a group opens one, up to the end of the event.
  public var groupsByEvent = true

  /// How many groups are kept; zero for all.
  public var levelsOfUndo = 0 {
    didSet { trim() }
  }

  public private(set) var isUndoing = false
  public private(set) var isRedoing = false
  private var undoGroups: [Group] = []
  private var redoGroups: [Group] = []
  private var openGroups: [Group] = []
  private var disabledCount = 0

  public init() {}

  public var canUndo: Bool { !undoGroups.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
  public var canRedo: Bool { !redoGroups.isEmpty }
  public var groupingLevel: Int { openGroups.count }
  public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

  /// The name of what ``undo()`` would undo; empty where it has none.
  public var undoActionName: String {
    openGroups.last.flatMap { $0.actions.isEmpty ? nil : $0.name } ?? undoGroups.last?.name ?? ""
  }

  public var redoActionName: String { redoGroups.last?.name ?? "" }

  /// Names the open group, or the last one.
  public func setActionName(_ actionName: String) {
    if !openGroups.isEmpty {
      openGroups[openGroups.count - 1].name = actionName
    } else if !undoGroups.isEmpty {
      undoGroups[undoGroups.count - 1].name = actionName
    }
  }

  public func disableUndoRegistration() { disabledCount += 1 }

  public func enableUndoRegistration() {
    precondition(disabledCount > 0, "Undo registration was not disabled.")
    disabledCount -= 1
  }

  public func beginUndoGrouping() { openGroups.append(Group()) }

  /// Closes the group that was opened last; one inside another becomes a part of it.
  public func endUndoGrouping() {
    guard let group = openGroups.popLast() else {
      preconditionFailure("No undo group is open.")
    }
    guard !group.actions.isEmpty else { return }
    if !openGroups.isEmpty {
      openGroups[openGroups.count - 1].actions += group.actions
    } else if isUndoing {
      redoGroups.append(group)
    } else {
      undoGroups.append(group)
      trim()
    }
  }

  /// Closes the group that registering opened by itself, where there is one.
  public func endEventGroup() {
    if openGroups.count == 1, openGroups[0].isOfEvent { endUndoGrouping() }
  }

  /// Notes what undoes something that was just done; while undoing, what does it again.
  ///
  /// The target is held weakly.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if openGroups.isEmpty {
      precondition(groupsByEvent, "No undo group is open.")
      openGroups.append(Group(isOfEvent: true))
    }
    if !isUndoing, !isRedoing { redoGroups = [] }
    let action = Action(target: target) { [weak target] in target.map(handler) }
    openGroups[openGroups.count - 1].actions.append(action)
  }

  /// Undoes the last group.
  public func undo() {
    endEventGroup()
    undoNestedGroup()
  }

  /// Undoes the last group that is closed.
  public func undoNestedGroup() {
    guard let group = undoGroups.popLast() else { return }
    isUndoing = true
    perform(group)
    isUndoing = false
  }

  /// Does again what was undone last.
  public func redo() {
    endEventGroup()
    guard let group = redoGroups.popLast() else { return }
    isRedoing = true
    perform(group)
    isRedoing = false
  }

  public func removeAllActions() {
    undoGroups = []
    redoGroups = []
    openGroups = []
  }

  /// Forgets what was registered for a target.
  public func removeAllActions(withTarget target: AnyObject) {
    func without(_ groups: [Group]) -> [Group] {
      groups.map { group in
        var group = group
        group.actions.removeAll { $0.target === target || $0.target == nil }
        return group
      }
    }
    undoGroups = without(undoGroups).filter { !$0.actions.isEmpty }
    redoGroups = without(redoGroups).filter { !$0.actions.isEmpty }
    openGroups = without(openGroups)
  }

  private func perform(_ group: Group) {
    openGroups.append(Group(name: group.name))
    for action in group.actions.reversed() { action.perform() }
    // An action may have forgotten everything.
    if !openGroups.isEmpty { endUndoGrouping() }
  }

  private func trim() {
    if levelsOfUndo > 0, undoGroups.count > levelsOfUndo {
      undoGroups.removeFirst(undoGroups.count - levelsOfUndo)
    }
  }
}
