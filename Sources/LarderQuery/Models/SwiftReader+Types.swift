extension SwiftReader {
  // type = "class" name [ generics ] [ ":" inherited { "," inherited } ] "{" members "}"
  mutating func typeDeclaration(_ head: Head, path: [String]) {
    let keyword = word ?? ""
    let nameIndex = position + 1
    position = nameIndex
    let isExtension = keyword == "extension"
    guard let name = isExtension ? qualifiedName() : tokens.name(at: nameIndex) else {
      return report(
        .malformedModel, "expected a name after `\(keyword)`", at: tokens[nameIndex].span)
    }
    if !isExtension { position += 1 }
    let inherited = inheritedNames()
    guard isSymbol(.openBrace), let close = tokens.closer(of: position) else {
      return report(
        .malformedModel, "expected `{` after `\(keyword) \(name)`", at: tokens[position].span)
    }
    let isStored = keyword == "class" || keyword == "struct" || keyword == "actor"
    let body = body(position + 1..<close, path: path + [name], isStored: isStored)
    position = min(close + 1, tokens.end)
    declare(keyword, name, head, inherited, body, nameSpan: tokens[nameIndex].span)
  }

  private mutating func declare(
    _ keyword: String, _ name: String, _ head: Head, _ inherited: [String],
    _ body: SwiftDeclarations.Body, nameSpan: Range<Int>
  ) {
    let qualified = body.path.joined(separator: ".")
    if let model = head.macros.first(where: { $0.name == "Model" }) {
      guard keyword == "class" else {
        return report(
          .malformedModel, "`@Model` needs a class, found \(keyword) `\(name)`", at: model.span,
          help: "write `@Model final class \(name)`")
      }
      declarations.models.append(
        SwiftDeclarations.Model(
          name: name, path: body.path.dropLast(), inheritedNames: inherited, body: body,
          span: nameSpan))
    } else if keyword == "struct" {
      declarations.structs[qualified] = body
    } else if keyword == "enum", !body.cases.isEmpty {
      declarations.enums[qualified] = SwiftDeclarations.Enumeration(
        rawTypeName: inherited.first, cases: body.cases)
    }
  }

  /// The types after the colon, without generic arguments; stops at the brace.
  private mutating func inheritedNames() -> [String] {
    var names: [String] = []
    var isWhereClause = false
    var angles = 0
    while position < tokens.end, !isSymbol(.openBrace), !isSymbol(.closeBrace) {
      if isSymbol(.less) { angles += 1 }
      if isSymbol(.greater) { angles -= 1 }
      if word == "where" { isWhereClause = true }
      let follows =
        tokens.isSymbol(.colon, at: position - 1) || tokens.isSymbol(.comma, at: position - 1)
      if follows, angles == 0, !isWhereClause, let name = qualifiedName() {
        names.append(name)
      } else {
        position = isSymbol(.openParenthesis) ? tokens.index(after: position) : position + 1
      }
    }
    return names
  }

  /// `Trip` or `Models.Trip`.
  mutating func qualifiedName() -> String? {
    guard var name = tokens.name(at: position) else { return nil }
    position += 1
    while isSymbol(.dot), let next = tokens.name(at: position + 1) {
      name += "." + next
      position += 2
    }
    return name
  }
}

extension SwiftReader {
  // written = ( "[" type [ ":" type ] "]" | "(" … ")" | name [ "<" type { "," type } ">" ] ) { "?" | "!" }
  mutating func type(depth: Int = 0) -> SwiftType {
    let start = position
    guard depth < Self.maximumDepth else {
      report(
        .nestedTooDeeply, "a type is nested more than \(Self.maximumDepth) deep",
        at: tokens[position].span)
      position = tokens.index(after: position)
      return .other(span: tokens.span(start..<position))
    }
    while let word, ["any", "some", "inout"].contains(word) { position += 1 }
    var type = unmarkedType(depth: depth)
    while true {
      if take(.question) || take(.not) {
        type = .optional(type)
      } else if take(.coalesce) {
        type = .optional(type)
      } else if take(.arrow) || take(.ampersand) {
        _ = self.type(depth: depth + 1)
        type = .other(span: tokens.span(start..<position))
      } else {
        return type
      }
    }
  }

  private mutating func unmarkedType(depth: Int) -> SwiftType {
    let start = position
    if isSymbol(.openBracket), let close = tokens.closer(of: position) {
      position += 1
      let element = type(depth: depth + 1)
      let isDictionary = isSymbol(.colon)
      position = min(close + 1, tokens.end)
      return isDictionary ? .dictionary : .array(element)
    }
    if isSymbol(.openParenthesis), let close = tokens.closer(of: position) {
      position += 1
      let inner = type(depth: depth + 1)
      let isOnlyBracketed = position == close
      position = min(close + 1, tokens.end)
      return isOnlyBracketed ? inner : .other(span: tokens.span(start..<position))
    }
    guard let name = qualifiedName() else {
      position = tokens.index(after: position)
      return .other(span: tokens.span(start..<position))
    }
    let arguments = genericArguments(depth: depth)
    switch (name, arguments.first) {
    case ("Optional", let wrapped?): return .optional(wrapped)
    case ("Array", let element?), ("Set", let element?): return .array(element)
    case ("Dictionary", _): return .dictionary
    case (_, nil): return .named(name, span: tokens.span(start..<position))
    default: return .other(span: tokens.span(start..<position))
    }
  }

  private mutating func genericArguments(depth: Int) -> [SwiftType] {
    guard take(.less) else { return [] }
    var arguments: [SwiftType] = []
    repeat { arguments.append(type(depth: depth + 1)) } while take(.comma)
    _ = take(.greater)
    return arguments
  }
}
