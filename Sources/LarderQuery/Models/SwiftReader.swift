/// Reads the declarations of Swift source, and passes over everything else by matching brackets.
struct SwiftReader {
  let tokens: SwiftTokens
  var position = 0
  var declarations = SwiftDeclarations()
  var diagnostics: [Diagnostic]

  static let maximumDepth = 200

  init(_ source: String) {
    tokens = SwiftTokens(source)
    diagnostics = tokens.diagnostics
  }

  mutating func read() {
    _ = body(0..<tokens.end, path: [], isStored: false)
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, at span: Range<Int>, help: String? = nil
  ) {
    diagnostics.append(Diagnostic(code, message, at: span, help: help))
  }

  var word: String? { tokens.word(at: position) }

  func isSymbol(_ symbol: Symbol) -> Bool { tokens.isSymbol(symbol, at: position) }

  mutating func take(_ symbol: Symbol) -> Bool {
    guard isSymbol(symbol) else { return false }
    position += 1
    return true
  }

  /// Reads the members between two braces, or a file's declarations.
  ///
  /// Properties count as stored only where `isStored` says so: not in a file, not in an extension.
  mutating func body(
    _ range: Range<Int>, path: [String], isStored: Bool
  ) -> SwiftDeclarations.Body {
    var body = SwiftDeclarations.Body(path: path)
    guard path.count < Self.maximumDepth else {
      report(
        .nestedTooDeeply, "types are nested more than \(Self.maximumDepth) deep",
        at: tokens[range.lowerBound].span)
      position = range.upperBound
      return body
    }
    position = range.lowerBound
    while position < range.upperBound {
      let start = position
      member(of: &body, end: range.upperBound, isStored: isStored)
      if position <= start { position = tokens.index(after: start) }
    }
    return body
  }

  private mutating func member(
    of body: inout SwiftDeclarations.Body, end: Int, isStored: Bool
  ) {
    let head = declarationHead()
    switch word {
    case "var", "let":
      position += 1
      let properties = properties(head, end: end)
      if isStored, !head.isStatic { body.properties += properties }
    case "case":
      position += 1
      body.cases += enumerationCases(end: end)
    case "class", "struct", "enum", "actor", "extension", "protocol":
      typeDeclaration(head, path: body.path)
    case "func", "init", "deinit", "subscript", "macro": skipToBodyEnd(end: end)
    case "import", "typealias", "associatedtype", "operator": skipLine(end: end)
    default:
      if isSymbol(.hash) { macroDeclaration(into: &body) }
    }
  }

  /// Passes over a function: up to the end of its body, or of its line where it has none.
  private mutating func skipToBodyEnd(end: Int) {
    position += 1
    while position < end {
      let isBody = isSymbol(.openBrace)
      if tokens[position].startsLine, !isBody, startsDeclaration { return }
      position = tokens.index(after: position)
      if isBody { return }
    }
  }

  private var startsDeclaration: Bool {
    isSymbol(.at) || isSymbol(.closeBrace) || word.map(Self.declarationWords.contains) == true
  }

  private static let declarationWords = modifiers.union([
    "var", "let", "case", "class", "struct", "enum", "actor", "extension", "protocol", "func",
    "init", "deinit", "subscript", "typealias", "import", "macro",
  ])

  private mutating func skipLine(end: Int) {
    position += 1
    while position < end, !tokens[position].startsLine {
      position = tokens.index(after: position)
    }
  }
}

extension SwiftReader {
  /// What stands before the keyword of a declaration.
  struct Head {
    var macros: [SwiftDeclarations.Macro] = []
    var modifiers: Set<String> = []
    var start: Int

    /// Belongs to the type, or is made on demand: not stored in an object.
    var isStatic: Bool { !modifiers.isDisjoint(with: ["static", "class", "lazy"]) }
  }

  static let modifiers: Set<String> = [
    "public", "private", "internal", "fileprivate", "open", "package", "final", "static", "lazy",
    "weak", "unowned", "nonisolated", "override", "required", "convenience", "indirect", "mutating",
    "nonmutating", "dynamic", "prefix", "postfix", "infix", "isolated", "distributed",
  ]

  mutating func declarationHead() -> Head {
    var head = Head(start: position)
    while true {
      if isSymbol(.at), let macro = attribute() {
        head.macros.append(macro)
      } else if let word, Self.modifiers.contains(word) || isClassModifier {
        head.modifiers.insert(word)
        position += 1
        if isSymbol(.openParenthesis), tokens[position].touchesPrevious {
          position = tokens.index(after: position)
        }
      } else {
        return head
      }
    }
  }

  /// `class var` and `class func` are members of a type; `class Trip` is a type.
  private var isClassModifier: Bool {
    word == "class"
      && ["var", "let", "func", "subscript", "override", "final"].contains(
        tokens.word(at: position + 1) ?? "")
  }

  /// `@Name` or `@Module.Name`, with arguments where a bracket touches it.
  private mutating func attribute() -> SwiftDeclarations.Macro? {
    guard var name = tokens.name(at: position + 1) else { return nil }
    let start = position
    position += 2
    while isSymbol(.dot), let next = tokens.name(at: position + 1) {
      name = next
      position += 2
    }
    return SwiftDeclarations.Macro(
      name: name, arguments: argumentList(), span: tokens.span(start..<position))
  }

  /// The arguments in the brackets that touch the token before; none where there are no brackets.
  mutating func argumentList() -> [SwiftDeclarations.Argument] {
    guard isSymbol(.openParenthesis), tokens[position].touchesPrevious,
      let close = tokens.closer(of: position)
    else { return [] }
    let arguments = arguments(position + 1..<close)
    position = min(close + 1, tokens.end)
    return arguments
  }

  /// Splits what stands between brackets at its commas.
  func arguments(_ range: Range<Int>) -> [SwiftDeclarations.Argument] {
    var result: [SwiftDeclarations.Argument] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let isComma = tokens.isSymbol(.comma, at: index)
      index = min(tokens.index(after: index), range.upperBound)
      if isComma {
        result.append(argument(start..<index - 1))
        start = index
      }
    }
    if start < range.upperBound { result.append(argument(start..<range.upperBound)) }
    return result
  }

  private func argument(_ range: Range<Int>) -> SwiftDeclarations.Argument {
    guard range.count >= 2, let label = tokens.name(at: range.lowerBound),
      tokens.isSymbol(.colon, at: range.lowerBound + 1)
    else { return SwiftDeclarations.Argument(label: nil, range: range) }
    return SwiftDeclarations.Argument(label: label, range: range.lowerBound + 2..<range.upperBound)
  }
}
