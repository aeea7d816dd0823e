import LarderStore

extension Session {
  /// Makes a context over the same stores and uses it.
  func makeContext(named name: String) throws {
    guard !contexts.contains(where: { $0.name == name }) else {
      throw ShellError(.nameTaken, "a context named `\(name)` exists already")
    }
    let context = EntityContext()
    for store in stores { try context.attach(store.store, as: store.name) }
    contexts.append(NamedContext(name: name, context: context))
    try useContext(named: name)
  }

  func useContext(named name: String) throws {
    guard contexts.contains(where: { $0.name == name }) else {
      let names = contexts.map(\.name).joined(separator: ", ")
      throw ShellError(.unknownContext, "no context is named `\(name)`; there are \(names)")
    }
    currentContext = name
    interrupts.aim(at: context.interrupter)
  }
}
