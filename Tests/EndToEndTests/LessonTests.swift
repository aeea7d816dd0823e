import FoundationEssentials
import LarderTestSupport
import Testing

/// Every lesson, played by a program that types the right answers, and one that types wrong ones.
struct LessonTests {
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".lesson") }.map { String($0.dropLast(".lesson".count)) }.sorted()

  private static let folder = Document.root + "/Samples/lessons"

  /// What solves each step, and what is no answer to any.
  private func script(_ name: String) throws -> String {
    var lines = [".lesson \(name)"]
    var isAnswered = true
    let text = try Document.text(ofFile: "Samples/lessons/\(name).lesson")
    for line in text.split(separator: "\n") {
      if line.hasPrefix("--- question") { isAnswered = false }
      if line.hasPrefix("type: ") { lines.append(String(line.dropFirst(6))) }
      if line.hasPrefix("answer: "), !isAnswered {
        lines.append(".answer " + line.dropFirst(8))
        isAnswered = true
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func thereAreTenLessons() { #expect(Self.names.count >= 10) }

  @Test(arguments: names)
  func theRightAnswersEndALesson(name: String) throws {
    let program = try Program()
    let run = try program.larder("--lessons", Self.folder, "-f", "-", input: try script(name))

    #expect(run.status == 0, "\(run.errors)\(run.output)")
    #expect(
      run.output.hasSuffix("The lesson `\(name)` is done. `.lesson next` begins another.\n"),
      "\(run.output)")
    let list = try program.larder("--lessons", Self.folder, "-c", ".lesson")
    let line = list.output.split(separator: "\n").first { $0.contains("\"\(name)\"") } ?? ""
    let numbers = line.split(separator: ",").compactMap { Int($0.split(separator: ":").last ?? "") }
    #expect(numbers.count == 2 && numbers[0] == numbers[1], "\(line)")
  }

  @Test(arguments: names)
  func aWrongAnswerGetsTheHint(name: String) throws {
    let run = try Program().larder(
      "--lessons", Self.folder, "--keep-going", "-f", "-",
      input: ".lesson \(name)\nstatus\n.answer certainly wrong\n")

    #expect(run.output.contains("not yet. hint: "), "\(run.output)\(run.errors)")
    #expect(!run.output.contains("✓"))
  }

  @Test func aStatementThatFailsSolvesNothing() throws {
    let run = try Program().larder(
      "--lessons", Self.folder, "--keep-going", "-f", "-",
      input: ".lesson 1\ninsert Trip(name: \"Oslo\", days: 4)\n.ids\n.ids #1\n.lesson next\n")

    #expect(run.output.contains("[2 of "), "\(run.output)")
    #expect(!run.output.contains("[3 of "), "\(run.output)")
  }

  @Test func aBrokenLessonLeavesTheOthers() throws {
    let program = try Program()
    try program.folder.write(text: "nonsense\n", to: "broken.lesson")
    let text = "title: Good\nabout: x\n--- question\nanswer: yes\nhint: y\n"
    try program.folder.write(text: text, to: "good.lesson")

    let list = try program.larder("--lessons", program.folder.path, "-c", ".lesson")
    #expect(list.status == 0 && list.output.contains("\"good\""))
    #expect(list.errors.hasPrefix("note: left out: the lesson `broken`, line 1: "))
    let good = try program.larder(
      "--lessons", program.folder.path, "-c", ".lesson good", "-c", ".answer Yes.")
    #expect(good.output.contains("is done"), "\(good.errors)")
  }

  @Test func aLessonGoesOnWhereItWasLeft() throws {
    let program = try Program()
    _ = try program.larder(
      "--lessons", Self.folder, "-c", ".lesson identifiers", "-c",
      "insert Trip(name: \"Oslo\", days: 4)",
      "-c", ".lesson stop")

    let again = try program.larder(
      "--lessons", Self.folder, "-c", ".lesson next", "-c", "Trip select name")

    #expect(again.output.contains("[2 of "), "\(again.output)")
    #expect(again.output.contains("{\"name\":\"Oslo\"}"))
    let reset = try program.larder(
      "--lessons", Self.folder, "-c", ".lesson reset", "-c", ".lesson identifiers")
    #expect(reset.output.contains("[1 of "))
  }

  @Test(arguments: [
    ("title: x\n", "line 2: a lesson has a `title:` and steps"),
    ("nonsense\n", "line 1: expected `title:` or `about:`"),
    ("title: x\n--- chapter\n", "line 2: there is no part `chapter`"),
    (
      "title: x\n--- step\ntype: save\ncheck: Trip\n",
      "line 4: a check is a query, ` => ` and its result"
    ),
    ("title: x\n--- step\ntype: save\nhint: y\n", "step 1 lacks what solves it"),
    ("title: x\n--- copy\n", "line 2: `--- copy` names a file beside the lesson"),
    ("title: x\n--- copy ../x.store\n", "line 2: `--- copy` names a file beside the lesson"),
    (
      "title: x\n--- copy x.store\n--- question\nanswer: x\nhint: y\n",
      "x.store` cannot be read: no such file or directory"
    ),
  ])
  func aLessonWithAMistakeIsRefused(text: String, message: String) throws {
    let program = try Program()
    try program.folder.write(text: text, to: "x.lesson")

    let run = try program.larder("--lessons", program.folder.path, "-c", ".lesson x")

    #expect(run.status == 1)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
