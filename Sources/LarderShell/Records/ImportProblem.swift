/// A place of a file that cannot be imported, and why.
struct ImportProblem: Error, Hashable {
  /// The byte at fault, from 0.
  var offset: Int
  var message: String

  /// The whole line is meant, so that no column is told.
  var isOfLine = false
}

/// What is wrong with a file: the first problems, and how many there are.
struct ImportProblems {
  /// How many are told.
  static let shownCount = 20

  private(set) var shown: [ImportProblem] = []
  private(set) var count = 0

  /// Place and message are made only for a problem that will be told.
  mutating func add(
    at offset: @autoclosure () -> Int, isOfLine: Bool = false,
    _ message: @autoclosure () -> String
  ) {
    count += 1
    guard shown.count < Self.shownCount else { return }
    shown.append(ImportProblem(offset: offset(), message: message(), isOfLine: isOfLine))
  }

  mutating func add(_ problem: ImportProblem) {
    add(at: problem.offset, isOfLine: problem.isOfLine, problem.message)
  }
}
