/// A kind of literal, as dialects tell them apart.
enum LiteralKind: String, Hashable, Sendable, CaseIterable {
  case text, number, bool
  /// A moment, and a day without a time.
  case date, day
  case uuid, enumeration
  /// The key of an object.
  case identifier
}

/// How values are spelled inside conditions.
struct LiteralForm: Hashable, Sendable {
  /// Texts on their own, and as elements of a list.
  var text: TextForm
  var element: TextForm

  /// Stands between the elements of a list.
  var separator: String
  var date: DateForm

  /// Kinds that are spelled as texts are, with their quotes.
  var quoted: Set<LiteralKind>
  var bools: [String]

  /// A value of an enumeration, of `{type}` and `{value}`; `nil` where it is its raw value.
  var enumeration: Template?

  struct TextForm: Hashable, Sendable {
    enum Escape: String, Hashable, Sendable, CaseIterable {
      /// A quote inside is doubled.
      case doubled
      /// Quotes and backslashes get a backslash.
      case backslash
      /// Quotes get a backslash, and a backslash is itself.
      case quoteOnly
      /// As JSON writes a text.
      case json
      case none
    }

    /// The quotes to choose from; empty for a text without quotes.
    var quotes: [String] = []
    var escape = Escape.none

    /// Texts with one of these cannot be spelled.
    var forbidden = ""
    var takesEmpty = true

    /// White space at either end survives.
    var keepsEdges = true
  }

  struct DateForm: Hashable, Sendable {
    enum Zone: String, Hashable, Sendable, CaseIterable { case utc = "Z", none }

    /// Stands between the day and the time.
    var separator = "T"

    /// Digits of a second's fraction that are always written; `nil` for as many as there are.
    var digits: Int?
    var zone = Zone.utc
  }

  init(_ object: DescriptionReader?) throws(DialectError) {
    (text, element, separator, date) = (TextForm(), TextForm(), ",", DateForm())
    (quoted, bools, enumeration) = ([], ["false", "true"], nil)
    guard var reader = object else { return }
    if let inner = try reader.object("text") { text = try TextForm(inner) }
    element = text
    if let inner = try reader.object("element") { element = try TextForm(inner) }
    separator = try reader.text("separator") ?? ","
    if let inner = try reader.object("date") { date = try DateForm(inner) }
    quoted = Set(try reader.choices("quoted", LiteralKind.self) ?? [])
    if let words = try reader.texts("bools") {
      guard words.count == 2 else {
        throw reader.fault("bools", "expected two words, for false and for true")
      }
      bools = words
    }
    enumeration = try reader.template("enumeration", places: ["type", "value"])
    try reader.finish()
  }
}

extension LiteralForm.TextForm {
  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    quotes = try reader.texts("quotes") ?? []
    escape = try reader.choice("escape", Escape.self) ?? .none
    forbidden = try reader.text("forbidden") ?? ""
    takesEmpty = try reader.flag("empty") ?? true
    keepsEdges = try reader.flag("edges") ?? true
    if escape != .none, escape != .json, quotes.isEmpty {
      throw reader.fault("quotes", "an escape needs quotes")
    }
    try reader.finish()
  }
}

extension LiteralForm.DateForm {
  init(_ object: DescriptionReader) throws(DialectError) {
    var reader = object
    separator = try reader.text("separator") ?? "T"
    digits = try reader.number("digits", in: 0...9)
    zone = try reader.choice("zone", Zone.self) ?? .utc
    try reader.finish()
  }
}
