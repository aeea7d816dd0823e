import LarderCore

extension EntityContext {
  /// The name of the group that edits are joined to; `nil` when every edit is a step of its own.
  public var openGroupName: String? { openGroup?.name }

  /// Joins the edits that follow into one undo step, up to ``endGroup()``.
  ///
  /// A save inside divides the step.
  ///
  /// - Throws: `undo.group-is-open` where one is open.
  public func beginGroup(named name: String) throws {
    if let openGroup {
      throw PersistenceError(.groupIsOpen, detail: "the group \(openGroup.name) is open")
    }
    openGroup = makeGroup(named: name)
  }

  /// Ends the open group; one without edits leaves no step.
  ///
  /// - Throws: `undo.no-open-group`.
  public func endGroup() throws {
    guard let group = openGroup else { throw PersistenceError(.noOpenGroup) }
    openGroup = nil
    if !group.isEmpty { undoStack.record(group) }
  }

  /// Makes a step of what the open group holds so far, and leaves it open.
  func divideOpenGroup() {
    guard let group = openGroup, !group.isEmpty else { return }
    undoStack.record(group)
    openGroup = makeGroup(named: group.name)
  }
}
