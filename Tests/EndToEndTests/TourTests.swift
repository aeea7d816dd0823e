import LarderTestSupport
import Testing

/// The sample's tour, typed at a real prompt, looks as `docs/shell.md` shows it.
@Suite(.enabled(if: Screen.isAvailable, "SKIPPED: tmux is missing: apt install tmux"))
struct TourTests {
  /// A statement behind its prompt, and what the screen shows below.
  private struct Step {
    var prompt: String
    var statement: String
    var answer: [String] = []
  }

  private func stepsInTheDocument() throws -> [Step] {
    let lines = try Document.named("shell.md").lines
    let start = try #require(lines.firstIndex { $0.hasPrefix("## The tour") })
    let block = lines[start...].drop { $0 != "```text" }.dropFirst().prefix { $0 != "```" }
    var steps: [Step] = []
    for line in block.dropFirst() {
      if let sign = line.firstRange(of: ">"), line.hasPrefix("trips"),
        line[..<sign.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "*" })
      {
        steps.append(
          Step(
            prompt: String(line[..<sign.upperBound]),
            statement: String(line[sign.upperBound...].dropFirst())))
      } else {
        steps[steps.count - 1].answer.append(String(line))
      }
    }
    return steps
  }

  private func statementsOfTheSample() throws -> [String] {
    try Document.text(ofFile: "Samples/tour.larder").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("//") && !$0.hasPrefix("#!") }
  }

  @Test func theDocumentShowsTheWholeTour() throws {
    let shown = try stepsInTheDocument().map(\.statement).filter { !$0.isEmpty }

    #expect(try shown == statementsOfTheSample())
  }

  @Test func everyScreenIsAsTheDocumentShowsIt() throws {
    let steps = try stepsInTheDocument()
    let program = try Program()
    for name in ["SampleTrips.json", "Models.swift"] {
      try program.folder.write(text: try Document.text(ofFile: "Samples/\(name)"), to: name)
    }
    let screen = try Screen(
      program, ["--schema", "Models.swift", "trips=SampleTrips.json"], columns: 100, rows: 50)
    try screen.expect("trips: JSON, 4 entities\ntrips>")

    for (step, next) in zip(steps, steps.dropFirst()) {
      try screen.press("C-l")
      try screen.expect(step.prompt)
      try screen.type(step.statement)
      try screen.expect(containing: String(step.statement.suffix(20)), joiningRows: true)
      try screen.press("Enter")

      let wanted = ["\(step.prompt) \(step.statement)"] + step.answer + [next.prompt]
      try screen.expect(wanted.joined(separator: "\n"), joiningRows: true) { row in
        row.hasPrefix("time  ") && row.hasSuffix(" s") ? "time" : row
      }
    }
  }
}
