import SwiftData

private func undoManagers(_ target: SurfaceModel) {
  let undo: UndoManager = UndoManager()
  undo.beginUndoGrouping()
  undo.endUndoGrouping()
  let _: Int = undo.groupingLevel
  undo.disableUndoRegistration()
  undo.enableUndoRegistration()
  let groups: Bool = undo.groupsByEvent
  undo.groupsByEvent = groups
  let levels: Int = undo.levelsOfUndo
  undo.levelsOfUndo = levels
  undo.registerUndo(withTarget: target) { (model: SurfaceModel) in model.number = 1 }
  undo.setActionName("a")
  undo.undo()
  undo.redo()
  undo.undoNestedGroup()
  undo.removeAllActions()
  undo.removeAllActions(withTarget: target)
  let _: [Bool] = [
    undo.isUndoRegistrationEnabled, undo.canUndo, undo.canRedo, undo.isUndoing, undo.isRedoing,
  ]
  let _: [String] = [
    undo.undoActionName, undo.redoActionName, undo.undoMenuItemTitle, undo.redoMenuItemTitle,
    undo.undoMenuTitle(forUndoActionName: "a"), undo.redoMenuTitle(forUndoActionName: "a"),
  ]
}
