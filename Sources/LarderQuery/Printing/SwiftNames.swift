/// Spells names in Swift source.
enum SwiftNames {
  /// The name, in backticks where it is a keyword or no identifier; `nil` where even these do not help.
  static func spelled(_ name: String) -> String? {
    if isIdentifier(name) { return keywords.contains(name) ? "`\(name)`" : name }
    guard !name.isEmpty, !name.contains(where: { $0 == "`" || $0 == "\\" || $0.isNewline }),
      !name.allSatisfy(\.isWhitespace)
    else { return nil }
    return "`\(name)`"
  }

  /// A name after a dot, where most keywords stand for themselves.
  static func member(_ name: String) -> String? {
    isIdentifier(name) && !["self", "Type", "init", "Protocol"].contains(name)
      ? name : spelled(name)
  }

  static func isIdentifier(_ name: String) -> Bool {
    let source = SourceText(name)
    return !name.isEmpty
      && Lexer(source, dialect: .swift).identifierLength(at: 0) == source.bytes.count
  }

  /// An identifier made of a name that Swift has no spelling for.
  static func made(from name: String) -> String {
    let text = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return isIdentifier(text) ? text : "_" + text
  }

  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
