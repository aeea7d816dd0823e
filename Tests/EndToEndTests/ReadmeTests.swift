import LarderTestSupport
import Testing

/// What the README shows at the prompt and in scripts works, as it says.
struct ReadmeTests {
  private static func block(after heading: String, _ fence: String) throws -> [Substring] {
    let lines = try Document.text(ofFile: "README.md")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let part = lines.drop { $0 != heading }.drop { $0 != "```\(fence)" }.dropFirst()
    return Array(part.prefix { $0 != "```" })
  }

  /// The prompt tells how many objects are changed before each statement.
  @Test func theTwoMinutesRunAndCountAsShown() throws {
    var script = ""
    var counts: [Int] = []
    for line in try Self.block(after: "## Two minutes", "text") where line.hasPrefix("trips") {
      let parts = line.split(separator: "> ", maxSplits: 1)
      counts.append(Int(parts[0].drop { !$0.isNumber }) ?? 0)
      script += ".mode jsonl\nstatus\n.mode table\n\(parts[1])\n"
    }
    try #require(counts.count > 6 && counts.contains(97))
    let program = try Program()
    _ = try program.shell("cp '\(Document.root)'/Samples/SampleTrips.json .")

    let run = try program.larder("trips=SampleTrips.json", input: script)

    #expect(run.status == 0, "\(run.errors)")
    let states = run.output.split(separator: "\n").filter { $0.hasPrefix(#"{"inserted":"#) }
    let changed = states.map { state in
      state.split(separator: ",").prefix(3).reduce(0) {
        $0 + (Int($1.split(separator: ":").last ?? "") ?? 0)
      }
    }
    #expect(changed == counts)
    #expect(run.output.contains("Trip#t1 → Trip#p\"T900\""))
  }

  @Test func theCommandLinesRun() throws {
    let program = try Program()
    _ = try program.shell(
      "cp -r '\(Document.root)'/Samples . && cp Samples/SampleTrips.json copy-of-trips.json")
    let lines = try Self.block(after: "## In scripts", "sh").filter { $0.hasPrefix("larder") }
    try #require(lines.count >= 3)

    for line in lines {
      let run = try program.shell(String(line))
      #expect(run.status == 0 && !run.output.isEmpty, "\(line)\n\(run.errors)")
    }
  }
}
