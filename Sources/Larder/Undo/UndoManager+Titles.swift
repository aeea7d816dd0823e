/// Words for menus.
extension UndoManager {
  /// `Undo`, with the name of what it would undo.
  public var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// `Redo`, with the name of what it would do again.
  public var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  public func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  public func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }
}
