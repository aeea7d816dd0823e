/// What a person chose about the look of results.
struct OutputSettings: Hashable, Sendable {
  var mode: OutputMode = .jsonl

  /// How a row is written in the mode `template`.
  var template = RowTemplate()

  /// Stands for null; `nil` for the mode's own way.
  var nullText: String?

  /// Rows that a mode for people shows; 0 for all, `nil` for as many as the screen holds.
  var rowLimit: Int?

  /// Data modes give each object's identifier too.
  var showsIdentifiers = false

  /// The width in columns to fit into, or `nil` for any width.
  var screenWidth: Int?

  /// The height in rows, or `nil` where results do not go to a screen.
  var screenHeight: Int?

  var usesColor = false

  /// The output is a terminal whose cursor can be moved to a column.
  var movesCursor = false

  /// Cells begin with a mark of their encoding.
  var hasByteOrderMark = false

  /// Texts in cells that a spreadsheet would take for formulas get an apostrophe.
  var isSafeForSpreadsheets = false

  /// What other readers of the form would not get as it is, is told too.
  var tellsLosses = false

  /// A result of which something would be lost is refused.
  var refusesLosses = false

  /// The zone that modes for people show dates in.
  var zone = SessionZone.utc

  /// The rows that a mode for people shows, or `nil` for all.
  var shownRows: Int? {
    if let rowLimit { return rowLimit == 0 ? nil : rowLimit }
    guard let screenHeight else { return nil }
    return max(10, screenHeight - 7)
  }
}
