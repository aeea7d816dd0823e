import Testing

@testable import LarderShell

struct InvocationTests {
  @Test func scriptsKeepTheirOrder() throws {
    let invocation = try Invocation(
      arguments: ["-c", "Trip", "--file", "a.larder", "-cStay", "--command=save"])

    #expect(
      invocation.sources
        == [.text("Trip"), .file("a.larder"), .text("Stay"), .text("save")])
  }

  @Test func storesMayBeNamed() throws {
    let invocation = try Invocation(arguments: ["a.json", "trips=b.json", "--", "-c"])

    #expect(
      invocation.stores == [
        StoreLocation(address: "a.json"), StoreLocation(name: "trips", address: "b.json"),
        StoreLocation(address: "-c"),
      ])
  }

  @Test(arguments: [
    ("a.json", "a"), ("folder/my.trips.json", "my.trips"), ("noext", "noext"),
    (".hidden", ".hidden"), ("x=/tmp/y.json", "x"), ("/tmp/a=b.json", "a=b"),
  ])
  func aStoreIsNamedAfterItsFile(argument: String, name: String) {
    #expect(StoreLocation(argument: argument).suggestedName == name)
  }

  @Test func everyOptionSetsItsField() throws {
    let invocation = try Invocation(arguments: [
      "--mode", "csv", "--schema", "Models.swift", "--entity", "Trip", "--param", "a=1",
      "--param", "b:text=2", "--read-only", "--color", "never", "--null", "-", "--limit", "7",
      "--dry-run", "--keep-going", "--ids", "--no-rc", "--no-history", "--version", "--help",
    ])
    var expected = Invocation()
    expected.mode = .csv
    expected.schemaPath = "Models.swift"
    expected.entityName = "Trip"
    expected.parameters = [
      .init(name: "a", text: "1", isText: false), .init(name: "b", text: "2", isText: true),
    ]
    expected.access = .readOnly
    expected.color = .never
    expected.nullText = "-"
    expected.rowLimit = 7
    expected.isDryRun = true
    expected.keepsGoing = true
    expected.showsIdentifiers = true
    expected.readsStartFile = false
    expected.keepsHistory = false
    expected.printout = .help

    #expect(invocation == expected)
  }

  @Test(arguments: [
    (["--nope"], "unknown option `--nope`"),
    (["--mod", "box"], "unknown option `--mod`; did you mean `--mode`?"),
    (["-x"], "unknown option `-x`"),
    (["--mode"], "`--mode` needs a value: --mode MODE"),
    (["-c"], "`-c` needs a value: -c, --command TEXT"),
    (["--ids=1"], "`--ids` takes no value"),
    (["--limit", "many"], "`--limit` takes a number of rows, not `many`"),
    (["--limit", "-1"], "`--limit` takes a number of rows, not `-1`"),
    (["--color", "red"], "`--color` takes auto, always or never, not `red`"),
    (["--param", "x"], "`--param` takes NAME=VALUE, not `x`"),
    (["--param", "1x=2"], "`1x` cannot name a parameter"),
    (["--param", "=2"], "`` cannot name a parameter"),
    (["--write", "--read-only"], "`--write` and `--read-only` contradict each other"),
    (
      ["--mode", "xml"],
      "unknown mode `xml`; the modes are box, table, markdown, line, tree, csv, tsv, json, "
        + "jsonl, insert, template"
    ),
    (["--mode", "template"], "`--mode template` and `--template TEXT` belong together"),
    (
      ["--mode", "csv", "--template", "x"],
      "`--mode template` and `--template TEXT` belong together"
    ),
    (["--template", "\\("], "the template has a `\\(` without its `)`"),
  ])
  func aWrongArgumentIsNamed(arguments: [String], message: String) {
    #expect(throws: InvocationError(message)) { try Invocation(arguments: arguments) }
  }

  @Test func theHelpListsEveryOption() {
    for option in InvocationOption.all {
      #expect(Invocation.help.contains("--\(option.long)"))
      #expect(Invocation.help.contains(option.summary))
    }
  }

  @Test func noTwoOptionsAreSpelledAlike() {
    let all = InvocationOption.all

    #expect(Set(all.map(\.long)).count == all.count)
    #expect(Set(all.compactMap(\.short)).count == all.compactMap(\.short).count)
  }
}
