import LarderCore
import LarderQuery
import LarderStore

/// A lesson that a person is in: a session of its own, whose stores are nobody else's, and the step that comes
/// next.
final class RunningLesson {
  let lesson: Lesson
  let session: Session
  private(set) var position = 0

  /// Where the store is, where it is a file; gone with the lesson.
  private var folder: LessonFolder?

  /// Begins at a step; those before it are done without a word.
  init(_ lesson: Lesson, at position: Int, beside outer: Session) throws {
    self.lesson = lesson
    session = Session(
      openers: outer.openers, standardOutput: outer.standardOutput,
      standardError: outer.standardError, settings: outer.settings)
    session.screenSize = outer.screenSize
    session.isInteractive = outer.isInteractive
    session.presenter = outer.presenter
    session.zone = outer.zone
    try prepare()
    for step in lesson.steps.prefix(position) { replay(step) }
    self.position = min(position, lesson.steps.count)
  }

  var step: Lesson.Step? {
    lesson.steps.indices.contains(position) ? lesson.steps[position] : nil
  }

  /// What happened to a statement.
  enum Judgement: Hashable {
    case solved
    case open
  }

  /// Looks at a statement that was run; `failure` is the code of its error.
  func judge(_ statement: String, failure: String?) -> Judgement {
    guard let step, step.kind == .task else { return .open }
    let isMeant = step.checks.contains { if case .fails = $0 { true } else { false } }
    guard failure == nil || isMeant else { return .open }
    return settle(step.checks.allSatisfy { isMet($0, statement, failure) })
  }

  /// Looks at an answer to the question that is open.
  func judge(answer: String) -> Judgement {
    guard let step, step.kind == .question else { return .open }
    func words(_ text: String) -> String {
      let text = text.trimmingSpaces.lowercased()
      return text.last == "." ? String(text.dropLast()) : text
    }
    return settle(step.answers.contains { words($0) == words(answer) })
  }

  private func settle(_ isSolved: Bool) -> Judgement {
    if isSolved { position += 1 }
    return isSolved ? .solved : .open
  }

  private func isMet(_ check: Lesson.Check, _ statement: String, _ failure: String?) -> Bool {
    switch check {
    case .typed(let words): statement.trimmingSpaces.hasPrefix(words)
    case .fails(let code): failure == code
    case .result(let query, let lines): (try? result(of: query)) == lines
    }
  }

  // MARK: The private session

  private func prepare() throws {
    if let file = lesson.storeFile { try addCopy(of: file) }
    if !lesson.schema.isEmpty {
      let (schema, problems) = ModelReader.entities(from: lesson.schema)
      guard problems.isEmpty, !schema.entities.isEmpty else {
        throw ShellError(.unreadable, "the lesson `\(lesson.name)` declares no models")
      }
      try addStore(schema)
    }
    guard !lesson.setup.trimmingSpaces.isEmpty else { return }
    try runQuietly(lesson.setup)
  }

  private func addStore(_ schema: EntitySchema) throws {
    guard let kind = lesson.storeKind else {
      let store = InMemoryStore(identifier: lesson.name, schema: schema)
      try session.add(
        store, kind: Session.memoryKind, name: "lesson",
        location: StoreLocation(name: "lesson", address: "in memory"))
      return
    }
    let folder = try LessonFolder()
    self.folder = folder
    try session.open(
      StoreLocation(name: "lesson", address: folder.path + "/lesson.\(kind)"),
      StoreOptions(schema: schema))
  }

  /// Opens a copy of a store's file, for writing.
  private func addCopy(of file: String) throws {
    let folder = try LessonFolder()
    self.folder = folder
    let name = String(file[(file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex)...])
    let copy = folder.path + "/" + name
    let output = try Output(path: copy)
    output.bytes = try ScriptSource.bytes(ofFile: file)
    try output.flush()
    var options = StoreOptions()
    options.isWritable = true
    try session.open(StoreLocation(name: "lesson", address: copy), options)
  }

  private func replay(_ step: Lesson.Step) {
    for statement in step.solution where step.kind == .task { try? runQuietly(statement) }
  }

  /// Runs statements without a word of output.
  private func runQuietly(_ text: String) throws {
    let nowhere = try Output(path: "/dev/null")
    let kept = session.output
    session.output = nowhere
    session.isQuiet = true
    defer { (session.output, session.isQuiet) = (kept, false) }
    let source = ScriptSource(name: lesson.name, text: text)
    let script = Parser.parse(text, dialect: .script, entities: session.entityNames)
    guard script.diagnostics.isEmpty else { throw DiagnosticList(script.diagnostics) }
    for statement in script.statements { try session.run(statement, of: source) }
  }

  /// A query's result in JSON lines, which leaves the last listing as it was.
  private func result(of query: String) throws -> [String] {
    let file = try MemoryFile()
    let kept = (session.nextOutput, session.settings, session.listing, session.lastQuery)
    defer {
      (session.nextOutput, session.settings, session.listing, session.lastQuery) = kept
    }
    session.settings.mode = .jsonl
    session.settings.showsIdentifiers = false
    let output = Output(descriptor: file.descriptor, name: lesson.name)
    session.nextOutput = output
    let asked = try session.query(in: query)
    try session.trace.silently { try session.run(asked.query, in: asked.store) }
    let text = String(decoding: file.contents, as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }
}
