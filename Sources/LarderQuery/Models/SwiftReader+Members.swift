import LarderCore

extension SwiftReader {
  // properties = name [ ":" type ] [ "=" value ] [ accessors ] { "," … }
  mutating func properties(_ head: Head, end: Int) -> [SwiftDeclarations.Property] {
    var result: [SwiftDeclarations.Property] = []
    repeat {
      let span = tokens[position].span
      guard let name = tokens.name(at: position) else {
        position = tokens.index(after: position)
        if take(.colon) { _ = type() }
        if take(.assign) { position = valueEnd(end: end) }
        continue
      }
      position += 1
      let type = take(.colon) ? type() : nil
      var value: SwiftValue?
      if take(.assign) {
        let stop = valueEnd(end: end)
        value = self.value(position..<stop)
        position = stop
      }
      guard isStored(hasValue: value != nil) else { continue }
      result.append(
        SwiftDeclarations.Property(
          name: name, type: type, defaultValue: value, attributes: head.macros, span: span))
    } while take(.comma)
    return withSharedTypes(result)
  }

  /// `var a, b: Int` gives both a type.
  private func withSharedTypes(
    _ properties: [SwiftDeclarations.Property]
  ) -> [SwiftDeclarations.Property] {
    var result = properties
    for index in result.indices.dropLast().reversed()
    where result[index].type == nil && result[index].defaultValue == nil {
      result[index].type = result[index + 1].type
    }
    return result
  }

  /// Passes over accessors; false for those of a computed property.
  private mutating func isStored(hasValue: Bool) -> Bool {
    guard isSymbol(.openBrace) else { return true }
    let isObserved = ["willSet", "didSet"].contains(tokens.word(at: position + 1) ?? "")
    position = tokens.index(after: position)
    return hasValue || isObserved
  }

  /// Where the expression that begins at the position ends.
  private func valueEnd(end: Int) -> Int {
    var index = position
    while index < end {
      if tokens.isSymbol(.comma, at: index) || tokens.isSymbol(.semicolon, at: index) { break }
      if index > position {
        let isObserver =
          tokens.isSymbol(.openBrace, at: index)
          && ["willSet", "didSet"].contains(tokens.word(at: index + 1) ?? "")
        if isObserver || (tokens[index].startsLine && !goesOn(at: index)) { break }
      }
      index = tokens.index(after: index)
    }
    return min(index, end)
  }

  /// A line that begins with an operator, or follows one, goes on with the one above.
  private func goesOn(at index: Int) -> Bool {
    func isOperator(_ index: Int) -> Bool {
      guard case .symbol(let symbol) = tokens[index].kind else { return false }
      return !symbol.isCloser && symbol.closer == nil && symbol != .at && symbol != .hash
    }
    return isOperator(index) || isOperator(index - 1)
  }

  // cases = name [ "(" … ")" ] [ "=" value ] { "," … }
  mutating func enumerationCases(end: Int) -> [SwiftDeclarations.EnumerationCase] {
    var cases: [SwiftDeclarations.EnumerationCase] = []
    repeat {
      guard let name = tokens.name(at: position) else { break }
      position += 1
      let hasAssociatedValues = isSymbol(.openParenthesis)
      if hasAssociatedValues { position = tokens.index(after: position) }
      var rawValue: SwiftValue?
      if take(.assign) {
        let stop = valueEnd(end: end)
        rawValue = value(position..<stop)
        position = stop
      }
      cases.append(
        SwiftDeclarations.EnumerationCase(
          name: name, rawValue: rawValue, hasAssociatedValues: hasAssociatedValues))
    } while take(.comma)
    return cases
  }

  /// `#Unique<Trip>([\.a, \.b])` and `#Index<Trip>(…)`; other macros are passed over.
  mutating func macroDeclaration(into body: inout SwiftDeclarations.Body) {
    position += 1
    let name = word
    position += 1
    if isSymbol(.less) {
      position += 1
      _ = type()
      _ = take(.greater)
    }
    let groups = argumentList().map { keyPaths($0.range).map(\.name) }.filter { !$0.isEmpty }
    switch name {
    case "Unique": body.uniquenessConstraints += groups
    case "Index": body.indices += groups
    default: break
    }
  }

  struct KeyPath {
    var root: String?
    var name: String
    var span: Range<Int>
  }

  /// The key paths in a range, also in nested brackets: `\.name`, `\Trip.name`.
  func keyPaths(_ range: Range<Int>) -> [KeyPath] {
    range.filter { tokens.isSymbol(.backslash, at: $0) }.compactMap { start in
      var index = start + 1
      var root: String?
      if let name = tokens.name(at: index) {
        root = name
        index += 1
        while tokens.isSymbol(.dot, at: index), let next = tokens.name(at: index + 1),
          tokens.isSymbol(.dot, at: index + 2)
        {
          root = next
          index += 2
        }
      }
      guard tokens.isSymbol(.dot, at: index), let name = tokens.name(at: index + 1) else {
        return nil
      }
      return KeyPath(root: root, name: name, span: tokens.span(start..<index + 2))
    }
  }
}
