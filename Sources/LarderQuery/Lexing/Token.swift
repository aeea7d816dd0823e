import LarderCore

/// A word, literal or sign of query text.
struct Token: Hashable, Sendable {
  var kind: Kind

  /// Half-open UTF-8 offsets into the source.
  var span: Range<Int>

  /// No other token stands before it on its line.
  var startsLine: Bool

  /// Nothing, not even a space, stands between it and the token before.
  var touchesPrevious: Bool

  enum Kind: Hashable, Sendable {
    case identifier(String)
    /// A name in backticks, without them.
    case quotedIdentifier(String)
    case text(String, Quotes)
    case number(NumberLiteral)
    case date(DateLiteral)
    case duration(CalendarDuration)
    case handle(HandleLiteral)
    /// `$name`, without the sign.
    case variable(String)
    /// `$0`.
    case element(Int)
    /// `/…/`, without the slashes.
    case pattern(String)
    /// `@count`: a word after `@`, without the sign.
    case atWord(String)
    case symbol(Symbol)
    /// A line that begins with a dot: the command's name, and the rest of the line.
    case command(name: String, argumentsSpan: Range<Int>)
    /// Swift declarations, from an `@Model` or a keyword to the closing brace.
    case declaration
    case end
  }

  /// How a text was quoted.
  enum Quotes: Hashable, Sendable { case double, single, raw, block }
}

/// A sign or a run of signs.
enum Symbol: String, Hashable, Sendable, CaseIterable {
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBracket = "["
  case closeBracket = "]"
  case openBrace = "{"
  case closeBrace = "}"
  case comma = ","
  case semicolon = ";"
  case colon = ":"
  case doubleColon = "::"
  case dot = "."
  case optionalDot = "?."
  case question = "?"
  case coalesce = "??"
  case not = "!"
  case notEqual = "!="
  case unequal = "<>"
  case assign = "="
  case equal = "=="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case star = "*"
  case slash = "/"
  case percent = "%"
  case plusAssign = "+="
  case minusAssign = "-="
  case starAssign = "*="
  case and = "&&"
  case or = "||"
  case closedRange = "..."
  case halfOpenRange = "..<"
  case backslash = "\\"
  case arrow = "->"
  case at = "@"
  case hash = "#"
  case dollar = "$"
  case ampersand = "&"
  case bar = "|"
  case tilde = "~"
  case caret = "^"

  /// The bracket that closes this one, or `nil` when it opens nothing.
  var closer: Symbol? {
    switch self {
    case .openParenthesis: .closeParenthesis
    case .openBracket: .closeBracket
    case .openBrace: .closeBrace
    default: nil
    }
  }

  var isCloser: Bool {
    self == .closeParenthesis || self == .closeBracket || self == .closeBrace
  }

  /// Longest first, by first byte, so that the lexer takes the longest that fits.
  static let byFirstByte: [UInt8: [(symbol: Symbol, bytes: [UInt8])]] = {
    var table: [UInt8: [(symbol: Symbol, bytes: [UInt8])]] = [:]
    for symbol in allCases {
      let bytes = Array(symbol.rawValue.utf8)
      table[bytes[0], default: []].append((symbol, bytes))
    }
    return table.mapValues { $0.sorted { $0.bytes.count > $1.bytes.count } }
  }()
}

/// A number as it was written.
struct NumberLiteral: Hashable, Sendable {
  /// An integer, a real, or a decimal where neither can hold it.
  var value: AttributeValue

  /// The same number in base ten, exactly as written.
  var exact: ExactDecimal
}

/// An object named by its place in the last listing, or by its key.
enum HandleLiteral: Hashable, Sendable {
  /// `#3`: the third object of the last listing.
  case row(Int)
  /// `#t1`, `#p42`, `#p"ab-1"`, `#p(3,"x")`.
  case key(PersistentIdentifier.PrimaryKey)
}

extension Token {
  /// How a diagnostic names it.
  func described(in source: SourceText) -> String {
    switch kind {
    case .end: "end of text"
    case .declaration: "a declaration"
    case .command(let name, _): "the command `.\(name)`"
    default: "`\(source.excerpt(span))`"
    }
  }
}
