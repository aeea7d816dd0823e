import LarderStore

extension Session {
  /// Writes a query's result to a file, whose place it takes once all of it is written.
  ///
  /// - Throws: `export.refused` where something would be lost and that is not wanted.
  func export(_ asked: StoreQuery, _ options: ExportOptions) throws {
    let form = try RecordFileForm(path: options.path)
    guard form.hasCells || !(options.hasByteOrderMark || options.isSafeForSpreadsheets) else {
      throw ShellError(.wrongUsage, "`--bom` and `--csv-safe` are for csv and tsv")
    }
    try checkOutput(options.path)
    let file = try FileReplacement(path: options.path)
    let kept = (settings, keepsListing, context.registrationLimit, lastQuery)
    defer { (settings, keepsListing, context.registrationLimit, lastQuery) = kept }
    settings.mode = form.mode
    settings.hasByteOrderMark = options.hasByteOrderMark
    settings.isSafeForSpreadsheets = options.isSafeForSpreadsheets
    settings.tellsLosses = true
    settings.refusesLosses = options.isStrict
    // Nobody sees the rows, so none can be named by `#3`, and none need be remembered.
    keepsListing = false
    context.registrationLimit = 0
    do {
      nextOutput = file.output
      try run(asked.query, in: asked.store)
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
    try report("wrote \(options.path)")
  }
}
