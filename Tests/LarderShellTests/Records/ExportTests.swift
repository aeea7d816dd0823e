import FoundationEssentials
import Glibc
import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

@Suite struct ExportTests {
  private static let schema = EntitySchema(entities: [
    EntitySchema.Entity(
      name: "Item",
      attributes: [
        .init(name: "n", type: .integer, isOptional: true),
        .init(name: "x", type: .real, isOptional: true),
        .init(name: "at", type: .date, isOptional: true),
        .init(name: "any", type: .mixed, isOptional: true),
      ])
  ])

  private func shell(_ values: (AttributeName, AttributeValue)...) throws -> ShellHarness {
    let shell = try ShellHarness()
    let store = InMemoryStore(identifier: "items", schema: Self.schema)
    try shell.session.add(
      store, kind: "memory", name: "items", location: StoreLocation(address: "in memory"))
    let nulls = Self.schema.entities[0].attributes.map { ($0.name, AttributeValue.null) }
    let all = Dictionary(nulls + values) { $1 }
    try shell.session.perform(
      .insert("Item", all.map { .init(AttributePath($0.key), .value($0.value)) }), in: "items")
    try shell.run("save")
    return shell
  }

  private func text(_ name: String, of shell: ShellHarness) throws -> String {
    String(decoding: try shell.folder.bytes(of: name), as: UTF8.self)
  }

  @Test func theLastQueryIsExportedWhereNoneIsGiven() throws {
    let shell = try ShellHarness()
    try shell.fill()

    try shell.run(
      "Trip where days != nil select name\n.export \(shell.folder.path(of: "a b.csv").quoted)")

    #expect(try text("a b.csv", of: shell) == "name\nRome\n")
  }

  @Test func theMarkAndTheModeAreThoseOfTheFileAlone() throws {
    let shell = try ShellHarness()
    try shell.fill()

    let result = try shell.run(
      """
      .export \(shell.folder.path(of: "t.csv")) --bom Trip select name
      Trip where days == 3 select name
      """)

    #expect(try text("t.csv", of: shell) == "\u{FEFF}name\nRome\nOslo\n")
    #expect(result.output == "{\"name\":\"Rome\"}\n")
  }

  /// Values, the form, and what would be lost of them there.
  static let losses: [(name: AttributeName, value: AttributeValue, form: String, words: String)] = [
    (
      "x", .real(.nan), "jsonl",
      "1 real is NaN or infinite, which is no number of JSON: written as {\"$real\": …}"
    ),
    (
      "n", .integer(9_007_199_254_740_993), "json",
      "1 number has more digits than a reader of doubles keeps"
    ),
    (
      "at", .date(.init(timeIntervalSinceReferenceDate: 0.123_456_789)), "csv",
      "1 date is finer or further away than is written"
    ),
    ("any", .text("12"), "csv", "1 value of no declared type would be read back as another kind"),
    (
      "any", .date(.init(timeIntervalSinceReferenceDate: 0)), "jsonl",
      "1 value of no declared type would be read back as another kind"
    ),
  ]

  @Test(arguments: losses.indices)
  func whatIsLostIsToldAndRefusedWhereThatIsNotWanted(index: Int) throws {
    let loss = Self.losses[index]
    let shell = try shell((loss.name, loss.value))
    let file = shell.folder.path(of: "f.\(loss.form)")

    let strict = try shell.run(".export \(file) --strict Item")
    #expect(try !shell.folder.names().contains { $0.hasPrefix("f.") })
    let loose = try shell.run(".export \(file) Item")

    #expect(loose.errors == "note: \(loss.words)\n")
    #expect(
      strict.errors
        == "test:1:1: error[export.refused]: `\(file)` would not hold the whole result; "
        + "it was not written\n  \(loss.words)\n")
  }

  @Test(arguments: ["csv", "tsv", "json", "jsonl"])
  func whatAFormHoldsWholeIsNoLoss(form: String) throws {
    let shell = try shell(("n", .integer(1 << 53)), ("x", .real(0.1)), ("any", .text("a")))

    let result = try shell.run(".export \(shell.folder.path(of: "f.\(form)")) --strict Item")

    #expect(result == .init(status: .success, output: "", errors: ""))
  }

  @Test func aFileIsReplacedOnlyOnceAllIsWritten() throws {
    let shell = try shell(("n", .integer(.max)))
    let file = try shell.folder.write(text: "old", to: "f.json")
    chmod(file, 0o640)

    try shell.run(".export \(file) --strict Item")
    #expect(try text("f.json", of: shell) == "old")
    try shell.run(".export \(file) Item")

    #expect(try text("f.json", of: shell).hasPrefix("[\n{\"n\":9223372036854775807"))
    var status = stat()
    stat(file, &status)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(try shell.folder.names() == ["errors", "f.json", "output"])
  }

  @Test func aLinkStaysALink() throws {
    let shell = try shell()
    let file = try shell.folder.write(text: "old", to: "f.csv")
    let link = shell.folder.path(of: "l.csv")
    #expect(symlink(file, link) == 0)

    try shell.run(".export \(link) Item select n")

    #expect(try text("f.csv", of: shell) == "n\n\n")
    var status = stat()
    lstat(link, &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  /// Arguments that are wrong, and what is said of them.
  static let wrongArguments: [(arguments: String, words: String)] = [
    (
      "f.csv",
      "test:1:1: error[shell.nothing-listed]: no query has been asked yet\n"
        + "  = help: `.export FILE QUERY`\n"
    ),
    (
      "f.json --bom Item",
      "test:1:1: error[shell.wrong-usage]: `--bom` and `--csv-safe` are for csv and tsv\n"
    ),
    (
      "f.csv --what Item",
      "test:1:1: error[shell.wrong-usage]: `.export` is written "
        + "`.export FILE [--strict] [--bom] [--csv-safe] [QUERY]`\n"
    ),
    (
      "f.csv --strict Itme",
      """
      test:1:24: error[Q201]: there is no entity `Itme`
      1 | .export f.csv --strict Itme
        |                        ^^^^
        = help: did you mean `Item`: .export f.csv --strict Item

      """
    ),
  ]

  @Test(arguments: wrongArguments.indices)
  func wrongArgumentsAreExplained(index: Int) throws {
    let shell = try ShellHarness()
    try shell.session.add(
      InMemoryStore(identifier: "items", schema: Self.schema), kind: "memory", name: "items",
      location: StoreLocation(address: "in memory"))

    let result = try shell.run(".export \(Self.wrongArguments[index].arguments)")

    expectText(result.errors, Self.wrongArguments[index].words)
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
