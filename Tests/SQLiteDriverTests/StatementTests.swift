import SQLiteDriver
import Testing

@Suite struct StatementTests {
  @Test(arguments: [
    SQLiteValue.null, .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""),
    .text("a\0b"), .text("é👩‍👩‍👧e\u{301}"), .blob([]), .blob([0, 255, 1]),
  ])
  func aBoundValueComesBackAsItWas(_ value: SQLiteValue) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let statement = try connection.prepare("SELECT ?")

    try statement.bind(value, at: 1)

    #expect(try statement.step())
    #expect(statement.kind(at: 0) == value.kind)
    #expect(statement.value(at: 0) == value)
    #expect(try !statement.step())
  }

  @Test func aParameterThatIsNotThereIsRefused() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let statement = try connection.prepare("SELECT ?")

    let error = #expect(throws: SQLiteError.self) { try statement.bind(.integer(1), at: 2) }

    #expect(error?.code == .range)
  }

  @Test func bytesThatAreNoTextAreRepaired() throws {
    let connection = try Connection(path: ":memory:", mode: .create)

    #expect(try connection.value("SELECT CAST(x'61FF62' AS TEXT)") == .text("a\u{FFFD}b"))
  }

  @Test(arguments: [
    ("x''", true), ("x'C3A9'", true), ("x'6100'", true), ("x'61FF'", false), ("x'C3'", false),
  ])
  func theBytesOfATextAreHandedOutWhereTheyAreValid(_ bytes: String, _ isValid: Bool) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let statement = try connection.prepare("SELECT CAST(\(bytes) AS TEXT)")
    #expect(try statement.step())

    let text = statement.validText(at: 0).map { String(decoding: $0, as: UTF8.self) }

    #expect(text == (isValid ? statement.text(at: 0) : nil))
  }

  @Test func aStatementInUseIsNotHandedOutAgain() throws {
    let connection = try Connection(path: ":memory:", mode: .create)

    let first = try connection.statement(for: "SELECT 1")
    let second = try connection.statement(for: "SELECT 1")
    #expect(first !== second)
    connection.recycle(first)

    #expect(try connection.statement(for: "SELECT 1") === first)
  }

  @Test func aRecycledStatementForgetsItsValues() throws {
    let connection = try Connection(path: ":memory:", mode: .create)

    #expect(try connection.value("SELECT ?", [.integer(5)]) == .integer(5))
    #expect(try connection.value("SELECT ?") == .null)
  }

  @Test func aStatementOutlivesItsConnection() throws {
    var connection: Connection? = try Connection(path: ":memory:", mode: .create)
    let statement = try #require(try connection?.prepare("SELECT 1"))
    connection = nil

    #expect(try statement.step())
  }

  @Test func namesAndKindsOfColumnsAreKnown() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    let statement = try connection.prepare("SELECT 1 AS a, 'x' AS \"b c\"")

    #expect(statement.columnCount == 2)
    #expect(statement.columnName(at: 1) == "b c")
    #expect(statement.columnName(at: 9) == "")
    #expect(statement.isReadOnly)
  }
}
