import LarderCore
import Testing

@testable import LarderQuery

@Suite struct LexerTests {
  @Test(arguments: [
    (#""plain""#, "plain"), (#""a\tb\n\"\\\0""#, "a\tb\n\"\\\0"), (#""\u{E9}\u{1F600}""#, "é😀"),
    (#"'it''s \n'"#, #"it's \n"#), ("#\"a\\n\"b\"#", "a\\n\"b"), ("#\"a\\#nb\"#", "a\nb"),
    ("##\"a\"#b\"##", "a\"#b"), ("\"\"", ""), ("''", ""),
    ("\"\"\"\n  one\n    two\n\n  three\\\n   four\n  \"\"\"", "one\n  two\n\nthree four"),
    ("\"\"\"\r\n  a\r\n  \"\"\"", "a"), ("#\"\"\"\n\\n\n\"\"\"#", "\\n"),
  ])
  func aTextIsReadWithItsEscapes(_ source: String, _ text: String) {
    let lexed = Lexer.lex(source)

    #expect(lexed.diagnostics.isEmpty)
    #expect(lexed.tokens.count == 2)
    guard case .text(text, _) = lexed.tokens[0].kind else {
      Issue.record("found \(lexed.tokens[0].kind)")
      return
    }
    #expect(lexed.tokens[0].span == 0..<source.utf8.count)
  }

  @Test(
    arguments: [
      ("0", .integer(0)), ("1_000", .integer(1000)), ("0xFF", .integer(255)),
      ("0b101", .integer(5)), ("0o17", .integer(15)), ("9223372036854775807", .integer(.max)),
      ("1.5", .real(1.5)), ("1e3", .real(1000)), ("2.5E-3", .real(0.0025)), ("0.0", .real(0)),
      (
        "9223372036854775808",
        .decimal(
          ExactDecimal(
            isNegative: false, digits: "9223372036854775808".utf8.map { $0 - 48 }, exponent: 0))
      ),
      ("1e400", .decimal(ExactDecimal(isNegative: false, digits: [1], exponent: 400))),
      ("1e-400", .decimal(ExactDecimal(isNegative: false, digits: [1], exponent: -400))),
    ] as [(String, AttributeValue)])
  func aNumberIsReadExactly(_ source: String, _ value: AttributeValue) {
    let lexed = Lexer.lex(source)

    #expect(lexed.diagnostics.isEmpty)
    guard case .number(let literal) = lexed.tokens[0].kind else {
      Issue.record("found \(lexed.tokens[0].kind)")
      return
    }
    #expect(literal.value == value)
  }

  @Test(arguments: [
    ("7d", CalendarDuration(days: 7)), ("2w", CalendarDuration(days: 14)),
    ("1y2mo", CalendarDuration(months: 14)), ("90min", CalendarDuration(milliseconds: 5_400_000)),
    ("1h30min", CalendarDuration(milliseconds: 5_400_000)),
    ("1.5h", CalendarDuration(milliseconds: 5_400_000)),
    ("3s5ms", CalendarDuration(milliseconds: 3005)), ("0d", CalendarDuration()),
  ])
  func aDurationAddsItsParts(_ source: String, _ duration: CalendarDuration) {
    let lexed = Lexer.lex(source)

    #expect(lexed.diagnostics.isEmpty)
    #expect(lexed.tokens[0].kind == .duration(duration))
  }

  @Test(arguments: [
    ("#3", HandleLiteral.row(3)), ("#t1", .key(.temporary(1))), ("#p42", .key(.integer(42))),
    ("#p-2", .key(.integer(-2))), (#"#p"a\"b""#, .key(.text("a\"b"))),
    (#"#p(3,"x")"#, .key(.composite([.integer(3), .text("x")]))),
    (#"#p(1, (2, 3))"#, .key(.composite([.integer(1), .composite([.integer(2), .integer(3)])]))),
  ])
  func aHandleNamesARowOrAKey(_ source: String, _ handle: HandleLiteral) {
    let lexed = Lexer.lex(source)

    #expect(lexed.diagnostics.isEmpty)
    #expect(lexed.tokens[0].kind == .handle(handle))
  }

  @Test(
    arguments: [
      ("@2024-02-29", 1_709_164_800, nil), ("@2024-02-29T10:00", 1_709_200_800, nil),
      ("@2024-02-29T10:00:30Z", 1_709_200_830, 0),
      ("@2024-02-29T10:00:00.250+02:00", 1_709_200_800, 7200),
      ("@1815-12-10T23:59-0330", -4_861_641_660, -12_600),
    ] as [(String, Int64, Int?)])
  func aDateKeepsItsOffset(_ source: String, _ seconds: Int64, _ offset: Int?) {
    let lexed = Lexer.lex(source)

    #expect(lexed.diagnostics.isEmpty)
    guard case .date(let date) = lexed.tokens[0].kind else {
      Issue.record("found \(lexed.tokens[0].kind)")
      return
    }
    #expect(date.secondsAsUTC == seconds)
    #expect(date.offset == offset)
  }

  @Test(arguments: [
    ("a / b / c", ["a", "/", "b", "/", "c"]), ("x where /a b/", ["x", "where", "/a b/"]),
    ("f(/a\\/b/)", ["f", "(", "/a\\/b/", ")"]),
    ("(a) / 2 / 3", ["(", "a", ")", "/", "2", "/", "3"]),
    ("x matches /a/", ["x", "matches", "/a/"]), ("a?.b ?? c", ["a", "?.", "b", "??", "c"]),
    ("1...5", ["1", "...", "5"]), ("1..<5", ["1", "..<", "5"]), ("a<>b", ["a", "<>", "b"]),
    ("x // rest\ny", ["x", "y"]), ("x /* a /* b */ c */ y", ["x", "y"]),
    ("größe_1 == Ωmega", ["größe_1", "==", "Ωmega"]), ("`order by` = 3", ["`order by`", "=", "3"]),
    ("s::E", ["s", "::", "E"]), ("a\u{A0}b", ["a", "b"]),
    ("items.@count", ["items", ".", "@count"]),
  ])
  func aTextIsCutIntoTokens(_ source: String, _ tokens: [String]) {
    let lexed = Lexer.lex(source)

    #expect(lexed.diagnostics.isEmpty)
    #expect(lexed.tokens.dropLast().map { lexed.source.text($0.span) } == tokens)
  }

  @Test func aCommandTakesTheRestOfItsLine() {
    let lexed = Lexer.lex("#!/usr/bin/larder\n.open it's // here  \nPerson\n  .mode box")

    let kinds = lexed.tokens.map(\.kind)
    #expect(kinds.count == 4)
    #expect(lexed.diagnostics.isEmpty)
    guard case .command("open", let span) = kinds[0], case .command("mode", _) = kinds[2] else {
      Issue.record("found \(kinds)")
      return
    }
    #expect(lexed.source.text(span) == "it's // here")
  }

  @Test func declarationsOfSwiftAreOneToken() {
    let source = """
      import SwiftData
      @Model final class Trip {
        @Attribute(.unique) var name: String = "a } b"  // }
        #Unique<Trip>([\\.name])
      }
      enum Kind: String { case a }
      Trip
      """
    let lexed = Lexer.lex(source)

    #expect(lexed.diagnostics.isEmpty)
    #expect(lexed.tokens.map(\.kind) == [.declaration, .identifier("Trip"), .end])
  }

  @Test(
    arguments: [
      ("'Oslo", .unclosedText, "this text has no closing quote", 0..<5),
      ("a \"x\nb", .unclosedText, "this text has no closing quote", 2..<4),
      ("\"\"\"\nx", .unclosedText, "this text block has no closing quotes", 0..<3),
      (
        "\"\"\"x\"\"\"", .malformedTextBlock,
        "the text of a block stands between the lines of its quotes", 0..<3
      ),
      (
        "\"\"\"\n a\n  \"\"\"", .malformedTextBlock,
        "this line is indented less than the closing quotes", 4..<6
      ),
      ("a /* b", .unclosedComment, "this comment is never closed", 2..<4),
      ("`a", .unclosedIdentifier, "this name has no closing backtick", 0..<2),
      ("x = /a", .unclosedPattern, "this regular expression has no closing slash", 4..<6),
      (#""\q""#, .unknownEscape, #"`\q` is no escape"#, 1..<3),
      (#""\u{110000}""#, .unknownEscape, #"`\u` is no escape"#, 1..<3),
      (#""\(x)""#, .unknownEscape, "values cannot be put inside a text here", 1..<3),
      ("12abc", .malformedNumber, "`12abc` is neither a number nor a duration", 0..<5),
      ("0xZZ", .malformedNumber, "`0xZZ` is not a number of base 16", 0..<4),
      (
        "0xFFFFFFFFFFFFFFFF", .numberOutOfRange,
        "`0xFFFFFFFFFFFFFFFF` is larger than an integer can be", 0..<18
      ),
      ("1e9999999999", .numberOutOfRange, "the exponent of `1e9999999999` is too large", 0..<12),
      ("1.5mo", .numberOutOfRange, "`1.5mo` is no length of time that fits", 0..<5),
      ("5m", .ambiguousUnit, "`m` could be months or minutes", 1..<2),
      ("@2023-02-29", .malformedDate, "`@2023-02-29` is no date of the calendar", 0..<11),
      (
        "@2023-02-28T25:00", .malformedDate, "`@2023-02-28T25:00` is no date of the calendar",
        0..<17
      ),
      ("@", .malformedDate, "expected a date after `@`", 0..<1),
      ("1990-01-01", .dateWithoutSign, "a date needs `@` before it", 0..<10),
      ("#x1", .malformedHandle, "`#x1` names no object", 0..<3),
      (
        "#p99999999999999999999", .malformedHandle, "`#p99999999999999999999` names no object",
        0..<22
      ),
      ("a %@", .formatArgument, "`%@` stands for an argument, and there are none here", 2..<4),
      ("a ¿", .unexpectedCharacter, "unexpected character `¿`", 2..<4),
      ("a \u{1}", .unexpectedCharacter, "unexpected character U+1", 2..<3),
      ("“Ada”", .unexpectedCharacter, "a text needs straight quotes", 0..<9),
      ("$", .unexpectedCharacter, "expected a name or `0` after `$`", 0..<1),
    ] as [(String, Diagnostic.Code, String, Range<Int>)])
  func aFaultIsNamedWhereItIs(
    _ source: String, _ code: Diagnostic.Code, _ message: String, _ span: Range<Int>
  ) {
    let found = Lexer.lex(source).diagnostics

    #expect(found.map(\.code) == [code])
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.span) == [span])
  }
}
