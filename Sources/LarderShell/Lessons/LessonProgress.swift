import Glibc

/// How far a person has come in each lesson: a file with a line a lesson, `identifiers 3`.
///
/// A folder that cannot be written keeps nothing, and stops nobody.
struct LessonProgress {
  private let path: String?

  init(path: String?) { self.path = path }

  /// The file in the user's state folder; none where the environment names no home.
  static func standard() -> LessonProgress {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.first == "/" ? $0 : nil }
    }
    let state = variable("XDG_STATE_HOME") ?? variable("HOME").map { $0 + "/.local/state" }
    return LessonProgress(path: state.map { $0 + "/larder/lessons" })
  }

  /// The steps that are done, by the lesson's name.
  var steps: [String: Int] {
    guard let path, let source = try? ScriptSource(path: path) else { return [:] }
    var found: [String: Int] = [:]
    for line in source.text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]) else { continue }
      found[String(words[0])] = count
    }
    return found
  }

  /// Notes how many steps are done; none forgets the lesson.
  func note(_ count: Int, of lesson: String) {
    var steps = steps
    steps[lesson] = count > 0 ? count : nil
    write(steps)
  }

  func forgetAll() { write([:]) }

  private func write(_ steps: [String: Int]) {
    guard let path else { return }
    makeFolders(above: path)
    guard let output = try? Output(path: path) else { return }
    for (name, count) in steps.sorted(by: { $0.key < $1.key }) {
      output.append("\(name) \(count)\n")
    }
    try? output.flush()
  }

  private func makeFolders(above path: String) {
    var end = path.index(after: path.startIndex)
    while let slash = path[end...].firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = path.index(after: slash)
    }
  }
}
