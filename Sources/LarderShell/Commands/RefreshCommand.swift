import LarderCore
import LarderStore

extension ShellCommand {
  static let refresh = ShellCommand(
    "refresh", ".refresh", "Forget what the current store keeps of its service, and ask it anew."
  ) { arguments, session in
    guard arguments.isEmpty else { throw UsageError() }
    let open = try session.currentOpenStore()
    guard let store = open.store.base as? any StoreRefreshing else {
      throw PersistenceError(
        .unsupported,
        detail: "a store of kind \(open.kind) reads what others have changed by itself")
    }
    try store.refresh()
  }
}
