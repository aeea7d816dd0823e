import LarderCore
import LarderStore

extension Session {
  /// Opens a store and makes it current; every context gets it.
  @discardableResult
  func open(_ location: StoreLocation, _ options: StoreOptions) throws -> OpenStore {
    let name = try freeName(for: location)
    do {
      let opened = try StoreOpening(openers: openers).open(location, options)
      return try add(opened.store, kind: opened.kind, name: name, location: location)
    } catch let error as PersistenceError {
      throw StoreOpeningError(
        address: location.shownAddress, message: ErrorPresenter.problem(error).message)
    }
  }

  /// Puts a store under a name in every context and makes it current.
  @discardableResult
  func add(
    _ base: any EntityStore, kind: String, name: String, location: StoreLocation
  ) throws -> OpenStore {
    let store = TracingStore(base, name: name, trace: trace)
    for named in contexts { try named.context.attach(store, as: name) }
    let opened = OpenStore(name: name, kind: kind, location: location, store: store)
    stores.append(opened)
    currentStore = name
    return opened
  }

  /// Closes a store; refuses while a context holds unsaved changes of it.
  func close(_ name: String) throws {
    let store = try openStore(named: name)
    for named in contexts where named.context.changes(in: name).count > 0 {
      throw ShellError(
        .unsavedStore, "`\(name)` has \(unsavedText(named.context.changes(in: name).count))",
        help: "`save` writes them, `rollback` drops them")
    }
    for named in contexts { try named.context.detach(name) }
    stores.removeAll { $0.name == store.name }
    if currentStore == name { currentStore = stores.last?.name }
  }

  /// A name that no open store has; a name given twice is an error, a taken one gets a number.
  private func freeName(for location: StoreLocation) throws -> String {
    let wanted = location.suggestedName
    guard stores.contains(where: { $0.name == wanted }) else { return wanted }
    guard location.name == nil else {
      throw ShellError(.nameTaken, "a store named `\(wanted)` is open already")
    }
    var number = 2
    while stores.contains(where: { $0.name == "\(wanted)\(number)" }) { number += 1 }
    return "\(wanted)\(number)"
  }

  /// `1 unsaved change`, `3 unsaved changes`.
  func unsavedText(_ count: Int) -> String {
    "\(count) unsaved \(count == 1 ? "change" : "changes")"
  }

  /// Objects with unsaved changes in all contexts.
  var unsavedCount: Int {
    contexts.reduce(0) { $0 + $1.context.changes(in: nil).count }
  }

  /// The names that mean entities whatever else they spell.
  var entityNames: Set<String> {
    Set(stores.flatMap { $0.store.schema.entities.map(\.name.rawValue) })
  }
}
