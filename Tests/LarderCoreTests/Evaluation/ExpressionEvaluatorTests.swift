import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@Suite struct ExpressionEvaluatorTests {
  private typealias Operation = (
    EntityExpression.ArithmeticOperator, AttributeValue, AttributeValue, AttributeValue
  )

  @Test(
    arguments: [
      (.add, .integer(2), .integer(3), .integer(5)),
      (.divide, .integer(7), .integer(2), .integer(3)),
      (.divide, .integer(-7), .integer(2), .integer(-3)),
      (.remainder, .integer(-7), .integer(2), .integer(-1)),
      (.remainder, .integer(.min), .integer(-1), .integer(0)),
      (.multiply, .integer(3), .real(0.5), .real(1.5)),
      (.divide, .real(7), .integer(2), .real(3.5)), (.remainder, .real(7.5), .real(2), .real(1.5)),
      (.subtract, number("0.3"), .integer(1), number("-0.7")),
      (.add, number("1e30"), .integer(1), number("1000000000000000000000000000001")),
      (.multiply, number("0.1"), .real(2), .real(0.2)),
      (.divide, .integer(1), number("3"), number("0.33333333333333333333333333333333333333")),
      (.add, .text("a"), .text("b"), .text("ab")),
      (.add, .array([.integer(1)]), .array([.null]), .array([.integer(1), .null])),
      (
        .subtract, .date(Date(timeIntervalSinceReferenceDate: 90)),
        .date(Date(timeIntervalSinceReferenceDate: 30)), .real(60)
      ),
      (
        .add, .date(Date(timeIntervalSinceReferenceDate: 90)), .integer(10),
        .date(Date(timeIntervalSinceReferenceDate: 100))
      ),
      (
        .subtract, .date(Date(timeIntervalSinceReferenceDate: 90)), .real(0.5),
        .date(Date(timeIntervalSinceReferenceDate: 89.5))
      ),
    ] as [(EntityExpression.ArithmeticOperator, AttributeValue, AttributeValue, AttributeValue)])
  func arithmetic(
    _ operation: EntityExpression.ArithmeticOperator, _ left: AttributeValue,
    _ right: AttributeValue, _ result: AttributeValue
  ) throws {
    let expression = EntityExpression.arithmetic(operation, .value(left), .value(right))

    #expect(try Fixture.value(expression) == result)
    #expect(try Fixture.edited(expression) == result)
  }

  @Test(
    arguments: [
      (.arithmetic(.add, integer(.max), integer(1)), .overflow, "the result is out of range"),
      (.arithmetic(.multiply, integer(.min), integer(-1)), .overflow, "the result is out of range"),
      (.arithmetic(.divide, integer(.min), integer(-1)), .overflow, "the result is out of range"),
      (.arithmetic(.multiply, real(1e300), real(1e300)), .overflow, "the result is out of range"),
      (.arithmetic(.divide, integer(1), integer(0)), .divisionByZero, "a division by zero"),
      (.arithmetic(.remainder, integer(1), integer(0)), .divisionByZero, "a division by zero"),
      (.arithmetic(.divide, real(1), real(-0.0)), .divisionByZero, "a division by zero"),
      (
        .arithmetic(.divide, .value(number("0.1")), integer(0)), .divisionByZero,
        "a division by zero"
      ),
      (.arithmetic(.add, null, integer(1)), .operandIsNil, "an operand is nil"),
      (.arithmetic(.add, path("budget"), path("cover")), .operandIsNil, "an operand is nil"),
      (.arithmetic(.add, text("1"), integer(1)), .wrongKind, "text found where a number is needed"),
      (
        .arithmetic(.subtract, text("a"), text("b")), .wrongKind,
        "text found where a number is needed"
      ),
      (
        .arithmetic(.add, path("startDate"), path("startDate")), .wrongKind,
        "date found where a number is needed"
      ),
      (.negated(integer(.min)), .overflow, "the result is out of range"),
      (.negated(null), .operandIsNil, "an operand is nil"),
      (.negated(text("x")), .wrongKind, "text found where a number is needed"),
      (
        .shifted(text("x"), CalendarDuration(days: 1)), .wrongKind,
        "text found where a date is needed"
      ),
      (.function(.abs, [integer(.min)]), .overflow, "the result is out of range"),
      (.function(.integer, [real(1e300)]), .overflow, "the result is out of range"),
      (
        .arithmetic(.add, .arithmetic(.divide, integer(1), integer(0)), null), .divisionByZero,
        "a division by zero"
      ),
    ] as [(EntityExpression, PersistenceError.Code, String)])
  func faultsAreNilInConditionsAndErrorsInEdits(
    _ expression: EntityExpression, _ code: PersistenceError.Code, _ detail: String
  ) throws {
    #expect(try Fixture.value(expression, of: 3) == nil)
    let error = #expect(throws: PersistenceError.self) { try Fixture.edited(expression, of: 3) }
    #expect(error?.code == code)
    #expect(error?.detail == detail)
    #expect(error?.identifier == SampleSnapshots.identifier("Trip", 3))
  }

  @Test func aFaultInsideAConditionOfAnEditIsNil() throws {
    let fault = EntityExpression.arithmetic(.divide, integer(1), integer(0))
    let expression = EntityExpression.conditional(
      .comparison(.equal, fault, null), text("nil"), text("other"))

    #expect(try Fixture.edited(expression) == .text("nil"))
  }

  @Test func theBranchNotTakenHasNoFault() throws {
    let fault = EntityExpression.arithmetic(.divide, integer(1), integer(0))

    #expect(try Fixture.edited(.coalesce(integer(1), fault)) == .integer(1))
    #expect(try Fixture.edited(.conditional(.constant(false), fault, text("b"))) == .text("b"))
  }

  @Test(
    arguments: [
      (.lowercased, .text("ÀB"), .text("àb")), (.uppercased, .text("ß"), .text("SS")),
      (.trimmed, .text(" \n a b\t"), .text("a b")), (.trimmed, .text("  "), .text("")),
      (.count, .text("e\u{301}🏔️"), .integer(2)), (.count, .array([.null, .null]), .integer(2)),
      (.count, members(("a", .null), ("a", .null)), .integer(1)), (.count, .integer(3), nil),
      (.abs, .integer(-3), .integer(3)), (.abs, .real(-0.5), .real(0.5)),
      (.abs, number("-1e30"), number("1e30")),
      (.rounded, .real(2.5), .real(3)), (.rounded, .real(-2.5), .real(-3)),
      (.rounded, number("2.5"), number("3")),
      (.floor, .real(-0.5), .real(-1)), (.ceiling, .real(0.5), .real(1)),
      (.floor, .integer(7), .integer(7)),
      (.floor, .text("x"), nil), (.text, .integer(5), .text("5")), (.text, .real(2), .text("2.0")),
      (.text, .bool(true), .text("true")), (.text, number("1e400"), .text("1e400")),
      (.text, .date(Date(timeIntervalSinceReferenceDate: 0)), .text("2001-01-01T00:00:00Z")),
      (.text, .array([]), nil), (.integer, .text("42"), .integer(42)),
      (.integer, .text("4.2"), nil),
      (.integer, .real(-4.9), .integer(-4)), (.integer, number("4.9"), .integer(4)),
      (.real, .integer(4), .real(4)),
      (.real, .text("1e3"), .real(1000)), (.real, .text("nan"), nil), (.real, .text("0x10"), nil),
      (.first, .array([.integer(1), .integer(2)]), .integer(1)),
      (.last, .array([.integer(1), .integer(2)]), .integer(2)),
      (.first, .array([]), nil), (.last, .text("ab"), nil), (.lowercased, .integer(3), nil),
      (.year, .text("2024"), nil),
    ] as [(EntityExpression.Function, AttributeValue, AttributeValue?)])
  func functions(
    _ function: EntityExpression.Function, _ argument: AttributeValue, _ result: AttributeValue?
  ) throws {
    #expect(try Fixture.value(.function(function, [.value(argument)])) == result)
  }

  @Test(arguments: EntityExpression.Function.allCases)
  func aFunctionOfNilIsNilEvenInAnEdit(_ function: EntityExpression.Function) throws {
    #expect(try Fixture.edited(.function(function, [null])) == nil)
  }

  @Test(
    arguments: [
      (.year, 1969), (.month, 12), (.day, 31), (.hour, 23), (.minute, 59), (.second, 58),
      (.weekday, 4),
    ] as [(EntityExpression.Function, Int64)])
  func partsOfADateAreThoseOfUTC(_ function: EntityExpression.Function, _ part: Int64) throws {
    let date = try #require(DateText.parse("1969-12-31T23:59:58.750Z"))

    #expect(try Fixture.value(.function(function, [.value(.date(date))])) == .integer(part))
  }

  @Test(
    arguments: [
      (.collection(.count, path("tags"), element: nil), .integer(2)),
      (.collection(.sum, path("activities"), element: path("minutes", level: 1)), .integer(240)),
      (.collection(.average, path("activities"), element: path("minutes", level: 1)), .real(120)),
      (.collection(.minimum, path("activities"), element: path("cost", level: 1)), .real(22)),
      (.collection(.maximum, path("tags"), element: nil), .text("food")),
      (.collection(.count, path("activities"), element: path("cost", level: 1)), .integer(1)),
      (.collection(.sum, null, element: nil), .integer(0)),
      (.collection(.average, null, element: nil), nil),
      (.collection(.minimum, path("rating"), element: nil), nil),
      (.collection(.count, null, element: nil), .integer(0)),
      (
        .collection(.sum, .value(.array([.integer(.max), .integer(1)])), element: nil),
        number("9223372036854775808")
      ),
      (
        .collection(
          .sum, .value(.array([.integer(1), .real(0.5), .text("x"), .null])), element: nil),
        .real(1.5)
      ),
      (
        .collection(
          .sum, .value(.array([number("0.1"), number("0.2"), .integer(1)])), element: nil),
        number("1.3")
      ),
      (
        .collection(.average, .value(.array([number("0.1"), number("0.2")])), element: nil),
        number("0.15")
      ),
      (
        .filtered(path("tags"), .text(.hasPrefix, [], path(level: 1), text("a"))),
        .array([.text("art")])
      ),
      (.predicate(.isTrue(path("isFavorite"))), .bool(true)),
      (.coalesce(path("budget"), integer(1)), .integer(1_000)),
      (.coalesce(path("lodging", "trip", "address", "street"), text("?")), .text("Rue de l’Été 1")),
      (
        .function(.first, [path("travelers")]),
        .identifier(SampleSnapshots.identifier("Traveler", 1))
      ),
    ] as [(EntityExpression, AttributeValue?)])
  func collectionsAndPaths(_ expression: EntityExpression, _ result: AttributeValue?) throws {
    #expect(try Fixture.value(expression) == result)
  }

  @Test func anInsertsRightSideNeedsNoObject() throws {
    func evaluator(_ expression: EntityExpression) throws -> ExpressionEvaluator {
      try ExpressionEvaluator(
        expression, entity: "Trip", schema: .sample, environment: .withoutPatterns, mode: .edit)
    }

    let sum = EntityExpression.arithmetic(.add, integer(1), integer(2))
    #expect(try evaluator(sum).constantValue { _ in nil } == .integer(3))
    #expect(try evaluator(path("name")).constantValue { _ in nil } == nil)
    #expect(throws: PersistenceError(.divisionByZero, detail: "a division by zero")) {
      try evaluator(.arithmetic(.divide, sum, integer(0))).constantValue { _ in nil }
    }
  }

  @Test func aFunctionTakesOneArgument() {
    #expect(
      throws: PersistenceError(
        .unsupported, detail: "`count` takes one argument, not 2")
    ) {
      try Fixture.value(.function(.count, [null, null]))
    }
  }
}
