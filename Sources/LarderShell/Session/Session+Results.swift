import LarderCore
import LineEditor

extension Session {
  /// Writes a result in the current mode; `body` writes its rows.
  func show(
    _ shape: ResultShape, _ body: (inout any ResultFormat) throws -> Void
  ) throws {
    let target = nextOutput ?? output
    nextOutput = nil
    var format = settings.mode.format(to: target, settings: settings(for: target))
    try format.begin(shape)
    try body(&format)
    let notes = try format.end()
    try target.flush()
    for note in notes { try notice("note: \(note)") }
  }

  /// Writes records that were computed before.
  func show(names: [String], _ records: [[AttributeValue?]]) throws {
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

  /// Files have no screen to fit and no colour.
  private func settings(for target: Output) -> OutputSettings {
    var settings = settings
    settings.zone = zone
    if target !== standardOutput {
      settings.screenWidth = nil
      settings.screenHeight = nil
      settings.usesColor = false
    } else if let size = screenSize?() {
      settings.screenWidth = size.width
      settings.screenHeight = size.height
    }
    return settings
  }

  /// Ends a loop over rows when Ctrl-C came.
  func checkInterrupt() throws {
    if Signals.isInterrupted { throw PersistenceError(.cancelled) }
  }
}
