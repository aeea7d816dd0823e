import FoundationEssentials

/// A value as a key of groups and sets: equal where ``AttributeValue/totalOrder(_:_:)`` says so.
///
/// Null and missing are one key, and so are equal numbers of different kinds, canonically equivalent
/// texts, and NaN with itself.
public struct ValueKey: Hashable, Sendable {
  public let value: AttributeValue?

  public init(_ value: AttributeValue?) { self.value = value }

  public static func == (lhs: ValueKey, rhs: ValueKey) -> Bool {
    switch (lhs.value, rhs.value) {
    case (.integer(let a)?, .integer(let b)?): a == b
    case (.text(let a)?, .text(let b)?): a == b
    default: AttributeValue.totalOrder(lhs.value, rhs.value) == 0
    }
  }

  public func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher) }

  private static func hash(_ value: AttributeValue?, into hasher: inout Hasher) {
    switch value {
    case nil, .null?: hasher.combine(0)
    case .bool(let flag)?: hasher.combine(flag)
    case .integer(let number)?: hasher.combine(number)
    case .real(let number)?: hash(number, into: &hasher)
    case .decimal(let number)?: hash(number, into: &hasher)
    case .text(let text)?: hasher.combine(text)
    case .date(let date)?: hash(date.timeIntervalSinceReferenceDate, into: &hasher)
    case .uuid(let uuid)?: hasher.combine(uuid)
    case .data(let data)?: hasher.combine(data)
    case .array(let elements)?:
      hasher.combine(elements.count)
      for element in elements { hash(element, into: &hasher) }
    case .object(let object)?:
      for member in object.canonicalMembers {
        hasher.combine(member.name)
        hash(member.value, into: &hasher)
      }
    case .identifier(let identifier)?: hasher.combine(identifier)
    }
  }

  private static func hash(_ number: Double, into hasher: inout Hasher) {
    if let integer = Int64(exactly: number) {
      hasher.combine(integer)
    } else {
      hasher.combine(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    }
  }

  private static func hash(_ number: ExactDecimal, into hasher: inout Hasher) {
    if let integer = number.int64Value {
      hasher.combine(integer)
    } else if number.compare(to: number.doubleValue) == 0 {
      hash(number.doubleValue, into: &hasher)
    } else {
      hasher.combine(number)
    }
  }
}
