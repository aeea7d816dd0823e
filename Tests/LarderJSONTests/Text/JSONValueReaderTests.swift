import FoundationEssentials
import LarderCore
import Testing

@testable import LarderJSON

@Suite struct JSONValueReaderTests {
  private func value(
    _ text: String, as type: EntitySchema.AttributeType = .mixed
  ) -> AttributeValue {
    var text = text
    return text.withUTF8 { utf8 in
      JSONValueReader(UnsafeRawBufferPointer(utf8)).value(at: 0..<utf8.count, as: type)
    }
  }

  @Test(arguments: [
    ("0", AttributeValue.integer(0)), ("-0", .integer(0)), ("007", .integer(7)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("505874924095815681", .integer(505_874_924_095_815_681)),
    ("9223372036854775808", .decimal(decimal("9223372036854775808", 0))),
    ("1.10", .real(1.1)), ("59.833036999999997", .real(59.833037)), ("1e2", .real(100)),
    ("-1.5E-3", .real(-0.0015)), ("1.7976931348623157e308", .real(1.7976931348623157e308)),
    ("5e-324", .real(.leastNonzeroMagnitude)), ("0e999999999999999999999", .real(0)),
    ("1e400", .decimal(decimal("1", 400))), ("1e-400", .decimal(decimal("1", -400))),
    ("-12.5e500", .decimal(decimal("-125", 499))),
  ])
  func aNumberIsExactOrTheNearestReal(text: String, expected: AttributeValue) {
    #expect(value(text) == expected)
  }

  @Test(arguments: [
    (#""plain""#, "plain"), (#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{C}\n\r\t"),
    (#""\u00e9\u00E9""#, "éé"), (#""\ud83d\ude0b""#, "😋"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude0b\ud83d""#, "\u{FFFD}\u{FFFD}"),
    (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\u12""#, "\u{FFFD}12"), ("\"", ""),
    ("\"open", "ope"), ("\"😋é\"", "😋é"),
  ])
  func escapesBecomeText(text: String, expected: String) {
    #expect(value(text) == .text(expected))
  }

  @Test(arguments: [
    ("5", EntitySchema.AttributeType.real, AttributeValue.real(5)),
    ("9007199254740993", .real, .integer(9_007_199_254_740_993)), ("5.0", .integer, .real(5)),
    ("\"x\"", .integer, .text("x")), ("12.50", .decimal, .decimal(decimal("125", -1))),
    ("\"1998-06-12\"", .date, .date(Date(timeIntervalSince1970: 897_609_600))),
    ("\"soon\"", .date, .text("soon")), ("\"1998-06-12\"", .text, .text("1998-06-12")),
    ("1409444955000", .date, .date(Date(timeIntervalSince1970: 1_409_444_955))),
    ("1409444955", .date, .date(Date(timeIntervalSince1970: 1_409_444_955))),
    ("12.5", .date, .date(Date(timeIntervalSinceReferenceDate: 12.5))),
    ("\"aGk=\"", .data, .data(Data([104, 105]))), ("\"?\"", .data, .text("?")),
    ("2", .enumeration(name: "E", rawType: .integer, cases: []), .integer(2)),
    ("null", .text, .null), ("true", .bool, .bool(true)), ("false", .mixed, .bool(false)),
    ("[1, \"a\",[ ]]", .mixed, .array([.integer(1), .text("a"), .array([])])),
    ("[1,2]", .array(of: .real), .array([.real(1), .real(2)])),
  ])
  func theTypeOfTheAttributeDecides(
    text: String, type: EntitySchema.AttributeType, expected: AttributeValue
  ) {
    #expect(value(text, as: type) == expected)
  }

  @Test(arguments: [
    (#"{"$oid":"50b59cd75bed76f46522c34e"}"#, AttributeValue.text("50b59cd75bed76f46522c34e")),
    (#"{ "$numberLong" : "12" }"#, .integer(12)), (#"{"$numberInt":"-3"}"#, .integer(-3)),
    (#"{"$numberDouble":"2"}"#, .real(2)),
    (#"{"$numberDecimal":"1.10"}"#, .decimal(decimal("11", -1))),
    (
      #"{"$date":"2009-04-01T00:00:00.000-0700"}"#,
      .date(Date(timeIntervalSince1970: 1_238_569_200))
    ),
    (#"{"$date":1238569200000}"#, .date(Date(timeIntervalSince1970: 1_238_569_200))),
    (
      #"{"$date":{"$numberLong":"1238569200000"}}"#,
      .date(Date(timeIntervalSince1970: 1_238_569_200))
    ),
    (#"{"$date":true}"#, .object(AttributeObject([.init(name: "$date", value: .bool(true))]))),
    (#"{"$ref":1}"#, .object(AttributeObject([.init(name: "$ref", value: .integer(1))]))),
  ])
  func wrappersOfExtendedJSONAreValues(text: String, expected: AttributeValue) {
    #expect(value(text) == expected)
  }

  @Test func membersKeepTheirOrderAndTypes() {
    let type = EntitySchema.AttributeType.composite([.init(name: "stars", type: .real)])

    let read = value(#"{"stars":4,"name":"Inn","stars":5}"#, as: type)

    #expect(
      read
        == .object(
          AttributeObject([
            .init(name: "stars", value: .real(4)), .init(name: "name", value: .text("Inn")),
            .init(name: "stars", value: .real(5)),
          ])))
  }

  @Test func deepNestingReadsAsNullBelowTheBound() {
    let text = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)

    guard case .array = value(text) else {
      Issue.record("an array was expected")
      return
    }
  }

  @Test func cutTextNeverTraps() {
    let text = #"{"a":[1,{"$date":"2009-04-01"},"\ud83d\ude0b"],"b":{"c":1e400}} "#

    for end in 0...text.utf8.count {
      _ = value(String(decoding: text.utf8.prefix(end), as: UTF8.self))
    }
  }
}

/// A decimal by its digits, with a sign, and the power of ten of the last one.
func decimal(_ digits: String, _ exponent: Int) -> ExactDecimal {
  ExactDecimal(
    isNegative: digits.hasPrefix("-"),
    digits: digits.utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 - UInt8(ascii: "0") },
    exponent: exponent)
}
