extension AttributeValue {
  /// Swift's equality: numbers are compared exactly across kinds, text by canonical equivalence.
  ///
  /// Missing and null are equal; other values of different kinds are not. NaN equals nothing. Objects
  /// are equal when every name has equal values in both, whatever the order of their members.
  public static func areEqual(_ left: AttributeValue?, _ right: AttributeValue?) -> Bool {
    guard let left, let right else { return left.isNil && right.isNil }
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.integer(let a), .integer(let b)): return a == b
    case (.text(let a), .text(let b)): return a == b
    case (.date(let a), .date(let b)): return a == b
    case (.uuid(let a), .uuid(let b)): return a == b
    case (.data(let a), .data(let b)): return a == b
    case (.identifier(let a), .identifier(let b)): return a == b
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { areEqual($0, $1) }
    case (.object(let a), .object(let b)): return a.hasEqualMembers(b)
    default: return NumberOrder.compare(left, right) == 0
    }
  }
}

extension AttributeValue? {
  /// Whether the value is null or missing.
  @inlinable public var isNil: Bool {
    switch self {
    case nil, .null?: true
    default: false
    }
  }

  /// The value, or `nil` for null as well as for missing.
  @inlinable public var nonNull: AttributeValue? {
    switch self {
    case nil, .null?: nil
    default: self
    }
  }
}

extension AttributeObject {
  fileprivate func hasEqualMembers(_ other: AttributeObject) -> Bool {
    members.allSatisfy { AttributeValue.areEqual(self[$0.name], other[$0.name]) }
      && other.members.allSatisfy { AttributeValue.areEqual(self[$0.name], other[$0.name]) }
  }

  /// The members that count, the last of each name, in the order of their names and without nulls.
  var canonicalMembers: [Member] {
    var values: [AttributeName: AttributeValue] = [:]
    for member in members { values[member.name] = member.value }
    return values.filter { $0.value != .null }
      .map { Member(name: $0.key, value: $0.value) }
      .sorted { $0.name < $1.name }
  }
}
