import FoundationEssentials

extension AttributeValue {
  /// The order of `<` in conditions: -1, 0 or 1, or `nil` where the values are unordered.
  ///
  /// Ordered are two booleans (false first), two numbers, two texts (Swift's order), two dates, UUIDs
  /// or identifiers. A nil operand, values of different kinds, NaN, data, arrays and objects are
  /// unordered.
  public static func order(_ left: AttributeValue?, _ right: AttributeValue?) -> Int? {
    guard let left, let right else { return nil }
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return a == b ? 0 : a < b ? -1 : 1
    case (.text(let a), .text(let b)): return TextOrder.compare(a, b)
    case (.date(let a), .date(let b)):
      return NumberOrder.compare(
        a.timeIntervalSinceReferenceDate, b.timeIntervalSinceReferenceDate)
    case (.bool(let a), .bool(let b)): return a == b ? 0 : b ? -1 : 1
    case (.uuid(let a), .uuid(let b)): return a == b ? 0 : a < b ? -1 : 1
    case (.identifier(let a), .identifier(let b)): return a == b ? 0 : a < b ? -1 : 1
    default: return NumberOrder.compare(left, right)
    }
  }

  /// The order of sorts, in which any two values have a place: -1, 0 or 1.
  ///
  /// Nil and missing first, then booleans, numbers, text, dates, UUIDs, data, arrays, objects,
  /// identifiers. NaN equals itself and stands before all other numbers. Data and arrays go
  /// element by element, objects by their members in the order of names.
  public static func totalOrder(_ left: AttributeValue?, _ right: AttributeValue?) -> Int {
    guard let left = left.nonNull, let right = right.nonNull else {
      return left.isNil ? (right.isNil ? 0 : -1) : 1
    }
    if let order = order(left, right) { return order }
    switch (left, right) {
    case (.data(let a), .data(let b)): return lexicographic(a, b) { Int($0) - Int($1) }
    case (.array(let a), .array(let b)): return lexicographic(a, b) { totalOrder($0, $1) }
    case (.object(let a), .object(let b)):
      return lexicographic(a.canonicalMembers, b.canonicalMembers) {
        $0.name == $1.name ? totalOrder($0.value, $1.value) : $0.name < $1.name ? -1 : 1
      }
    default:
      if left.rank != right.rank { return left.rank < right.rank ? -1 : 1 }
      return left.isNaN == right.isNaN ? 0 : left.isNaN ? -1 : 1
    }
  }

  private static func lexicographic<Elements: Sequence>(
    _ left: Elements, _ right: Elements, _ compare: (Elements.Element, Elements.Element) -> Int
  ) -> Int {
    var (left, right) = (left.makeIterator(), right.makeIterator())
    while true {
      guard let first = left.next() else { return right.next() == nil ? 0 : -1 }
      guard let second = right.next() else { return 1 }
      let order = compare(first, second)
      if order != 0 { return order < 0 ? -1 : 1 }
    }
  }

  private var isNaN: Bool {
    switch self {
    case .real(let number): number.isNaN
    case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
    default: false
    }
  }

  /// Where the value's kind stands in the total order.
  var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer, .real, .decimal: 2
    case .text: 3
    case .date: 4
    case .uuid: 5
    case .data: 6
    case .array: 7
    case .object: 8
    case .identifier: 9
    }
  }
}
