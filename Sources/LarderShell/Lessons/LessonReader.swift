/// Reads a lesson from its text.
///
/// `title:` and `about:` come first, then parts that begin with `--- schema` (with `sqlite` behind it for a store
/// in a file), `--- copy FILE` (of a store beside the lesson, in place of a schema), `--- setup`, `--- step` or
/// `--- question`. A step is prose with lines of keys among it: `type:` what solves it, `check:` a query, `=>`
/// and its result, `typed:` what the statement begins with, `fails:` the code it fails with, `answer:`,
/// `hint:`, `then:` what is said after it.
struct LessonReader {
  private var lesson: Lesson
  private let folder: String
  private var part = Part.head
  private var number = 0

  private enum Part { case head, schema, setup, step }

  /// - Throws: ``ShellError`` that names the line.
  static func read(_ text: String, name: String, folder: String) throws -> Lesson {
    var reader = LessonReader(lesson: Lesson(name: name, title: "", about: ""), folder: folder)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      reader.number += 1
      try reader.take(String(line))
    }
    return try reader.finish()
  }

  private mutating func take(_ line: String) throws {
    if line.hasPrefix("--- ") { return try begin(String(line.dropFirst(4))) }
    switch part {
    case .head: try takeHead(line)
    case .schema: lesson.schema += line + "\n"
    case .setup: lesson.setup += line + "\n"
    case .step: try takeInStep(line)
    }
  }

  private mutating func begin(_ name: String) throws {
    let words = name.split(separator: " ").map(String.init)
    switch words.first ?? "" {
    case "schema":
      part = .schema
      lesson.storeKind = words.dropFirst().first
    case "copy":
      guard words.count == 2, !words[1].contains("/") else {
        throw error("`--- copy` names a file beside the lesson")
      }
      part = .head
      lesson.storeFile = folder + "/" + words[1]
    case "setup": part = .setup
    case "step", "question":
      part = .step
      lesson.steps.append(Lesson.Step(kind: words.first == "step" ? .task : .question))
    default: throw error("there is no part `\(name)`")
    }
  }

  private mutating func takeHead(_ line: String) throws {
    if line.trimmingSpaces.isEmpty { return }
    guard let (key, value) = Self.entry(line) else { throw error("expected `title:` or `about:`") }
    switch key {
    case "title": lesson.title = value
    case "about": lesson.about = value
    default: throw error("a lesson has no `\(key)`")
    }
  }

  private mutating func takeInStep(_ line: String) throws {
    let last = lesson.steps.count - 1
    guard let (key, value) = Self.entry(line), Self.keys.contains(key) else {
      lesson.steps[last].prose.append(line)
      return
    }
    switch key {
    case "type": lesson.steps[last].solution.append(value)
    case "check": lesson.steps[last].checks.append(try check(value))
    case "typed": lesson.steps[last].checks.append(.typed(value))
    case "fails": lesson.steps[last].checks.append(.fails(value))
    case "answer": lesson.steps[last].answers.append(value)
    case "hint": lesson.steps[last].hint = value
    default: lesson.steps[last].explanation.append(value)
    }
  }

  private static let keys: Set<String> = [
    "type", "check", "typed", "fails", "answer", "hint", "then",
  ]

  private func check(_ text: String) throws -> Lesson.Check {
    let parts = text.split(separator: " => ", maxSplits: 1).map(String.init)
    guard let query = parts.first, parts.count == 2 else {
      throw error("a check is a query, ` => ` and its result")
    }
    return .result(
      query: query,
      lines: parts[1] == "nothing" ? [] : parts[1].split(separator: " ; ").map(String.init))
  }

  private static func entry(_ line: String) -> (key: String, value: String)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let key = line[..<colon]
    guard !key.isEmpty, key.allSatisfy({ $0.isLowercase }) else { return nil }
    return (String(key), String(line[line.index(after: colon)...]).trimmingSpaces)
  }

  private func finish() throws -> Lesson {
    guard !lesson.title.isEmpty, !lesson.steps.isEmpty else {
      throw error("a lesson has a `title:` and steps")
    }
    var lesson = lesson
    for index in lesson.steps.indices {
      let step = lesson.steps[index]
      let isWhole =
        step.kind == .task ? !step.solution.isEmpty && !step.checks.isEmpty : !step.answers.isEmpty
      guard isWhole, !step.hint.isEmpty else {
        throw error("step \(index + 1) lacks what solves it, how that is checked, or a hint")
      }
      lesson.steps[index].prose = Self.trimmed(step.prose)
    }
    return lesson
  }

  private static func trimmed(_ lines: [String]) -> [String] {
    var lines = lines[...]
    while lines.first?.trimmingSpaces.isEmpty == true { lines.removeFirst() }
    while lines.last?.trimmingSpaces.isEmpty == true { lines.removeLast() }
    return Array(lines)
  }

  private func error(_ message: String) -> ShellError {
    ShellError(.unreadable, "the lesson `\(lesson.name)`, line \(number): \(message)")
  }
}
