import LarderCore
import LarderQuery
import LarderStore
import LineEditor

extension Session {
  /// Asks a query again whenever `wait` returns, until it returns false, and shows what changed.
  ///
  /// People get the whole result whenever it is another one, or with `showsDifferences` the rows that changed;
  /// the data modes get a record a row, whose `change` is `present`, `added`, `changed` or `removed`. The context
  /// remembers nothing of it.
  func watch(_ asked: StoreQuery, showsDifferences: Bool, _ wait: () -> Bool) throws {
    let kept = (context.registrationLimit, usesPager)
    defer {
      (context.registrationLimit, usesPager) = kept
      nextOutput = nil
    }
    context.registrationLimit = 0
    usesPager = false
    let target = nextOutput ?? output
    var last: WatchedResult?
    repeat {
      guard let result = try watched(asked) else { continue }
      nextOutput = target
      try show(result, since: last, showsDifferences: showsDifferences, on: target)
      nextOutput = nil
      last = result
    } while wait()
    // At the prompt Ctrl-C is how one goes on; a script goes no further.
    guard isInteractive else { return try checkInterrupt() }
    // The terminal shows `^C` where the next prompt is to begin.
    if Signals.takeInterrupt() { try notice("") }
  }

  /// The result, or `nil` where another process holds the store just now.
  private func watched(_ asked: StoreQuery) throws -> WatchedResult? {
    let open = try openStore(named: asked.store)
    do {
      try (open.store.base as? any StoreRefreshing)?.refresh()
      let result = try context.run(asked.query, in: asked.store)
      return WatchedResult(result, of: asked.query, schema: open.store.schema)
    } catch PersistenceError.Code.busy {
      return nil
    }
  }

  private func show(
    _ result: WatchedResult, since last: WatchedResult?, showsDifferences: Bool, on target: Output
  ) throws {
    if settings.mode.isForData || showsDifferences {
      guard let last else {
        guard !showsDifferences else { return }
        return try show(result.rows.map { (.present, $0) }, result.shape)
      }
      return try show(result.changes(since: last), result.shape)
    }
    if let last, result.isSame(as: last) { return }
    if target === standardOutput, screenSize?() != nil, movesCursor {
      target.append("\u{1B}[H\u{1B}[2J")
    }
    try show(result.shape) { format in
      for row in result.rows {
        try format.write(row.values.map(BorrowedValue.value), identifier: row.identifier)
      }
    }
  }

  /// A row a change: what it is, of which object, and the values.
  private func show(
    _ changes: [(change: WatchedResult.Change, row: WatchedResult.Row)], _ shape: ResultShape
  ) throws {
    guard !changes.isEmpty else { return }
    var columns = [ResultColumn(name: "change")]
    if shape.entity != nil { columns.append(ResultColumn(name: "identifier")) }
    columns += shape.columns
    try show(ResultShape(columns: columns)) { format in
      for (change, row) in changes {
        var values: [AttributeValue?] = [.text(change.rawValue)]
        if shape.entity != nil { values.append(row.identifier.map { .identifier($0) } ?? .null) }
        try format.write((values + row.values).map(BorrowedValue.value), identifier: nil)
      }
    }
  }
}
