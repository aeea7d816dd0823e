import FoundationEssentials
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

@Suite struct ImportTests {
  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Item",
      attributes: [
        .init(name: "code", type: .text, isOptional: true, isUnique: true),
        .init(name: "n", type: .integer, isOptional: true),
        .init(name: "x", type: .real, isOptional: true),
        .init(name: "on", type: .bool, isOptional: true),
        .init(name: "at", type: .date, isOptional: true),
        .init(name: "tags", type: .array(of: .text), isOptional: true),
        .init(name: "place", type: .composite([.init(name: "zip", type: .text)]), isOptional: true),
        .init(name: "any", type: .mixed, isOptional: true),
        .init(name: "fixed", type: .integer, isOptional: true, isReadOnly: true),
        .init(
          name: "state",
          type: .enumeration(
            name: "State", rawType: .text,
            cases: [
              .init(name: "on", rawValue: .text("on")), .init(name: "off", rawValue: .text("off")),
            ]), isOptional: true),
      ],
      relationships: [
        .init(name: "parent", destination: "Item", isOptional: true, inverse: "parts"),
        .init(name: "parts", destination: "Item", isToMany: true, inverse: "parent"),
      ]),
    EntitySchema.Entity(name: "Must", attributes: [.init(name: "name", type: .text)]),
  ])

  private func shell() throws -> ShellHarness {
    let shell = try ShellHarness()
    let store = InMemoryStore(identifier: "items", schema: Self.schema)
    try shell.session.add(
      store, kind: "memory", name: "items", location: StoreLocation(address: "in memory"))
    try shell.run("insert Item(code: \"old\")\nsave")
    return shell
  }

  /// Imports a text as a file `f.FORM` and says what came of it, with the file called by its name alone.
  private func imported(
    _ text: some Sequence<UInt8>, _ form: String, into entity: String = "Item",
    _ options: String = "", in shell: ShellHarness? = nil
  ) throws -> ShellHarness.Result {
    let shell = try shell ?? self.shell()
    let path = try shell.folder.write(text, to: "f.\(form)")
    var result = try shell.run(".import \(path) \(entity) \(options)\nItem offset 1")
    result.errors = result.errors.replacing(shell.folder.path(of: ""), with: "")
    return result
  }

  @Test func cellsBecomeWhatTheSchemaSays() throws {
    let text = """
      code,n,x,on,at,tags,place.zip,any,state\r
      "a, ""b""
      c", 5 ,1e3,TRUE,2024-05-01T10:00Z,"[""p"",""q""]",0150,12,on\r
      "",5.0,nan,0,,,,text,\r

      ,,,,,,,,

      """

    let result = try imported([0xEF, 0xBB, 0xBF] + text.utf8, "csv")

    expectText(
      result.output,
      """
      {"code":"a, \\"b\\"\\nc","n":5,"x":1000.0,"on":true,"at":"2024-05-01T10:00:00Z",\
      "tags":["p","q"],"place":{"zip":"0150"},"any":12,"state":"on","parent":null,"parts":[]}
      {"code":"","n":5,"x":{"$real":"nan"},"on":false,"at":null,"tags":null,"place":{"zip":null},\
      "any":"text","state":null,"parent":null,"parts":[]}
      {"code":null,"n":null,"x":null,"on":null,"at":null,"tags":null,"place":{"zip":null},\
      "any":null,"state":null,"parent":null,"parts":[]}

      """)
  }

  @Test func anImportIsOneUndoStep() throws {
    let shell = try shell()

    _ = try imported("code,parent\na,\nb,a\nc,old\n".utf8, "csv", in: shell)
    let links = try shell.run("Item where parent != nil select code, parent.code").output
    let undone = try shell.run("undo\ncount Item\nstatus").output

    #expect(links == #"{"code":"b","parent.code":"a"}\#n{"code":"c","parent.code":"old"}\#n"#)
    #expect(
      undone == #"{"count":1}\#n{"inserted":0,"updated":0,"deleted":0,"undo":1,"redo":1}\#n"#)
  }

  /// Files that are wrong, and all that is said of them.
  static let wrongFiles: [(form: String, text: String, words: String)] = [
    ("csv", "code,m\na,1\n", "f.csv:1:6: Item has no attribute `m`"),
    ("csv", "coda\na\n", "f.csv:1:1: Item has no attribute `coda`; did you mean `code`?"),
    ("csv", "n,n\n1,2\n", "f.csv:1:3: the column `n` is there twice"),
    ("csv", "n,code\n1,ü\n1.5,é\n", "f.csv:3:1: `n` takes an integer, not `1.5`"),
    (
      "csv", "code,n\né,9223372036854775808\n",
      "f.csv:2:3: `n` takes an integer, not `9223372036854775808`"
    ),
    ("csv", "x\n1e999\n", "f.csv:2:1: `x` takes a number, not `1e999`"),
    ("csv", "on\nmaybe\n", "f.csv:2:1: `on` takes true or false, not `maybe`"),
    (
      "csv", "at\n2024-02-30\n",
      "f.csv:2:1: `at` takes a date as 2024-02-29T10:00:00Z, not `2024-02-30`"
    ),
    ("csv", "state\nmaybe\n", "f.csv:2:1: `state` takes one of on, off, not `maybe`"),
    (
      "csv", "tags\n\"[1]\"\n", "f.csv:2:1: `tags` takes an array; in it, a text, not `[1]`"
    ),
    ("csv", "code,n\na\n", "f.csv:2: 1 cell, where the first line names 2"),
    ("csv", "code,n\n\na,1,2\n", "f.csv:3: 3 cells, where the first line names 2"),
    ("csv", "code\n\"a\n", "f.csv:2:1: the quote is never closed"),
    (
      "csv", "code\n\"a\"b\nx\n",
      "f.csv:2:4: text behind a closing quote; a quote inside is written twice"
    ),
    ("csv", "parent\nnobody\n", "f.csv:2:1: `parent`: no Item has the identifier or code `nobody`"),
    ("csv", "parent\nItem#p9\n", "f.csv:2: `parent`: there is no Item#p9"),
    (
      "csv", "parts\nold\n",
      "f.csv:2:1: `parts` takes a JSON array of objects, as [\"Item#p1\"], not `old`"
    ),
    ("csv", "code\nold\n", "f.csv:2: `code` must be unique, and Item#p1 has `old` too"),
    ("csv", "code\nnew\nnew\n", "f.csv:3: `code` must be unique, and line 2 has `new` too"),
    ("tsv", "n\tcode\n1\ta\tb\n", "f.tsv:2: 3 cells, where the first line names 2"),
    ("json", "{}", "f.json:1:1: the file is to be an array of objects, in `[` and `]`"),
    ("json", "[{\"n\":1},\n 5]", "f.json:2:2: expected an object, found a number"),
    ("json", "[{\"n\":1}\n {}]", "f.json:2:2: expected `,` or `]` behind an object"),
    ("json", "[{\"n\":1},\n{\"n\":", "f.json:2:1: the text ends inside this value"),
    ("json", "[] x", "f.json:1:4: text behind the end of the array"),
    ("json", "[{\"n\": 1, \"n\": 2}]", "f.json:1:16: `n` is there twice"),
    ("json", "[{\"é\": {\"n\": [1, \"}\"]},\n\"n\": tru}]", "f.json:2:6: expected JSON"),
    (
      "jsonl", "{\"n\":1}\n{\"code\":\"é\",\"n\":\"1\"}\n",
      "f.jsonl:2:17: `n` takes an integer, not `\"1\"`"
    ),
    ("jsonl", "{\"n\":1}\n\n{\"n\":\n", "f.jsonl:3:6: the text ends early"),
    (
      "jsonl", "{\"place\":{\"zap\":\"1\"}}\n",
      "f.jsonl:1:10: `place` takes an object of zip, not `{\"zap\":\"1\"}`"
    ),
    (
      "jsonl", "{\"parent\":[]}\n", "f.jsonl:1:11: `parent` takes an object, as `Item#p1`, not `[]`"
    ),
  ]

  @Test(arguments: wrongFiles.indices)
  func aWrongPlaceIsNamedAndNothingIsImported(index: Int) throws {
    let file = Self.wrongFiles[index]

    let result = try imported(file.text.utf8, file.form)

    #expect(result.status == .statementFailed)
    expectText(
      result.errors,
      """
      test:1:1: error[import.refused]: nothing was imported: 1 problem in `f.\(file.form)`
        \(file.words)

      """)
  }

  @Test func bytesThatAreNoTextAreRefusedWithTheirPlace() throws {
    let latin = try imported(Array("code\ncaf".utf8) + [0xE9, 0x0A], "csv")
    let wide = try imported([0xFF, 0xFE, 0x61, 0x00], "csv")

    #expect(
      latin.errors.hasSuffix("  f.csv:2:4: the byte 0xe9 is no UTF-8; the file may be in Latin-1\n")
    )
    #expect(wide.errors.hasSuffix("  f.csv:1: the file is in UTF-16; save it in UTF-8\n"))
  }

  @Test func everyProblemIsCountedAndTheFirstOnesAreTold() throws {
    let rows = (1...30).map { "x\($0)" }.joined(separator: "\n")

    let lines = try imported("n\n\(rows)\n".utf8, "csv").errors.split(separator: "\n")

    #expect(lines.first?.hasSuffix("nothing was imported: 30 problems in `f.csv`") == true)
    #expect(lines.count == 22)
    #expect(lines[20] == "  f.csv:21:1: `n` takes an integer, not `x20`")
    #expect(lines.last == "  and 10 more")
  }

  @Test func whatIsLostIsToldAndRefusedWhereThatIsNotWanted() throws {
    let text = "n,extra,fixed,at,x,$id\n1,2,3,2024-05-01,9007199254740993,Item#p7\n"

    let loose = try imported(text.utf8, "csv", "--ignore-unknown")
    let strict = try imported(text.utf8, "csv", "--ignore-unknown --strict")

    let losses = [
      "the column `extra` is left out: Item has no such attribute",
      "the column `fixed` is left out: it cannot be written",
      "1 date names no zone and is taken to be in UTC",
      "1 number is rounded to the nearest that a real can hold",
    ]
    #expect(
      loose.errors
        == (losses + ["the column `$id` is left out: a store gives identifiers itself"])
        .map { "note: \($0)\n" }.joined())
    #expect(
      strict.errors
        == "test:1:1: error[import.refused]: `f.csv` would not be imported whole; nothing was\n"
        + losses.map { "  \($0)\n" }.joined())
  }

  @Test func aDateWithoutAZoneIsOneOfTheSessions() throws {
    let shell = try shell()
    try shell.run(".set zone +02:00")

    let result = try imported("at\n2024-05-01T10:00\n".utf8, "csv", in: shell)

    #expect(result.output.contains("\"at\":\"2024-05-01T08:00:00Z\""))
    #expect(result.errors == "note: 1 date names no zone and is taken to be in +02:00\n")
  }

  @Test func aValueThatMustBeThereIsAskedFor() throws {
    let missing = try imported("[{}, {\"name\": null}]".utf8, "json", into: "Must")

    #expect(
      missing.errors.hasSuffix(
        "2 problems in `f.json`\n  f.json:1: `name` needs a value\n"
          + "  f.json:1:15: `name` needs a value\n"))
  }

  @Test func apostrophesBeforeFormulasAreNoted() throws {
    let result = try imported("code\n'=1\n".utf8, "csv")

    #expect(result.output.hasPrefix("{\"code\":\"'=1\""))
    #expect(
      result.errors
        == "note: 1 text begins with an apostrophe before a formula; `--csv-safe` takes it away\n")
  }

  /// Arguments that are wrong, and what is said of them.
  static let wrongArguments: [(arguments: String, words: String)] = [
    (
      "f.csv Nothing",
      "test:1:1: error[import.refused]: no open store has an entity `Nothing`\n"
    ),
    (
      "f.csv Itme",
      "test:1:1: error[import.refused]: no open store has an entity `Itme`\n"
        + "  = help: did you mean `Item`?\n"
    ),
    (
      "f.txt Item",
      "test:1:1: error[shell.wrong-usage]: `f.txt` does not say by its name what it is\n"
        + "  = help: files end with .csv, .tsv, .json or .jsonl\n"
    ),
    (
      "/nowhere/f.csv Item",
      "test:1:1: error[script.unreadable]: `/nowhere/f.csv` cannot be read: no such file or directory\n"
    ),
    (
      "f.csv Item --lenient",
      "test:1:1: error[shell.wrong-usage]: `.import` is written "
        + "`.import FILE ENTITY [--strict] [--ignore-unknown] [--csv-safe]`\n"
    ),
  ]

  @Test(arguments: wrongArguments.indices)
  func wrongArgumentsAreExplained(index: Int) throws {
    let result = try shell().run(".import \(Self.wrongArguments[index].arguments)")

    expectText(result.errors, Self.wrongArguments[index].words)
  }
}
