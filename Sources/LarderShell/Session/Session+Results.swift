import LarderCore
import LineEditor

extension Session {
  /// Writes a result in the current mode; `body` writes its rows.
  func show(
    _ shape: ResultShape, _ body: (inout any ResultFormat) throws -> Void
  ) throws {
    let target = nextOutput ?? output
    nextOutput = nil
    let settings = settings(for: target)
    if let screen = screenSize?(), target === standardOutput, mayNeedPager(settings) {
      let file = try MemoryFile()
      try write(shape, to: Output(descriptor: file.descriptor, name: "/tmp"), settings, body)
      return try Pager.show(file, on: screen, or: target)
    }
    try write(shape, to: target, settings, body)
  }

  private func write(
    _ shape: ResultShape, to target: Output, _ settings: OutputSettings,
    _ body: (inout any ResultFormat) throws -> Void
  ) throws {
    var format = settings.mode.format(to: target, settings: settings)
    try format.begin(shape)
    try body(&format)
    let notes = try format.end()
    try target.flush()
    lossNotes = notes
    guard notes.isEmpty || !settings.refusesLosses else {
      throw ShellError(
        .notExported, "`\(target.name)` would not hold the whole result; it was not written",
        notes: notes)
    }
    for note in notes { try notice("note: \(note)") }
  }

  /// Someone reads, and more rows than the screen has may come.
  private func mayNeedPager(_ settings: OutputSettings) -> Bool {
    isInteractive && usesPager && !settings.mode.isForData && settings.rowLimit != nil
  }

  /// Writes records that were computed before.
  ///
  /// A template for the rows of queries is none for records that do not have its columns: they are shown as
  /// they would be without.
  func show(names: [String], _ records: [[AttributeValue?]]) throws {
    let mode = settings.mode
    defer { settings.mode = mode }
    if mode == .template, !settings.template.fits(names) {
      settings.mode = isInteractive ? .table : .jsonl
    }
    try show(ResultShape(columns: names.map { ResultColumn(name: $0) })) { format in
      for record in records {
        try format.write(record.map(BorrowedValue.value), identifier: nil)
      }
    }
  }

  /// Writes lines for people as they are, with control characters shown.
  func show(lines: String) throws {
    let target = nextOutput ?? output
    nextOutput = nil
    target.append(VisibleText.ofLines(lines) + "\n")
    try target.flush()
  }

  /// Writes a page of text as it is; at a terminal a screen at a time.
  func show(page: String) throws {
    let target = nextOutput ?? output
    guard let screen = screenSize?(), target === standardOutput, isInteractive, usesPager else {
      return try show(lines: page)
    }
    let file = try MemoryFile(Array((VisibleText.ofLines(page) + "\n").utf8))
    try Pager.show(file, on: screen, or: target)
  }

  /// Files have no screen to fit and no colour.
  private func settings(for target: Output) -> OutputSettings {
    var settings = settings
    settings.zone = zone
    if target !== standardOutput {
      settings.screenWidth = nil
      settings.screenHeight = nil
      settings.usesColor = false
    } else {
      let size = screenSize?()
      settings.screenWidth = tableWidth ?? size?.width
      settings.screenHeight = size?.height
      settings.movesCursor = size != nil && movesCursor
    }
    return settings
  }

  /// Ends a loop over rows when Ctrl-C came.
  func checkInterrupt() throws {
    if Signals.isInterrupted { throw PersistenceError(.cancelled) }
  }
}
