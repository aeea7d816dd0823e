/// Texts that spreadsheets would run as formulas, and the apostrophe that keeps them from it.
///
/// A text that has such apostrophes already gets one more, so that each that was put is taken away again.
enum SpreadsheetFormula {
  static let apostrophe = UInt8(ascii: "'")

  /// Whether a text, in UTF-8, begins like a formula behind any number of apostrophes.
  static func isFormula(_ text: some Collection<UInt8>) -> Bool {
    switch text.first(where: { $0 != apostrophe }) {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D:
      true
    default: false
    }
  }

  /// Whether an apostrophe was put before a text.
  static func isDefused(_ text: String) -> Bool {
    text.utf8.first == apostrophe && isFormula(text.utf8)
  }
}
