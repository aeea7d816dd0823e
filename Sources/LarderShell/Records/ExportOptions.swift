/// What `.export` was told.
struct ExportOptions: Hashable {
  var path: String

  /// A result that the form cannot hold without a loss is refused.
  var isStrict = false

  /// The file begins with a mark of its encoding, which some spreadsheets ask for.
  var hasByteOrderMark = false

  /// Texts that a spreadsheet would take for a formula get an apostrophe.
  var isSafeForSpreadsheets = false

  /// The options, and the text of the query behind them with its offset.
  ///
  /// - Throws: ``UsageError``.
  static func read(
    _ arguments: String
  ) throws -> (options: ExportOptions, query: String, offset: Int) {
    var rest = Substring(arguments)
    guard let path = try CommandWords.first(of: &rest) else { throw UsageError() }
    var options = ExportOptions(path: path)
    while rest.hasPrefix("--") {
      switch try CommandWords.first(of: &rest) {
      case "--strict": options.isStrict = true
      case "--bom": options.hasByteOrderMark = true
      case "--csv-safe": options.isSafeForSpreadsheets = true
      default: throw UsageError()
      }
    }
    return (options, String(rest), arguments.utf8.count - rest.utf8.count)
  }
}
