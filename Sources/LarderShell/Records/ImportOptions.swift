/// What `.import` was told.
struct ImportOptions: Hashable {
  /// A file of which something would be lost is refused.
  var isStrict = false

  /// Columns that the entity has no attribute for are left out.
  var ignoresUnknown = false

  /// The apostrophes that keep spreadsheets from taking texts for formulas are taken away.
  var isSafeForSpreadsheets = false

  /// Takes the options out of a command's words.
  ///
  /// - Throws: ``UsageError`` for another.
  init(takingFrom words: inout [String]) throws {
    for word in words where word.hasPrefix("--") {
      switch word {
      case "--strict": isStrict = true
      case "--ignore-unknown": ignoresUnknown = true
      case "--csv-safe": isSafeForSpreadsheets = true
      default: throw UsageError()
      }
    }
    words.removeAll { $0.hasPrefix("--") }
  }

  init() {}
}
