import FoundationEssentials
import LarderCore
import Testing

@Suite struct ValueOrderTests {
  /// Pairs and their order in conditions: -1, 0, 1, or nil for unordered.
  @Test(
    arguments: [
      (.integer(1), .integer(2), -1), (.integer(1), .real(1), 0), (.integer(1), number("1.0"), 0),
      (.integer(9_007_199_254_740_993), .real(9_007_199_254_740_992), 1),
      (.integer(.max), .real(0x1p63), -1), (.integer(.min), .real(-0x1p63), 0),
      (.integer(0), .real(-0.5), 1), (.integer(-3), .real(-2.5), -1), (.real(0), .real(-0.0), 0),
      (.integer(.max), .real(.infinity), -1), (.integer(.min), .real(-.infinity), 1),
      (.real(0.1), number("0.1"), 1), (number("1e400"), .real(.infinity), -1),
      (.real(.nan), .real(.nan), nil), (.integer(1), .real(.nan), nil),
      (.text("a"), .text("b"), -1), (.text("é"), .text("e\u{301}"), 0),
      (.text("Z"), .text("a"), -1),
      (.text("\u{212A}"), .text("K"), 0), (.bool(false), .bool(true), -1),
      (
        .date(Date(timeIntervalSinceReferenceDate: 1)),
        .date(Date(timeIntervalSinceReferenceDate: 2)), -1
      ),
      (.text("1"), .integer(1), nil), (.bool(true), .integer(1), nil), (nil, nil, nil),
      (.null, .integer(1), nil), (.integer(1), nil, nil), (.array([]), .array([]), nil),
      (.data(Data([1])), .data(Data([2])), nil),
      (.object(AttributeObject([])), .object(AttributeObject([])), nil),
    ] as [(AttributeValue?, AttributeValue?, Int?)])
  func orderInConditions(_ left: AttributeValue?, _ right: AttributeValue?, _ order: Int?) {
    #expect(AttributeValue.order(left, right) == order)
    #expect(AttributeValue.order(right, left) == order.map { -$0 })
  }

  @Test(
    arguments: [
      (nil, nil, true), (.null, nil, true), (.null, .integer(0), false),
      (.integer(1), .real(1), true), (.integer(1), number("1"), true),
      (.real(0.1), number("0.1"), false),
      (.integer(1), .bool(true), false), (.integer(1), .text("1"), false),
      (.text("café"), .text("cafe\u{301}"), true), (.text("cafe"), .text("café"), false),
      (.real(.nan), .real(.nan), false),
      (.array([.integer(1), .null]), .array([.real(1), .null]), true),
      (.array([.integer(1)]), .array([.integer(1), .integer(2)]), false),
      (.array([.real(.nan)]), .array([.real(.nan)]), false),
      (
        members(("a", .integer(1)), ("b", .text("x"))), members(("b", .text("x")), ("a", .real(1))),
        true
      ),
      (members(("a", .integer(1))), members(("a", .integer(2))), false),
      (members(("a", .integer(2)), ("a", .integer(1))), members(("a", .integer(1))), true),
      (members(("a", .null)), members(), true),
      (.data(Data([1, 2])), .data(Data([1, 2])), true),
    ] as [(AttributeValue?, AttributeValue?, Bool)])
  func equality(_ left: AttributeValue?, _ right: AttributeValue?, _ areEqual: Bool) {
    #expect(AttributeValue.areEqual(left, right) == areEqual)
    #expect(AttributeValue.areEqual(right, left) == areEqual)
  }

  /// Each group's values are equal, and less than the next group's.
  static let ordered: [[AttributeValue?]] = [
    [nil, .null], [.bool(false)], [.bool(true)], [.real(.nan), .real(-.nan)], [.real(-.infinity)],
    [number("-1e400")], [.integer(.min), .real(-0x1p63)], [.integer(-1), .real(-1), number("-1")],
    [.integer(0), .real(-0.0), number("0")], [number("0.1")], [.real(0.1)],
    [.real(9_007_199_254_740_992)], [.integer(9_007_199_254_740_993)], [.integer(.max)],
    [.real(0x1p63), number("9223372036854775808")], [number("1e400")], [.real(.infinity)],
    [.text("")], [.text("Z")], [.text("a")], [.text("é"), .text("e\u{301}")],
    [.date(Date(timeIntervalSinceReferenceDate: 0))], [.uuid(UUID(uuid: uuidBytes))],
    [.data(Data([1]))], [.data(Data([1, 2]))], [.data(Data([2]))], [.array([])],
    [.array([.null])], [.array([.integer(1), .integer(5)]), .array([.real(1), number("5")])],
    [.array([.integer(2)])],
    [members(), members(("x", .null))], [members(("a", .integer(2)))],
    [
      members(("a", .integer(2)), ("b", .null), ("c", .integer(1))),
      members(("c", .real(1)), ("a", .integer(2))),
    ],
    [members(("b", .integer(1)))],
    [
      .identifier(
        PersistentIdentifier(storeIdentifier: "s", entityName: "A", primaryKey: .integer(1)))
    ],
  ]

  @Test func theTotalOrderPlacesAnyTwoValues() {
    for (i, left) in Self.ordered.enumerated() {
      for (j, right) in Self.ordered.enumerated() {
        for a in left {
          for b in right {
            let expected = i == j ? 0 : i < j ? -1 : 1
            #expect(AttributeValue.totalOrder(a, b) == expected, "\(a as Any) \(b as Any)")
          }
        }
      }
    }
  }

  @Test func keysAreEqualWhereTheTotalOrderSaysSo() {
    for (i, left) in Self.ordered.enumerated() {
      for (j, right) in Self.ordered.enumerated() {
        for a in left.map(ValueKey.init) {
          for b in right.map(ValueKey.init) {
            #expect((a == b) == (i == j))
            if a == b { #expect(a.hashValue == b.hashValue, "\(a) \(b)") }
          }
        }
      }
    }
  }

  private static let uuidBytes: uuid_t = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
}

/// A decimal of a number's text; null for what is none.
func number(_ text: String) -> AttributeValue { ExactDecimal(text).map { .decimal($0) } ?? .null }

/// A composite value.
func members(_ members: (AttributeName, AttributeValue)...) -> AttributeValue {
  .object(AttributeObject(members.map { AttributeObject.Member(name: $0.0, value: $0.1) }))
}
