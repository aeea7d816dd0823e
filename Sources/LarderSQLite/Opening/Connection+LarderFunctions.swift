import FoundationEssentials
import LarderCore
import SQLiteDriver

extension Connection {
  /// Adds the collations and functions that make SQL agree with evaluation in memory.
  ///
  /// * `larder_text`, `larder_localized`: text by canonical equivalence, in the orders of sorts.
  /// * `larder_contains(text, needle, flags)` and its like: the text operators; 0 for what is no text.
  /// * `larder_date(value)`: seconds since 2001 of a text that is a date, else null.
  /// * `larder_json_value(json, path, type)` and its like: see ``JSONFunction``.
  /// * `larder_key(value)`: the key that a stored value becomes.
  func addLarderFunctions() throws(SQLiteError) {
    try addCollation("larder_text", TextOrder.compare(utf8:_:))
    try addCollation("larder_localized") { left, right in
      TextFolding.localizedOrder(
        String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
    }
    try addTextOperator("larder_contains", .anywhere)
    try addTextOperator("larder_has_prefix", .prefix)
    try addTextOperator("larder_has_suffix", .suffix)
    try addTextOperator("larder_equals", .whole)
    try addFunction("larder_like", argumentCount: 3) { arguments in
      guard arguments.kind(at: 0) == .text, arguments.kind(at: 1) == .text else {
        return .integer(0)
      }
      let pattern = arguments.prepared(at: 1) {
        Prepared(LikePattern(arguments.text(at: 1), options: arguments.textOptions(at: 2)))
      }
      return .integer(pattern.value.matches(arguments.text(at: 0)) ? 1 : 0)
    }
    try addJSONFunctions()
    try addFunction("larder_date", argumentCount: 1) { arguments in
      guard arguments.kind(at: 0) == .text,
        let date = arguments.withTextBytes(at: 0, StoredDate.date)
      else { return .null }
      return .real(date.timeIntervalSinceReferenceDate)
    }
    try addFunction("larder_key", argumentCount: 1) { arguments in
      switch PersistentIdentifier.PrimaryKey(arguments.value(at: 0)) {
      case .integer(let number): .integer(number)
      case .text(let text): .text(text)
      case .temporary, .composite: .null
      }
    }
  }

  private func addTextOperator(
    _ name: String, _ position: TextMatcher.Position
  ) throws(SQLiteError) {
    try addFunction(name, argumentCount: 3) { arguments in
      guard arguments.kind(at: 0) == .text, arguments.kind(at: 1) == .text else {
        return .integer(0)
      }
      let matcher = arguments.prepared(at: 1) {
        let needle = arguments.text(at: 1)
        return Prepared(TextMatcher(needle, position, options: arguments.textOptions(at: 2)))
      }
      return .integer(arguments.matches(matcher.value) ? 1 : 0)
    }
  }
}

/// Keeps a value as an object, which is what SQLite can keep for us.
private final class Prepared<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension FunctionArguments {
  fileprivate func textOptions(at index: Int) -> EntityPredicate.TextOptions {
    EntityPredicate.TextOptions(letters: text(at: index))
  }

  fileprivate func matches(_ matcher: TextMatcher) -> Bool {
    withTextBytes(at: 0, matcher.matches(repairing:))
  }

  fileprivate func value(at index: Int) -> SQLiteValue {
    switch kind(at: index) {
    case .null: .null
    case .integer: .integer(integer(at: index))
    case .real: .real(real(at: index))
    case .text: .text(text(at: index))
    case .blob: .blob(blob(at: index))
    }
  }
}
