extension Lexer {
  /// The length of the identifier at an offset; 0 when none begins there.
  func identifierLength(at start: Int) -> Int {
    var end = start
    while let (scalar, length) = source.scalar(at: end) {
      let fits =
        end == start
        ? Self.mayStartIdentifier(scalar) : Self.mayContinueIdentifier(scalar)
      guard fits else { break }
      end += length
    }
    return end - start
  }

  private static func mayStartIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.properties.isAlphabetic || scalar == "_" }
    return scalar.properties.isXIDStart || scalar.properties.isEmoji
  }

  private static func mayContinueIdentifier(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isXIDContinue || scalar.properties.isEmoji || scalar == "\u{200D}"
  }

  mutating func identifier(from start: Int) {
    offset = start + identifierLength(at: start)
    append(.identifier(source.text(start..<offset)), from: start)
  }

  /// A name in backticks: any characters but a backtick and a line end.
  mutating func quotedIdentifier(from start: Int) {
    offset = start + 1
    while offset < source.bytes.count, source[offset] != UInt8(ascii: "`"), source[offset] != 0x0A {
      offset += 1
    }
    let name = source.text(start + 1..<offset)
    if source[offset] == UInt8(ascii: "`") {
      offset += 1
    } else {
      report(
        .unclosedIdentifier, "this name has no closing backtick", at: start..<offset,
        help: "end the name with `")
    }
    append(.quotedIdentifier(name), from: start)
  }

  /// `$name`, or `$0` for the element of a closure.
  mutating func dollar(from start: Int) {
    let length = identifierLength(at: start + 1)
    if length > 0 {
      offset = start + 1 + length
      append(.variable(source.text(start + 1..<offset)), from: start)
      return
    }
    offset = start + 1
    while source[offset].isDigit { offset += 1 }
    guard offset > start + 1, let number = Int(source.text(start + 1..<offset)) else {
      report(
        .unexpectedCharacter, "expected a name or `0` after `$`", at: start..<max(offset, start + 1)
      )
      return append(.symbol(.dollar), from: start)
    }
    append(.element(number), from: start)
  }

  /// Whether an operand, and not an operator, is expected next.
  var mayStartOperand: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .symbol(.closeBracket): return endsFlags
    case .symbol(let symbol): return !symbol.isCloser
    case .identifier(let word):
      return Word(word).map { $0.isOperator || $0.isClause } ?? false
    case .quotedIdentifier, .text, .number, .date, .duration, .handle, .variable, .element,
      .pattern, .atWord, .command, .declaration, .end:
      return false
    }
  }

  /// The flags of `contains[c]` end here, so that an operand follows as it does after the word.
  private var endsFlags: Bool {
    guard tokens.count >= 4 else { return false }
    let (word, opener, flags) = (
      tokens[tokens.count - 4], tokens[tokens.count - 3], tokens[tokens.count - 2]
    )
    guard case .identifier(let text) = word.kind, Word(text)?.isOperator == true,
      opener.kind == .symbol(.openBracket), opener.touchesPrevious,
      case .identifier = flags.kind
    else { return false }
    return true
  }

  func isFormatArgument(at start: Int) -> Bool {
    guard dialect == .query else { return false }
    let next = source[start + 1]
    if next == UInt8(ascii: "@") { return true }
    let isLetter = [UInt8(ascii: "K"), UInt8(ascii: "d"), UInt8(ascii: "f"), UInt8(ascii: "l")]
      .contains(next)
    return isLetter && mayStartOperand
  }

  /// `%@`: the place of an argument in a format string, which has none here.
  mutating func formatArgument(from start: Int) {
    offset = start + 2
    if source[start + 1] != UInt8(ascii: "@") { offset += identifierLength(at: start + 2) }
    report(
      .formatArgument,
      "`\(source.text(start..<offset))` stands for an argument, and there are none here",
      at: start..<offset,
      help: source[start + 1] == UInt8(ascii: "K")
        ? "write the name itself" : "write the value itself, or `$name` for a parameter")
    append(.identifier("nil"), from: start)
  }
}
