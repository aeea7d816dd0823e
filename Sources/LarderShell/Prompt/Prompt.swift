import LarderStore

/// What stands before the cursor.
enum Prompt {
  /// `trips>`, `trips*2>` with two unsaved changes, `trips!>` read-only, `larder>` without a store.
  static func text(for session: Session) -> String {
    let name = session.currentStore ?? "larder"
    let context = session.currentContext == "main" ? "" : "/\(session.currentContext)"
    let count = session.context.changes(in: nil).count
    let changes = count > 0 ? "*\(count)" : ""
    return VisibleText.of("\(name)\(context)\(changes)\(isReadOnly(session) ? "!" : "")> ")
  }

  /// As wide as the prompt before it, with what is open.
  static func continuation(of prompt: String, open: String) -> String {
    let width = CharacterWidth.of(prompt)
    let mark = "\(open)> "
    return String(repeating: " ", count: max(0, width - CharacterWidth.of(mark))) + mark
  }

  private static func isReadOnly(_ session: Session) -> Bool {
    if session.isReadOnly { return true }
    return session.stores.first { $0.name == session.currentStore }?.store.readOnlyReason != nil
  }
}
