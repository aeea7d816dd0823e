package import LarderCore

/// Spells names in query text.
package enum QueryNames {
  /// An entity at the start of a statement, where every word of the language has its meaning.
  package static func entity(_ name: EntityName) -> String {
    let text = name.rawValue
    return SwiftNames.isIdentifier(text) && Word(text) == nil ? text : quoted(text)
  }

  /// An attribute at the start of an operand.
  package static func attribute(_ name: String) -> String {
    SwiftNames.isIdentifier(name) && !isReserved(name) ? name : quoted(name)
  }

  /// A name after a dot, where every word is only a name.
  package static func member(_ name: String) -> String {
    SwiftNames.isIdentifier(name) ? name : quoted(name)
  }

  static func quoted(_ name: String) -> String { "`\(name)`" }

  static func isReserved(_ name: String) -> Bool {
    if otherWords.contains(name) { return true }
    guard let word = Word(name) else { return false }
    return word.isReservedInExpressions || word.isOperator || reservedWords.contains(word)
  }

  private static let reservedWords: Set<Word> = [
    .nil, .null, .true, .false, .any, .all, .noneOf, .someOf, .first, .count, .is, .let,
  ]

  /// Names with a meaning that are no words of the grammar.
  private static let otherWords: Set<String> = [
    "self", "SELF", "TRUEPREDICATE", "FALSEPREDICATE", "SUBQUERY", "if", "switch", "now", "today",
  ]

  /// What a column without a name of its own is called: its text, of backticks what they hold.
  static func column(named text: String) -> String {
    let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return name.hasPrefix("`") && name.hasSuffix("`") && name.count > 2
      ? String(name.dropFirst().dropLast()) : name
  }

  /// A regular expression between slashes.
  static func pattern(_ pattern: String) -> String {
    guard !pattern.isEmpty else { return "/(?:)/" }
    var result = ""
    var isEscaped = false
    for character in pattern {
      switch character {
      case "/" where !isEscaped: result += "\\/"
      case "\n": result += isEscaped ? "n" : "\\n"
      case "\r": result += isEscaped ? "r" : "\\r"
      default: result.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return "/" + result + "/"
  }

  /// A closure's text that begins like `city in …`, which would read as a parameter's name.
  static func looksLikeParameter(_ body: String) -> Bool {
    let first = body.prefix { $0 != " " }
    return body.dropFirst(first.count).hasPrefix(" in ") && SwiftNames.isIdentifier(String(first))
  }
}
