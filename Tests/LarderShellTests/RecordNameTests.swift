import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

/// The names of the records that commands give in the data modes are those of `docs/shell.md`.
@Suite struct RecordNameTests {
  /// What is run for each row of the table, in a store of two trips, after what prepares it.
  static let commands: [String: (before: String, statement: String)] = [
    ".about": ("", ".about"),
    ".context": ("", ".context list"),
    ".entities": ("", ".entities"),
    ".explain": ("", ".explain Trip"),
    ".history": ("", ".history"),
    ".ids": ("", ".ids Trip#p1"),
    ".lesson": ("", ".lesson"),
    ".mode": ("", ".mode"),
    ".param": (".param a=1", ".param"),
    ".readonly": ("", ".readonly"),
    ".registered": ("Trip", ".registered"),
    ".schema": ("", ".schema"),
    ".set": ("", ".set"),
    ".snapshot": ("", ".snapshot Trip#p1"),
    ".stores": ("", ".stores"),
    ".theme": ("", ".theme"),
    ".trace show": (".trace on\ncount Trip\n.trace off", ".trace show 1"),
    ".watch": ("", ""),
    "count": ("", "count Trip"),
    "diff": ("update all Trip set days = 1", "diff"),
    "preview": ("", "preview delete all Trip"),
    "save": ("insert Trip(name: \"a\")", "save"),
    "status": ("", "status"),
  ]

  /// Rows that need a store of Apple's, or a terminal's history.
  static let elsewhere: Set<String> = [".check", ".repair", ".statements"]

  @Test func everyRowOfTheTableIsTried() throws {
    #expect(Set(try documented.keys) == Set(Self.commands.keys).union(Self.elsewhere))
  }

  @Test(arguments: commands.keys.sorted())
  func aCommandGivesTheRecordsOfTheTable(name: String) throws {
    let (before, statement) = try #require(Self.commands[name])
    let shell = try ShellHarness()
    let store = InMemoryStore(identifier: "kept", schema: ShellHarness.schema, keepsHistory: true)
    try shell.session.add(
      store, kind: "memory", name: "kept", location: StoreLocation(address: "in memory"))
    try shell.fill()
    try shell.run(before)
    shell.session.settings.mode = .csv

    let result: ShellHarness.Result
    if name == ".watch" {
      let asked = try shell.session.query(in: "Trip select name")
      try shell.session.watch(asked, showsDifferences: false) { false }
      result = try shell.run("")
    } else {
      result = try shell.run(statement)
    }

    let header = result.output.prefix { $0 != "\n" }.split(separator: ",").map(String.init)
    #expect(try header == (name == ".watch" ? ["change", "name"] : documented[name]))
  }

  /// The names behind each command.
  private var documented: [String: [String]] {
    get throws {
      let lines = try Document.named("shell.md").lines
      let start = lines.firstIndex { $0.hasPrefix("| in the data modes |") } ?? lines.endIndex
      var names: [String: [String]] = [:]
      for line in lines[start...].dropFirst(2).prefix(while: { $0.hasPrefix("| ") }) {
        let cells = line.split(separator: "|").map { $0.split(separator: "`") }
        let fields = cells.count > 1 ? cells[1].filter { $0.first?.isLetter == true } : []
        for name in cells[0] where name.first?.isWhitespace == false && name != ", " {
          names[String(name)] = fields.first.map { list in
            list.split(separator: ",").map { String($0).trimmingSpaces }
          }
        }
      }
      return names
    }
  }
}
