import LarderCore
import LarderTestSupport
import Testing

@testable import LarderShell

@Suite struct TemplateTests {
  @Test func aRowIsWrittenAsTheTemplateSays() throws {
    let shell = try ShellHarness()
    try shell.fill()

    let result = try shell.run(
      #"""
      .mode template "\($id)\t\(name): \( days ) \\ \(start)\n--"
      Trip
      .null none
      .mode template \(name)=\(days)
      Trip
      Trip select name as `first name`, days
      .mode template <\(first name)>
      Trip select name as `first name`, days
      """#, keepsGoing: true)

    expectText(
      result.output,
      #"""
      Trip#p1	Rome: 3 \ 2024-05-01T00:00:00Z
      --
      Trip#p2	Oslo:  \ 
      --
      Rome=3
      Oslo=none
      <Rome>
      <Oslo>

      """#)
    expectText(
      result.errors,
      """
      test:6:1: error[shell.no-such-form]: the template asks for `name`, which the result does not have
        = help: it has first name, days

      """)
  }

  @Test(arguments: [
    (#"template "\(name""#, "the template has a `\\(` without its `)`\n"),
    (
      #"template \d"#,
      "the template has `\\d`, which stands for nothing\n"
        + "  = help: `\\(name)` is a value; `\\n`, `\\t` and `\\\\` are a newline, a tab and a backslash\n"
    ),
    ("template", "`.mode` is written `.mode [MODE [TEMPLATE]]`\n"),
    ("csv x", "`.mode` is written `.mode [MODE [TEMPLATE]]`\n"),
  ])
  func aWrongTemplateIsExplained(arguments: String, words: String) throws {
    let errors = try ShellHarness().run(".mode \(arguments)").errors

    #expect(errors == "test:1:1: error[shell.wrong-usage]: \(words)")
  }

  @Test func theCommandLineTakesATemplate() throws {
    let invocation = try Invocation(arguments: ["--template", "\\(name)"])

    #expect(invocation.mode == .template)
    #expect(invocation.template?.pieces == [.column("name")])
  }

  /// Values and what a sparkline of them is.
  static let sparklines: [(values: [AttributeValue], text: String)] = [
    ([1, 2, 3, 4, 5, 6, 7, 8].map { .integer($0) }, "▁▂▃▄▅▆▇█"),
    ([.real(0.5), .null, .real(2.5)], "▁ █"),
    ([.integer(5), .integer(5)], "▄▄"),
    ([.real(-1e308), .real(1e308)], "▁█"),
    ([.integer(.min), .integer(.max)], "▁█"),
    ([], "[]"),
    ([.integer(1), .text("a")], "[1,\"a\"]"),
    ([.integer(1), .real(.infinity)], "[1,{\"$real\":\"inf\"}]"),
  ]

  @Test(arguments: sparklines.indices)
  func aSparklineStandsForTheNumbersOfAnArray(index: Int) {
    let column = ResultColumn(name: "x", presentation: .sparkline)

    let text = ValueText(OutputSettings()).text(.array(Self.sparklines[index].values), in: column)

    #expect(text == Self.sparklines[index].text)
  }
}
