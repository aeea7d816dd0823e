import LarderCore

/// Tests of text on its bytes, which answer as Swift's text would.
enum TextKernel {
  static func compare(
    _ comparison: EntityPredicate.ComparisonOperator, _ text: String
  ) -> ColumnCondition.Kernel {
    let constant = PreparedText(text)
    return switch comparison {
    case .equal: .texts { constant.isEqual(to: $0) }
    case .notEqual: .texts { !constant.isEqual(to: $0) }
    case .lessThan: .texts { constant.order(of: $0) < 0 }
    case .lessThanOrEqual: .texts { constant.order(of: $0) <= 0 }
    case .greaterThan: .texts { constant.order(of: $0) > 0 }
    case .greaterThanOrEqual: .texts { constant.order(of: $0) >= 0 }
    }
  }

  /// UUIDs are ordered as their text in one case is.
  static func compareUUIDs(
    _ comparison: EntityPredicate.ComparisonOperator, _ text: String
  ) -> ColumnCondition.Kernel {
    let constant = Array(text.lowercased().utf8)
    return .texts { slice in
      var order = 0
      for index in 0..<min(36, Int(slice.count)) {
        let byte = slice.start[index] | 0x20
        if byte != constant[index] | 0x20 {
          order = byte < constant[index] | 0x20 ? -1 : 1
          break
        }
      }
      return comparison.accepts(order)
    }
  }

  /// `nil` for patterns.
  static func match(
    _ textOperator: EntityPredicate.TextOperator, _ options: EntityPredicate.TextOptions,
    _ needle: String
  ) -> ColumnCondition.Kernel? {
    let position: TextMatcher.Position
    switch textOperator {
    case .contains: position = .anywhere
    case .hasPrefix: position = .prefix
    case .hasSuffix: position = .suffix
    case .equals: position = .whole
    case .like, .matches, .containsPattern: return nil
    }
    let matcher = TextMatcher(needle, position, options: options)
    return .texts { matcher.matches(utf8: $0.bytes) }
  }
}

/// A constant text, ready to be compared with many.
private final class PreparedText: Sendable {
  private let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    // The decomposed form is ASCII wherever the text equals some ASCII text.
    let canonical = TextFolding.bytes(of: text)
    isASCII = canonical.allSatisfy { $0 < 0x80 }
    self.text = text
    bytes = isASCII ? canonical : Array(text.utf8)
  }

  func isEqual(to slice: TextSlice) -> Bool {
    if slice.isASCII {
      guard isASCII, Int(slice.count) == bytes.count else { return false }
      return bytes.withUnsafeBufferPointer { wanted in
        for index in wanted.indices where wanted[index] != slice.start[index] { return false }
        return true
      }
    }
    return slice.text == text
  }

  /// -1 where the other text stands before this one.
  func order(of slice: TextSlice) -> Int {
    if slice.isASCII, isASCII {
      return bytes.withUnsafeBufferPointer { wanted in
        guard let start = wanted.baseAddress else { return slice.count == 0 ? 0 : 1 }
        return TextSlice.compareBytes(
          slice, TextSlice(start: start, count: Int32(wanted.count), isASCII: true))
      }
    }
    let other = slice.text
    return other == text ? 0 : other < text ? -1 : 1
  }
}

extension EntityPredicate.ComparisonOperator {
  /// Whether the operator is true of two values in this order.
  fileprivate func accepts(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .lessThan: order < 0
    case .lessThanOrEqual: order <= 0
    case .greaterThan: order > 0
    case .greaterThanOrEqual: order >= 0
    }
  }
}
