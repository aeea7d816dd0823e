import SQLiteDriver
import Testing

@Suite struct FunctionTests {
  @Test(arguments: [
    SQLiteValue.null, .integer(-3), .real(2.5), .text("é\0x"), .text(""), .blob([1, 0, 2]),
    .blob([]),
  ])
  func aFunctionGetsAndReturnsEveryKindOfValue(_ value: SQLiteValue) throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.addFunction("same", argumentCount: 1) { arguments in
      switch arguments.kind(at: 0) {
      case .null: .null
      case .integer: .integer(arguments.integer(at: 0))
      case .real: .real(arguments.real(at: 0))
      case .text: .text(arguments.text(at: 0))
      case .blob: .blob(arguments.blob(at: 0))
      }
    }

    #expect(try connection.value("SELECT same(?)", [value]) == value)
  }

  @Test func anArgumentThatIsNotThereIsNull() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.addFunction("second", argumentCount: -1) { arguments in
      arguments.kind(at: 1) == .null ? .integer(Int64(arguments.count)) : .text("there")
    }

    #expect(try connection.value("SELECT second(9)") == .integer(1))
    #expect(try connection.value("SELECT second(9, 8)") == .text("there"))
  }

  @Test func aCollationDecidesOrderAndEquality() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.addCollation("by_length") { left, right in left.count - right.count }
    try connection.execute("CREATE TABLE t (a); INSERT INTO t VALUES ('ccc'), ('b'), ('aa')")

    let sorted = try connection.rows("SELECT a FROM t ORDER BY a COLLATE by_length")

    #expect(sorted == [[.text("b")], [.text("aa")], [.text("ccc")]])
    #expect(try connection.value("SELECT 'x' = 'y' COLLATE by_length") == .integer(1))
    #expect(try connection.value("SELECT '' < 'y' COLLATE by_length") == .integer(1))
  }
}
