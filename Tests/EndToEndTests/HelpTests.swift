import LarderTestSupport
import Testing

/// The help says what there is, and each of its examples runs on the sample trips.
struct HelpTests {
  /// Examples that fail for what they are about, with the code of their error.
  static let failing = [
    ".fail": "script.failed", ".statements": "shell.nothing-listed", ".answer": "shell.wrong-usage",
    ".refresh": "store.unsupported", ".check": "store.unsupported", ".repair": "store.unsupported",
    ".clone-empty": "store.unsupported", ".sql": "store.unsupported",
    "resolve": "context.no-conflict",
  ]

  /// Examples that go on until they are stopped.
  static let endless: Set = [".watch"]

  private func help(_ topic: String, _ program: Program) throws -> String {
    let run = try program.larder("-c", ".help \(topic)")
    #expect(run.status == 0, "\(topic): \(run.errors)")
    return run.output
  }

  /// Every topic that the help names: subjects, statements, commands.
  private func topics(_ program: Program) throws -> [String] {
    let subjects = try help("", program).split(separator: "\n").filter { $0.hasPrefix("  .help ") }
      .map { String($0.dropFirst("  .help ".count)) }.filter { !$0.hasPrefix("[") }
    let commands = try usages("commands", program).map { String($0.prefix { $0 != " " }) }
    let statements = try usages("statements", program).map { usage in
      usage.hasPrefix("ENTITY") ? "query" : String(usage.prefix { $0 != " " })
    }
    return subjects + commands + statements
  }

  private func usages(_ topic: String, _ program: Program) throws -> [Substring] {
    let page = try help(topic, program)
    let list = page.split(separator: "\nExamples\n").first ?? ""
    return list.split(separator: "\n").dropFirst()
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { $0.dropFirst(2) }
  }

  @Test func everyExampleRuns() throws {
    let topics = try topics(try Program())
    #expect(topics.count > 60)

    for topic in topics where !Self.endless.contains(topic) {
      let program = try Program()
      let page = try help(topic, program)
      let parts = page.split(separator: "\nExamples\n")
      try #require(parts.count == 2, "\(topic) has no examples")
      let example = parts[1].split(separator: "\n").map { $0.dropFirst(2) }.joined(separator: "\n")
      for name in ["SampleTrips.json", "Models.swift"] {
        try program.folder.write(text: try Document.text(ofFile: "Samples/\(name)"), to: name)
      }
      try program.folder.write(
        text: "id,name,email\n900,Ada,ada@example.org\n", to: "travelers.csv")
      try program.folder.write(text: example, to: "example.larder")
      let run = try program.larder(
        "--schema", "Models.swift", "--mode", "box", "SampleTrips.json", "-f", "example.larder")

      if let code = Self.failing[topic] {
        #expect(run.errors.contains("error[\(code)]"), "\(topic): \(run.errors)")
      } else {
        #expect(run.status == 0, "\(topic): \(run.errors)")
      }
    }
  }

  @Test func aTopicThatThereIsNotIsGuessed() throws {
    let run = try Program().larder("-c", ".help predicate")

    #expect(run.status == 1)
    #expect(
      run.errors == """
        command:1:1: error[shell.unknown-command]: there is no help on `predicate`
          = help: did you mean `.help predicates`?

        """)
  }

  @Test func theCodeOfAnErrorIsExplained() throws {
    #expect(
      try Program().larder("-c", ".help Q202").output == """
        Q202: an attribute that the entity does not have
          `.schema ENTITY` shows its attributes.

        """)
  }
}
