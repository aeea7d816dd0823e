import LarderCore
import LarderStore

extension ShellCommand {
  static let watch = ShellCommand(
    "watch", ".watch [SECONDS] [diff] QUERY",
    "Ask a query again and again, and show what changes; Ctrl-C ends it."
  ) { arguments, session in
    var rest = Substring(arguments)
    var seconds: Double?
    var word = rest.prefix { !$0.isWhitespace }
    if let number = Double(word) {
      guard number >= 0.1, number <= 86_400 else {
        throw ShellError(.wrongUsage, "`.watch` takes 0.1 to 86400 seconds, not \(word)")
      }
      seconds = number
      rest = rest.dropFirst(word.count).drop { $0.isWhitespace }
      word = rest.prefix { !$0.isWhitespace }
    }
    let showsDifferences = word == "diff"
    if showsDifferences { rest = rest.dropFirst(word.count).drop { $0.isWhitespace } }
    guard !rest.isEmpty else { throw UsageError() }
    session.commandArgumentsStart += arguments.utf8.count - rest.utf8.count
    let asked = try session.query(in: String(rest))
    let open = try session.openStore(named: asked.store)
    let pause = StorePause(open, seconds: seconds)
    let target = session.nextOutput ?? session.output
    try session.watch(asked, showsDifferences: showsDifferences) {
      pause.wait { target.isClosed }
    }
    if target.isClosed { throw OutputError.closed }
  }

  static let sql = ShellCommand(
    "sql", ".sql TEXT", "Look at the current store's database with SQL that only reads."
  ) { arguments, session in
    guard !arguments.isEmpty else { throw UsageError() }
    let open = try session.currentOpenStore()
    guard let store = open.store.base as? any SQLReading else {
      throw PersistenceError(
        .unsupported, detail: "`\(open.name)` is a store of kind \(open.kind), which has no SQL")
    }
    try session.showRows(ofSQL: arguments, in: store)
  }
}

extension Session {
  fileprivate func showRows(ofSQL text: String, in store: any SQLReading) throws {
    let names = try store.columns(ofSQL: text)
    try show(ResultShape(columns: names.map { ResultColumn(name: $0) })) { format in
      try store.enumerateRows(ofSQL: text) { values in
        try checkInterrupt()
        try format.write(values.map(BorrowedValue.value), identifier: nil)
        return true
      }
    }
  }
}
