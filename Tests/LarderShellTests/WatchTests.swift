import Glibc
import LarderCore
import LarderQuery
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

@Suite struct WatchTests {
  /// Watches while statements are run in a second context, one script before each further look.
  private func watched(
    _ query: String, _ mode: OutputMode = .jsonl, diff: Bool = false, while scripts: [String]
  ) throws -> String {
    let shell = try ShellHarness(mode: mode)
    let session = shell.session
    session.settings.mode = .jsonl
    try shell.fill()
    try shell.run(".context new other\n.context use main")
    session.settings.mode = mode
    var rest = scripts[...]
    let asked = try session.query(in: query)
    try session.watch(asked, showsDifferences: diff) {
      guard let script = rest.popFirst() else { return false }
      let output = session.output
      session.currentContext = "other"
      session.output = session.standardError
      #expect((try? session.runQuietly(script)) != nil)
      session.output = output
      session.currentContext = "main"
      return true
    }
    return try shell.run("").output
  }

  @Test func aPlainRowIsKnownByItsValues() throws {
    let output = try watched(
      "Trip select name, days",
      while: ["update Trip where name == \"Rome\" set days = 4", "insert Trip(name: \"Bern\")", ""])

    expectText(
      output,
      """
      {"change":"present","name":"Rome","days":3}
      {"change":"present","name":"Oslo","days":null}
      {"change":"removed","name":"Rome","days":3}
      {"change":"added","name":"Rome","days":4}
      {"change":"added","name":"Bern"}

      """)
  }

  @Test func anObjectIsKnownByItsIdentifier() throws {
    let output = try watched(
      "Trip where days != 9",
      while: [
        "update Trip where name == \"Rome\" set days = 4", "delete Trip where name == \"Oslo\"",
      ])

    expectText(
      output,
      """
      {"change":"present","identifier":"Trip#p1","name":"Rome","days":3,\
      "start":"2024-05-01T00:00:00Z","stays":[]}
      {"change":"present","identifier":"Trip#p2","name":"Oslo","days":null,"stays":[]}
      {"change":"changed","identifier":"Trip#p1","name":"Rome","days":4,\
      "start":"2024-05-01T00:00:00Z","stays":[]}
      {"change":"removed","identifier":"Trip#p2","name":"Oslo","days":null,"stays":[]}

      """)
  }

  @Test func aGroupIsKnownByWhatItIsGroupedBy() throws {
    let output = try watched(
      "Trip group by days sort by days select days, count() as n", diff: true,
      while: ["insert Trip(name: \"a\", days: 3)", "insert Trip(name: \"b\", days: 5)"])

    #expect(
      output == """
        {"change":"changed","days":3,"n":2}
        {"change":"added","days":5,"n":1}

        """)
  }

  @Test func aCountChanges() throws {
    let output = try watched("count Trip", while: ["insert Trip(name: \"a\")", "", ""])

    #expect(output == #"{"change":"present","count":2}\#n{"change":"changed","count":3}\#n"#)
  }

  @Test func peopleGetTheResultAnewWhereItIsAnotherOne() throws {
    let output = try watched(
      "Trip sort by name select name", .line,
      while: ["", "delete Trip where name == \"Oslo\"", ""])

    #expect(output == "name: Oslo\n\nname: Rome\nname: Rome\n")
  }

  @Test func peopleCanHaveTheDifferencesAlone() throws {
    let output = try watched(
      "Trip select name", .table, diff: true, while: ["delete Trip where name == \"Oslo\""])

    #expect(output == "change   name\n-------  ----\nremoved  Oslo\n")
  }

  @Test func theContextIsAsBefore() throws {
    let shell = try ShellHarness()
    try shell.fill()
    try shell.run("Trip where name == \"Oslo\"")
    let (listing, limit) = (shell.session.listing, shell.session.context.registrationLimit)

    try shell.session.watch(shell.session.query(in: "Trip"), showsDifferences: false) { false }

    #expect(shell.session.listing == listing)
    #expect(shell.session.context.registrationLimit == limit)
    #expect(shell.session.context.changes(in: nil).count == 0)
    #expect(
      try shell.run(".last").output.hasSuffix("{\"name\":\"Oslo\",\"days\":null,\"stays\":[]}\n"))
  }

  @Test func aFileTellsOfWritesAndOfAnotherFileInItsPlace() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text: "a", to: "s.json")
    let notices = try #require(FileNotices(of: file))

    #expect(!notices.wait(milliseconds: 0))
    try folder.write(text: "x", to: "other.json")
    #expect(!notices.wait(milliseconds: 0))
    try Output(path: file).writeWhole("b")
    #expect(notices.wait(milliseconds: 5_000))
    try Output(path: folder.path(of: "draft")).writeWhole("c")
    #expect(rename(folder.path(of: "draft"), file) == 0)
    #expect(notices.wait(milliseconds: 5_000))
    try Output(path: file + "-wal").writeWhole("d")
    #expect(notices.wait(milliseconds: 5_000))
  }

  @Test(arguments: [
    ("", "`.watch` is written `.watch [SECONDS] [diff] QUERY`"),
    ("2 diff", "`.watch` is written `.watch [SECONDS] [diff] QUERY`"),
    ("0 Trip", "`.watch` takes 0.1 to 86400 seconds, not 0"),
    ("nan Trip", "`.watch` takes 0.1 to 86400 seconds, not nan"),
    ("diff save", "`save` is not a query"),
  ])
  func wrongArgumentsAreExplained(arguments: String, words: String) throws {
    let errors = try ShellHarness().run(".watch \(arguments)").errors

    #expect(errors == "test:1:1: error[shell.wrong-usage]: \(words)\n")
  }
}

extension Session {
  fileprivate func runQuietly(_ text: String) throws {
    let source = ScriptSource(name: "other", text: text.isEmpty ? "" : text + "\nsave")
    for statement in try parse(source).statements { try run(statement, of: source) }
  }
}

extension Output {
  fileprivate func writeWhole(_ text: String) throws {
    append(text)
    try flush()
  }
}
