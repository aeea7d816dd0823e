public import LarderCore

extension PersistenceError.Code {
  /// A store of that name or identity is attached already.
  public static let storeAttached = Self(rawValue: "context.store-attached")
  public static let unknownStore = Self(rawValue: "context.unknown-store")
  /// A store cannot be detached while it has pending changes.
  public static let unsavedChanges = Self(rawValue: "context.unsaved-changes")
  /// An object with pending edits is not read again unless they are given up.
  public static let objectIsEdited = Self(rawValue: "context.object-is-edited")
  /// The objects named are in no conflict.
  public static let noConflict = Self(rawValue: "context.no-conflict")
  /// Undo, redo or a second group while a group is open.
  public static let groupIsOpen = Self(rawValue: "undo.group-is-open")
  /// A group is ended that was not begun.
  public static let noOpenGroup = Self(rawValue: "undo.no-open-group")
}
