import LarderCore

extension SwiftReader {
  /// What an expression is, as far as a default value can be told from its text.
  func value(_ range: Range<Int>, depth: Int = 0) -> SwiftValue {
    guard depth < Self.maximumDepth, !range.isEmpty else { return .other }
    if let literal = literal(range) { return literal }
    let first = range.lowerBound
    if tokens.isSymbol(.not, at: range.upperBound - 1) {
      return value(first..<range.upperBound - 1, depth: depth + 1)
    }
    if tokens.isSymbol(.openBracket, at: first), let close = tokens.closer(of: first) {
      if close == range.upperBound - 1 { return array(first + 1..<close, depth: depth) }
      let isEmptyCall =
        tokens.isSymbol(.openParenthesis, at: close + 1)
        && tokens.closer(of: close + 1) == close + 2 && close + 3 == range.upperBound
      guard isEmptyCall, close == first + 2, let element = tokens.name(at: first + 1) else {
        return .other
      }
      return .emptyArray(of: element)
    }
    return memberOrCall(range, depth: depth)
  }

  private func literal(_ range: Range<Int>) -> SwiftValue? {
    let isNegative = tokens.isSymbol(.minus, at: range.lowerBound)
    guard range.count == (isNegative ? 2 : 1) else { return nil }
    switch tokens[range.upperBound - 1].kind {
    case .number(let number):
      return .literal(isNegative ? number.negated : number.value)
    case .text(let text, _) where !isNegative:
      let isInterpolated = tokens.source.text(tokens.span(range)).contains("\\(")
      return isInterpolated ? .other : .literal(.text(text))
    case .identifier("true") where !isNegative: return .literal(.bool(true))
    case .identifier("false") where !isNegative: return .literal(.bool(false))
    case .identifier("nil") where !isNegative: return .null
    default: return nil
    }
  }

  private func array(_ range: Range<Int>, depth: Int) -> SwiftValue {
    let elements = arguments(range)
    if elements.contains(where: { $0.label != nil })
      || tokens.isSymbol(.colon, at: range.lowerBound)
    {
      return .other
    }
    return .array(elements.map { value($0.range, depth: depth + 1) })
  }

  private func memberOrCall(_ range: Range<Int>, depth: Int) -> SwiftValue {
    var index = range.lowerBound
    var names: [String] = []
    let hasBareMember = tokens.isSymbol(.dot, at: index)
    if hasBareMember { index += 1 }
    while let name = tokens.name(at: index), index < range.upperBound {
      names.append(name)
      index += 1
      guard tokens.isSymbol(.dot, at: index) else { break }
      index += 1
    }
    guard let last = names.last else { return .other }
    if index == range.upperBound {
      if hasBareMember { return names.count == 1 ? .member(ofType: nil, last) : .other }
      guard names.count > 1 else { return .other }
      return .member(ofType: names.dropLast().joined(separator: "."), last)
    }
    guard tokens.isSymbol(.openParenthesis, at: index), !hasBareMember,
      let close = tokens.closer(of: index), close == range.upperBound - 1
    else { return .other }
    let arguments = arguments(index + 1..<close).map {
      SwiftValue.Argument(label: $0.label ?? "", value: value($0.range, depth: depth + 1))
    }
    let name =
      last == "init" ? names.dropLast().joined(separator: ".") : names.joined(separator: ".")
    return .call(name, arguments)
  }
}

extension NumberLiteral {
  /// The number with a minus before it.
  fileprivate var negated: AttributeValue {
    switch value {
    case .integer(let number): .integer(-number)
    case .real(let number): .real(-number)
    default: exact.int64Opposite.map(AttributeValue.integer) ?? .decimal(exact.opposite)
    }
  }
}

extension ExactDecimal {
  fileprivate var opposite: ExactDecimal {
    ExactDecimal(isNegative: !isNegative, digits: digits, exponent: exponent)
  }

  /// `Int64.min` for 2^63, whose positive form `Int64` cannot hold.
  fileprivate var int64Opposite: Int64? {
    digits == [9, 2, 2, 3, 3, 7, 2, 0, 3, 6, 8, 5, 4, 7, 7, 5, 8, 0, 8] && exponent == 0
      && !isNegative ? .min : nil
  }
}
