import LarderCore
import Testing

@Suite struct ExactDecimalTests {
  @Test(arguments: [
    ("0", "0"), ("-0.00", "0"), ("12.50", "12.5"), ("+7", "7"), ("1e400", "1e400"),
    ("1180591620717411303424", "1180591620717411303424"), ("-1.5E-3", "-0.0015"),
    (".5", "0.5"), ("5.", "5"), ("0.00000001234", "1.234e-8"), ("00012", "12"),
    ("123456e40", "1.23456e45"), ("1e40", "1e40"),
    ("1e39", "1" + String(repeating: "0", count: 39)),
  ])
  func aNumbersTextIsReadAndPrinted(_ source: String, _ printed: String) throws {
    let number = try #require(ExactDecimal(source))

    #expect(number.description == printed)
    #expect(ExactDecimal(printed) == number)
  }

  @Test(arguments: [
    "", "-", "+", ".", "e5", "1e", "1e+", "1.2.3", "--1", "1e5.5", " 1", "1 ", "0x10", "nan",
    "inf", "1_000", "1e9999999999999999999999", "1e-1000000000001", "1e1-", "١",
  ])
  func whatIsNoNumberIsNotRead(_ source: String) {
    #expect(ExactDecimal(source) == nil)
  }

  @Test func aHugeExponentCostsNothing() throws {
    let huge = try #require(ExactDecimal("1e999999999"))
    let tiny = try #require(ExactDecimal("1e-999999999"))

    #expect(huge.compare(to: .max) == 1)
    #expect(huge.compare(to: Double.greatestFiniteMagnitude) == 1)
    #expect(tiny.compare(to: 0) == 1)
    #expect(tiny.compare(to: Double.leastNonzeroMagnitude) == -1)
    #expect(huge.doubleValue == .infinity)
    #expect(huge.int64Value == nil)
    #expect(huge.adding(tiny) == nil)
    #expect(huge.remainder(dividingBy: ExactDecimal(3)) == nil)
    #expect(huge.multiplied(by: huge)?.description == "1e1999999998")
    #expect(huge.description == "1e999999999")
  }

  @Test(arguments: [
    ("9007199254740993", 9_007_199_254_740_992.0, 1), ("0.1", 0.1, -1), ("0.5", 0.5, 0),
    ("0.1000000000000000055511151231257827021181583404541015625", 0.1, 0), ("-0.1", -0.1, 1),
    ("1e308", 1e308, -1), ("1e309", Double.infinity, -1), ("-1e309", -Double.infinity, 1),
    ("0", -0.0, 0), ("5e-324", Double.leastNonzeroMagnitude, 1), ("2e-324", 0, 1),
  ])
  func aDoubleIsComparedByItsExactValue(_ text: String, _ double: Double, _ order: Int) throws {
    #expect(try #require(ExactDecimal(text)).compare(to: double) == order)
  }

  @Test(arguments: [
    (Int64.max, "9223372036854775807"), (.min, "-9223372036854775808"), (0, "0"), (-120, "-120"),
  ])
  func integersConvertBothWays(_ integer: Int64, _ text: String) throws {
    #expect(ExactDecimal(integer).description == text)
    #expect(try #require(ExactDecimal(text)).int64Value == integer)
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "1.5", "1e19", "1e-5"])
  func whatIsNoInt64HasNone(_ text: String) throws {
    #expect(try #require(ExactDecimal(text)).int64Value == nil)
  }

  @Test(arguments: [
    1.0, 0.1, -2.5, 1e300, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
    1 / 3.0, 0x1p63,
    123_456_789.125,
  ])
  func aDoubleGoesThereAndBack(_ double: Double) throws {
    let number = try #require(ExactDecimal(exactly: double))

    #expect(number.doubleValue == double)
    #expect(number.compare(to: double) == 0)
  }

  @Test(arguments: [
    ("1.5", "2.25", "3.75", "-0.75", "3.375"), ("1", "-1", "0", "2", "-1"),
    ("1e30", "1", "1000000000000000000000000000001", "999999999999999999999999999999", "1e30"),
    ("-0.1", "0.2", "0.1", "-0.3", "-0.02"), ("0", "7", "7", "-7", "0"),
    (
      "99999999999999999999", "99999999999999999999", "199999999999999999998", "0",
      "9999999999999999999800000000000000000001"
    ),
  ])
  func sumDifferenceAndProductAreExact(
    _ left: String, _ right: String, _ sum: String, _ difference: String, _ product: String
  ) throws {
    let (a, b) = (try #require(ExactDecimal(left)), try #require(ExactDecimal(right)))

    #expect(a.adding(b) == ExactDecimal(sum))
    #expect(a.subtracting(b) == ExactDecimal(difference))
    #expect(a.multiplied(by: b) == ExactDecimal(product))
  }

  @Test(arguments: [
    ("1", "3", "0.33333333333333333333333333333333333333"),
    ("2", "3", "0.66666666666666666666666666666666666667"),
    ("-10", "4", "-2.5"), ("0", "5", "0"), ("1e400", "1e399", "10"),
    ("1", "8", "0.125"),
    (
      "100000000000000000000000000000000000005", "1",
      "1.0000000000000000000000000000000000000e38"
    ),
    ("100000000000000000000000000000000000015", "1", "100000000000000000000000000000000000020"),
  ])
  func aQuotientHas38DigitsWithTiesToEven(
    _ left: String, _ right: String, _ quotient: String
  ) throws {
    let (a, b) = (try #require(ExactDecimal(left)), try #require(ExactDecimal(right)))

    #expect(a.divided(by: b) == ExactDecimal(quotient))
  }

  @Test(arguments: [
    ("7", "3", "1"), ("-7", "3", "-1"), ("7.5", "-2", "1.5"), ("1", "3", "1"), ("0.3", "0.1", "0"),
    ("1e30", "7", "1"),
  ])
  func aRemainderHasTheSignOfTheDividend(
    _ left: String, _ right: String, _ remainder: String
  ) throws {
    let (a, b) = (try #require(ExactDecimal(left)), try #require(ExactDecimal(right)))

    #expect(a.remainder(dividingBy: b) == ExactDecimal(remainder))
  }

  @Test func nothingIsDividedByZero() {
    #expect(ExactDecimal(1).divided(by: .zero) == nil)
    #expect(ExactDecimal(1).remainder(dividingBy: .zero) == nil)
  }

  @Test(arguments: [
    ("2.5", "3", "2", "2", "3"), ("-2.5", "-3", "-2", "-3", "-2"), ("0.4", "0", "0", "0", "1"),
    ("-0.05", "0", "0", "-1", "0"), ("3.5", "4", "4", "3", "4"), ("7", "7", "7", "7", "7"),
    ("2.51", "3", "3", "2", "3"),
  ])
  func roundingFollowsTheRule(
    _ text: String, _ nearest: String, _ even: String, _ down: String, _ upward: String
  ) throws {
    let number = try #require(ExactDecimal(text))

    #expect(number.rounded(.toNearestOrAwayFromZero) == ExactDecimal(nearest))
    #expect(number.rounded(.toNearestOrEven) == ExactDecimal(even))
    #expect(number.rounded(.down) == ExactDecimal(down))
    #expect(number.rounded(.up) == ExactDecimal(upward))
  }

  @Test func theOrderIsThatOfNumbers() {
    let texts = ["-1e400", "-12", "-1.5", "0", "1e-400", "0.5", "1", "1.5", "12", "1e400"]
    let numbers = texts.compactMap { ExactDecimal($0) }

    #expect(numbers.shuffled().sorted() == numbers)
  }
}
