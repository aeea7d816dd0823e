import LarderCore
import LarderQuery
import LarderStore

extension Session {
  /// The session that statements are about: the lesson's, where there is one.
  var active: Session { lesson?.session ?? self }

  /// Shows the lessons there are, and how far each is done.
  func showLessons() throws {
    let steps = lessonProgress.steps
    let catalogue = self.catalogue()
    let lessons = catalogue.lessons
    for failure in catalogue.failures.sorted(by: { $0.key < $1.key }) {
      try notice("note: left out: \(failure.value.message)")
    }
    guard !lessons.isEmpty else {
      throw ShellError(
        .unreadable, "no lessons were found", help: "`--lessons FOLDER` says where they are")
    }
    try show(
      names: ["lesson", "title", "steps", "done", "about"],
      lessons.map { lesson in
        [
          .text(lesson.name), .text(lesson.title), .integer(Int64(lesson.steps.count)),
          .integer(Int64(min(steps[lesson.name] ?? 0, lesson.steps.count))), .text(lesson.about),
        ]
      })
  }

  /// Begins a lesson, or goes on with it.
  func beginLesson(named name: String) throws {
    let catalogue = self.catalogue()
    if let failure = catalogue.failures[name] { throw failure }
    guard let found = catalogue.lesson(named: name) else {
      let near = Spelling.nearest(to: name, among: catalogue.lessons.map(\.name))
      throw ShellError(
        .unknownCommand, "there is no lesson `\(name)`",
        help: near.map { "did you mean `\($0)`?" } ?? "`.lesson` lists the lessons")
    }
    try begin(found)
  }

  /// Begins the first lesson that is not done.
  ///
  /// One that is running goes on: its step is shown again.
  func beginNextLesson() throws {
    guard lesson == nil else { return try showStep() }
    let steps = lessonProgress.steps
    let lessons = catalogue().lessons
    guard let next = lessons.first(where: { (steps[$0.name] ?? 0) < $0.steps.count }) else {
      return try notice("every lesson is done; `.lesson reset` begins them anew")
    }
    try begin(next)
  }

  private func begin(_ found: Lesson) throws {
    endLesson()
    let done = lessonProgress.steps[found.name] ?? 0
    let position = done < found.steps.count ? done : 0
    let running = try RunningLesson(found, at: position, beside: self)
    lesson = running
    interrupts.aim(at: running.session.context.interrupter)
    try show(lines: "\(found.title)\n\(found.about)\n")
    try showStep()
  }

  func endLesson() {
    guard lesson != nil else { return }
    lesson = nil
    interrupts.aim(at: context.interrupter)
  }

  /// Forgets how far a lesson, or every one, is done.
  func resetLessons(_ name: String?) throws {
    guard let name else { return lessonProgress.forgetAll() }
    guard let found = catalogue().lesson(named: name) else {
      throw ShellError(.unknownCommand, "there is no lesson `\(name)`")
    }
    lessonProgress.note(0, of: found.name)
    if lesson?.lesson.name == found.name { try begin(found) }
  }

  /// Says what the step that is open asks for.
  func showStep() throws {
    guard let running = lesson else { throw noLesson }
    guard let step = running.step else { return }
    let count = running.lesson.steps.count
    let ask =
      step.kind == .question ? "\n\n`.answer …` answers it; `.lesson hint` helps." : ""
    try show(
      lines: "[\(running.position + 1) of \(count)] " + step.prose.joined(separator: "\n") + ask)
  }

  func showHint() throws {
    guard let running = lesson else { throw noLesson }
    guard let step = running.step else { return }
    try show(lines: "hint: \(step.hint)")
  }

  func answerQuestion(_ text: String) throws {
    guard let running = lesson else { throw noLesson }
    guard let step = running.step, step.kind == .question else {
      throw ShellError(.wrongUsage, "no question is open; the step asks for a statement")
    }
    try tell(running.judge(answer: text), step, of: running)
  }

  /// Runs a statement in the lesson, and says whether it solved the step.
  func runInLesson(
    _ statement: StatementSyntax, of source: ScriptSource, _ running: RunningLesson
  ) throws {
    var failure: (any Error)?
    do { try running.session.run(statement, of: source) } catch {
      if error is QuitRequest || error is OutputError { throw error }
      failure = error
    }
    guard let step = running.step else {
      if let failure { throw failure }
      return
    }
    let code = failure.map { ErrorPresenter.problem($0).code }
    let judgement = running.judge(statement.text, failure: code)
    if let failure {
      // A failure that the step asked for is its result.
      guard judgement == .solved else { throw failure }
      try present(failure, at: statement.span, of: source)
    }
    guard step.kind == .task else { return }
    let isOnTheWay = step.solution.dropLast().contains(statement.text.trimmingSpaces)
    if judgement == .open, isOnTheWay { return }
    try tell(judgement, step, of: running)
  }

  private func tell(
    _ judgement: RunningLesson.Judgement, _ step: Lesson.Step, of running: RunningLesson
  ) throws {
    guard judgement == .solved else {
      return try show(lines: "not yet. hint: \(step.hint)")
    }
    lessonProgress.note(running.position, of: running.lesson.name)
    try show(
      lines: (["✓ " + (step.explanation.first ?? "right")] + step.explanation.dropFirst())
        .joined(separator: "\n") + "\n")
    guard running.step == nil else { return try showStep() }
    try show(lines: "The lesson `\(running.lesson.name)` is done. `.lesson next` begins another.")
    endLesson()
  }

  private var noLesson: ShellError {
    ShellError(.wrongUsage, "no lesson is running", help: "`.lesson NAME` begins one")
  }

  private func catalogue() -> LessonCatalogue {
    LessonCatalogue(folders: LessonCatalogue.folders(named: lessonFolder))
  }
}
