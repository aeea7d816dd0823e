import LarderCore
import Testing

@testable import LarderQuery

@Suite struct ParserTests {
  @Test(arguments: [
    // Swift's precedence, with the word `not` looser than comparisons.
    ("a == 1 || b == 2 && c == 3", "(or (== a 1) (and (== b 2) (== c 3)))"),
    ("a ?? b == c", "(== (?? a b) c)"), ("a ?? b ?? c", "(?? a (?? b c))"),
    ("1 + 2 * 3 - 4", "(- (+ 1 (* 2 3)) 4)"), ("-a * 2", "(* (neg a) 2)"),
    ("not a == b", "(not (== a b))"), ("!a == b", "(== (not a) b)"),
    ("not a and b", "(and (not a) b)"), ("a ? b : c ? d : e", "(?: a b (?: c d e))"),
    ("x in 1 + 1...5", "(in x (... (+ 1 1) 5))"), ("(a + b) * c", "(* (+ a b) c)"),
    ("a.b?.c.d", "(. (. (. a b) c) d)"), ("a.b(1).c", "(. (call b a 1) c)"),
    ("a!.b", "(. a b)"), ("a % 2 == 0", "(== (% a 2) 0)"),
    // NSPredicate's spellings.
    ("a = 1 AND NOT b <> 2", "(and (== a 1) (not (!= b 2)))"),
    ("ANY a.b > 3", "(any (> (. a b) 3))"), ("all a.b is nil", "(all (is a.b nil))"),
    ("all == 3", "(== all 3)"), ("a BEGINSWITH[cd] 'x'", #"(hasPrefix[cd] a "x")"#),
    ("a between {1, 2}", "(between a (... 1 2))"),
    ("a between 1 and 2 and b", "(and (between a (... 1 2)) b)"),
    ("a in {1, 2}", "(in a [1 2])"), ("a in (1)", "(in a [1])"), ("a in (b)", "(in a b)"),
    ("a not in [1]", "(not in a [1])"), ("a not like 'x*'", #"(not like a "x*")"#),
    ("a ==[c] 'x'", #"(==[c] a "x")"#), ("a == [c]", "(== a [c])"),
    ("a is not missing", "(is not a missing)"), ("SELF.a == TRUE", "(== (. self a) true)"),
    // Closures, calls and lists.
    ("a.contains { $0.b > 1 }", "(call contains a {(> (. $0 b) 1)})"),
    ("a.contains(where: { x in x.b > 1 })", "(call contains a where:{x (> (. x b) 1)})"),
    (#"a.sum(\.price)"#, #"(call sum a \price)"#), ("count(distinct a)", "(call count distinct:a)"),
    ("[1, 2,]", "[1 2]"), (#"{"a": [1], "b": {}}"#, "{a: [1], b: {}}"), (#"["a": 1]"#, "{a: 1}"),
    (".live", ".live"), ("Person#p3", "Person#p3"), ("#3...#5", "#3...#5"), ("$x", "$x"),
    ("`limit` > 3", "(> limit 3)"), ("a[0]", "(index a 0)"),
  ])
  func anExpressionIsReadAs(_ source: String, _ outline: String) throws {
    let script = Parser.parse("E where " + source)

    #expect(script.diagnostics.map(\.message) == [])
    let statement = try #require(script.statements.first)
    guard case .query(let query) = statement.kind,
      case .where(let condition) = query.clauses[0].kind
    else { return }
    #expect(condition.outline == outline)
  }

  @Test(arguments: [
    ("Person\nwhere age > 3\nlimit 3", 1), ("Person; Company", 2), ("Person\n\nCompany;;", 2),
    ("Person where age >\n 3", 1), ("Person where (age\n > 3)", 1), ("Person where a\n and b", 1),
    ("Person select a,\n b", 1), ("Person\n.mode box\nPerson", 3),
    ("Person where x == [\n.a,\n.b]", 1),
    ("save\nundo 2\nend", 3), ("", 0), ("// nothing\n", 0), ("Person where a\n(b)", 2),
  ])
  func statementsEndWithTheirLineWhenComplete(_ source: String, _ count: Int) {
    #expect(Parser.parse(source).statements.count + problemsOf(source) == count)
  }

  /// A line that cannot stand alone is one more statement, with a fault.
  private func problemsOf(_ source: String) -> Int { Parser.parse(source).diagnostics.count }

  @Test(
    arguments: [
      ("Person", nil), ("Person where", "where"), ("Person where age >", ">"),
      ("Person where (", "("),
      ("Person where f {", "{"), ("Person where x in [1,", "["), ("Person select a,", ","),
      ("Person sort by", "by"), ("Person where a and", "and"), ("Person /* x", "/*"),
      ("Person where a == \"\"\"\nx", "\"\"\""), ("Person where a == \"x", nil),
      ("Person distinct", nil),
      ("let x =", "="), (".explain Person where (", nil), ("@Model class A {", "{"),
      ("Person where a ?? ", "??"), ("Person where x)", nil), ("update Person set", "set"),
      ("count", nil), ("Person where a ? b :", ":"), ("x where y not", "not"),
    ] as [(String, String?)])
  func aTextIsCompleteUnlessSomethingIsOpen(_ source: String, _ open: String?) {
    let expected = open.map { Completeness.incomplete(open: $0) } ?? .complete

    #expect(Parser.completeness(of: source) == expected)
  }

  @Test(arguments: ["count", "first", "save", "Status", "`from`", "DIFF"])
  func aKnownEntityWinsOverAWord(_ name: String) throws {
    let plain = name.filter { $0 != "`" }
    let script = Parser.parse("\(name) where age > 3", entities: [plain])

    let statement = try #require(script.statements.first)
    guard case .query(let query) = statement.kind, case .entity(let entity) = query.subject else {
      Issue.record("found \(statement.kind)")
      return
    }
    #expect(entity.name.text == plain)
    #expect(query.verb == .fetch)
  }

  @Test func wordsHaveTheirMeaningInOneCaseOnly() {
    #expect(Parser.parse("COUNT Person WHERE age > 3 OR NOT b").diagnostics.isEmpty)
    #expect(Parser.parse("Count Where age > 3").diagnostics.count == 1)
  }

  @Test func aFirstLineForTheSystemIsSkippedInScriptsOnly() {
    let source = "#!/usr/bin/env larder\nPerson"

    #expect(Parser.parse(source, dialect: .script).diagnostics.isEmpty)
    #expect(!Parser.parse(source, dialect: .prompt).diagnostics.isEmpty)
  }

  @Test func everyClauseReportsItsOwnProblem() {
    let script = Parser.parse("Person where age > sort by limit x select a b; Company where; Job")

    #expect(
      script.diagnostics.map(\.message) == [
        "expected a value, found `sort`", "expected a value, found `limit`",
        "expected a clause such as `where`, found `b`", "expected a value, found `;`",
      ])
    #expect(script.statements.map(\.text) == ["Job"])
  }

  @Test func atMostTenProblemsAreReported() {
    let script = Parser.parse(String(repeating: "Person where >\n", count: 500))

    #expect(script.diagnostics.count == 10)
  }

  @Test(arguments: [
    ("(", ""), ("[", "1"), ("!", "a"), ("-", "a"), ("a.", "a"), ("a + ", "a"), ("not ", "a"),
    ("a ?? ", "a"), ("a ? a : ", "a"), ("f(", ""), ("x.contains { ", ""), ("{\"a\": ", ""),
    ("a in (", ""), ("first E where ", ""), ("(a + ", ""), ("\\.a + (", ""),
  ])
  func nestingIsBounded(_ piece: String, _ end: String) {
    let script = Parser.parse("E where " + String(repeating: piece, count: 2_000) + end)

    #expect(script.diagnostics.contains { $0.code == .nestedTooDeeply })
  }

  @Test func aLongConjunctionIsNotNesting() {
    let source = "E where a == 1" + String(repeating: " and a == 1", count: 20_000)

    #expect(Parser.parse(source).diagnostics.isEmpty)
  }
}
