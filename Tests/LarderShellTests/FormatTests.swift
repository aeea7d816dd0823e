import FoundationEssentials
import LarderCore
import LarderTestSupport
import Testing

@testable import LarderShell

struct FormatTests {
  private static let shape = ResultShape(columns: [
    ResultColumn(name: "n"), ResultColumn(name: "text"),
    ResultColumn(name: "to", isRelationship: true),
  ])

  private func written(
    _ mode: OutputMode, _ shape: ResultShape, _ rows: [[AttributeValue?]],
    _ change: (inout OutputSettings) -> Void = { _ in }
  ) throws -> (text: String, notes: [String]) {
    let folder = try TemporaryFolder()
    let output = try Output(path: folder.path(of: "output"))
    var settings = OutputSettings(mode: mode)
    change(&settings)
    var format = mode.format(to: output, settings: settings)
    try format.begin(shape)
    for (index, row) in rows.enumerated() {
      let identifier = shape.entity.map {
        PersistentIdentifier(
          storeIdentifier: "s", entityName: $0, primaryKey: .integer(Int64(index + 1)))
      }
      try format.write(row.map(BorrowedValue.value), identifier: identifier)
    }
    let notes = try format.end()
    try output.flush()
    return (String(decoding: try folder.bytes(of: "output"), as: UTF8.self), notes)
  }

  /// Texts that break careless formats, with their cells in a table, csv and tsv, and as JSON.
  static let awkward: [(text: String, table: String, csv: String, tsv: String, json: String)] = [
    ("", "\"\"", "\"\"", "", "\"\""),
    (" ", "\" \"", "\" \"", " ", "\" \""),
    ("nil", "\"nil\"", "nil", "nil", "\"nil\""),
    ("a,b", "a,b", "\"a,b\"", "a,b", "\"a,b\""),
    ("say \"hi\"", "say \"hi\"", "\"say \"\"hi\"\"\"", "say \"hi\"", "\"say \\\"hi\\\"\""),
    ("two\nlines", "two\\nlines", "\"two\nlines\"", "two\\nlines", "\"two\\nlines\""),
    ("tab\there", "tab\\there", "tab\there", "tab\\there", "\"tab\\there\""),
    ("日本", "日本", "日本", "日本", "\"日本\""),
    ("👨‍👩‍👧", "👨‍👩‍👧", "👨‍👩‍👧", "👨‍👩‍👧", "\"👨‍👩‍👧\""),
    ("e\u{301}", "e\u{301}", "e\u{301}", "e\u{301}", "\"e\u{301}\""),
    ("\u{1B}[31m", "\\u{1b}[31m", "\u{1B}[31m", "\u{1B}[31m", "\"\\u001b[31m\""),
    ("a|b", "a|b", "a|b", "a|b", "\"a|b\""),
    ("back\\slash", "back\\slash", "back\\slash", "back\\\\slash", "\"back\\\\slash\""),
  ]

  @Test(arguments: awkward.map(\.text))
  func anAwkwardTextIsRightInEveryMode(text: String) throws {
    let expected = try #require(Self.awkward.first { $0.text == text })
    let shape = ResultShape(names: "t")
    let row: [[AttributeValue?]] = [[.text(text)]]

    #expect(try written(.jsonl, shape, row).text == "{\"t\":\(expected.json)}\n")
    #expect(try written(.json, shape, row).text == "[\n{\"t\":\(expected.json)}\n]\n")
    #expect(try written(.csv, shape, row).text == "t\n\(expected.csv)\n")
    #expect(try written(.tsv, shape, row).text == "t\n\(expected.tsv)\n")
    #expect(try written(.line, shape, row).text == "t: \(expected.table)\n")
    let table = try written(.table, shape, row).text.split(separator: "\n")
    #expect(table.last.map(String.init) == expected.table)
    let cell = expected.table.replacing("|", with: "\\|")
    let padding = String(repeating: " ", count: max(0, 3 - CharacterWidth.of(cell)))
    let markdown = try written(.markdown, shape, row).text.split(separator: "\n")
    #expect(markdown.last.map(String.init) == "| \(cell)\(padding) |")
  }

  @Test(arguments: [0, 9, 10, -1, 1_234_567, .max, .min] as [Int64])
  func anIntegerIsWrittenToItsLastDigit(number: Int64) throws {
    let shape = ResultShape(names: "n")
    let row: [[AttributeValue?]] = [[.integer(number)]]

    #expect(try written(.csv, shape, row).text == "n\n\(number)\n")
    #expect(try written(.tsv, shape, row).text == "n\n\(number)\n")
    #expect(try written(.jsonl, shape, row).text == "{\"n\":\(number)}\n")
  }

  @Test(arguments: [(OutputMode.csv, "\"NULL\""), (.tsv, "\\&NULL")])
  func aTextThatLooksLikeNullIsMarked(_ mode: OutputMode, _ cell: String) throws {
    let rows: [[AttributeValue?]] = [[.text("NULL")], [.null]]
    let text = try written(mode, ResultShape(names: "t"), rows) { $0.nullText = "NULL" }.text

    #expect(text == "t\n\(cell)\nNULL\n")
  }

  @Test func aBoxAlignsNumbersAndTellsAbsencesApart() throws {
    let rows: [[AttributeValue?]] = [
      [.integer(7), .text("Rome"), .array([])],
      [.integer(1200), .null, nil],
      [nil, .text(""), .identifier(.trip(5))],
    ]

    #expect(
      try written(.box, Self.shape, rows).text == """
        ╭──────┬──────┬─────────╮
        │    n │ text │ to      │
        ├──────┼──────┼─────────┤
        │    7 │ Rome │ []      │
        │ 1200 │ nil  │ …       │
        │      │ ""   │ Trip#p5 │
        ╰──────┴──────┴─────────╯

        """)
  }

  @Test func wideTextKeepsTheFrameStraight() throws {
    let text = try written(
      .box, ResultShape(names: "t"), [[.text("日本")], [.text("👍🏽")], [.text("abc")]]
    ).text

    #expect(
      text == """
        ╭──────╮
        │ t    │
        ├──────┤
        │ 日本 │
        │ 👍🏽   │
        │ abc  │
        ╰──────╯

        """)
  }

  @Test func rowsOverTheLimitAreCounted() throws {
    let rows = (1...5).map { [AttributeValue?.some(.integer($0))] }
    let result = try written(.table, ResultShape(names: "n"), rows) { $0.rowLimit = 2 }

    #expect(result.text == "n\n-\n1\n2\n2 of 5 rows; .limit 0 shows all\n")
  }

  @Test func dataModesIgnoreTheLimit() throws {
    let rows = (1...5).map { [AttributeValue?.some(.integer($0))] }
    let result = try written(.csv, ResultShape(names: "n"), rows) { $0.rowLimit = 2 }

    #expect(result.text == "n\n1\n2\n3\n4\n5\n")
  }

  @Test func columnsThatDoNotFitAreNamed() throws {
    let names = ["first", "second", "third"]
    let shape = ResultShape(columns: names.map { ResultColumn(name: $0) })
    let row: [AttributeValue?] = names.map { _ in .text(String(repeating: "x", count: 30)) }
    let result = try written(.table, shape, [row]) { $0.screenWidth = 28 }

    #expect(
      result.text == """
        first          second
        -------------  -------------
        xxxxxxxxxxxx…  xxxxxxxxxxxx…
        1 column does not fit: third

        """)
  }

  @Test(arguments: [20, 28, 40, 80, 200])
  func noLineIsWiderThanTheScreen(width: Int) throws {
    let shape = ResultShape(columns: (1...9).map { ResultColumn(name: "column\($0)") })
    let row: [AttributeValue?] = (1...9).map { .text(String(repeating: "日", count: $0 * 3)) }
    let text = try written(.box, shape, [row]) { $0.screenWidth = width }.text
    let box = text.split(separator: "\n").filter { "╭│├╰".contains($0.first ?? " ") }

    #expect(box.allSatisfy { CharacterWidth.of(String($0)) <= width })
  }

  @Test func missingValuesAreLeftOutOfObjectsAndCountedInSeparatedValues() throws {
    let shape = ResultShape(names: "a", "b")
    let rows: [[AttributeValue?]] = [[.null, nil], [nil, nil]]

    #expect(try written(.jsonl, shape, rows).text == "{\"a\":null}\n{}\n")
    let csv = try written(.csv, shape, rows)
    #expect(csv.text == "a,b\n,\n,\n")
    #expect(csv.notes == ["3 missing values are written as nil"])
  }

  @Test func relationshipsThatAreNotLoadedAreNamed() throws {
    let rows: [[AttributeValue?]] = [[.integer(1), .text("a"), nil]]
    let csv = try written(.csv, Self.shape, rows)

    #expect(csv.text == "n,text,to\n1,a,\n")
    #expect(csv.notes == ["not loaded and written as nil: to; `prefetch to` loads them"])
  }

  @Test func theNullTextReplacesNil() throws {
    let shape = ResultShape(names: "a", "b")
    let rows: [[AttributeValue?]] = [[.null, .text("NULL")]]

    #expect(try written(.csv, shape, rows) { $0.nullText = "NULL" }.text == "a,b\nNULL,\"NULL\"\n")
    #expect(
      try written(.table, shape, rows) { $0.nullText = "NULL" }.text
        == "a     b\n----  ------\nNULL  \"NULL\"\n")
    #expect(
      try written(.jsonl, shape, rows) { $0.nullText = "NULL" }.text
        == "{\"a\":null,\"b\":\"NULL\"}\n")
  }

  @Test func identifiersAreAddedOnRequest() throws {
    let shape = ResultShape(columns: [ResultColumn(name: "a")], entity: "Trip")
    let rows: [[AttributeValue?]] = [[.integer(1)]]

    #expect(try written(.jsonl, shape, rows).text == "{\"a\":1}\n")
    #expect(
      try written(.jsonl, shape, rows) { $0.showsIdentifiers = true }.text
        == "{\"$id\":\"Trip#p1\",\"a\":1}\n")
    #expect(
      try written(.csv, shape, rows) { $0.showsIdentifiers = true }.text == "$id,a\nTrip#p1,1\n")
  }

  @Test(arguments: [
    (AttributeValue.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
    (.real(1), "1.0"), (.real(1e300), "1e+300"), (.real(.nan), "{\"$real\":\"nan\"}"),
    (.real(-.infinity), "{\"$real\":\"-inf\"}"), (.bool(true), "true"), (.null, "null"),
    (.date(Date(timeIntervalSince1970: 0)), "\"1970-01-01T00:00:00Z\""),
    (.data(Data([0, 255])), "{\"$base64\":\"AP8=\"}"), (.array([.integer(1), .null]), "[1,null]"),
    (
      .object(
        AttributeObject([.init(name: "b", value: .integer(1)), .init(name: "a", value: .null)])),
      "{\"b\":1,\"a\":null}"
    ), (.identifier(.trip(5)), "\"Trip#p5\""), (.text("\u{0}\u{7F}"), "\"\\u0000\\u007f\""),
  ])
  func valuesAreExactInJSON(value: AttributeValue, json: String) {
    #expect(JSONText.text(of: value) == json)
  }

  @Test func aTreeShowsNestedValues() throws {
    let stay = AttributeValue.object(
      AttributeObject([
        .init(name: "place", value: .text("Rome")),
        .init(name: "tags", value: .array([.text("old"), .text("warm")])),
      ]))
    let shape = ResultShape(columns: [ResultColumn(name: "n"), ResultColumn(name: "stay")])

    #expect(
      try written(.tree, shape, [[.integer(1), stay]]).text == """
        row 1
        ├─ n: 1
        └─ stay
           ├─ place: Rome
           └─ tags
              ├─ 0: old
              └─ 1: warm

        """)
  }

  @Test func insertsCanBeRunAgain() throws {
    let shape = ResultShape(
      columns: [ResultColumn(name: "name"), ResultColumn(name: "order by")], entity: "Trip")

    #expect(
      try written(.insert, shape, [[.text("a\"b"), .integer(1)], [.text("c"), nil]]).text == """
        insert Trip(name: "a\\"b", `order by`: 1)
        insert Trip(name: "c")

        """)
  }
}

extension PersistentIdentifier {
  fileprivate static func trip(_ key: Int64) -> PersistentIdentifier {
    PersistentIdentifier(storeIdentifier: "s", entityName: "Trip", primaryKey: .integer(key))
  }
}
