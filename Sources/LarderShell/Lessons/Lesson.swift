/// Something to learn by doing: steps, each with something to type and what must be true then.
struct Lesson: Hashable {
  /// What it is called: its file's name without the end.
  var name: String
  var title: String

  /// What it teaches, in a sentence.
  var about: String

  /// Swift source with the models of the lesson's own store; empty for none.
  var schema = ""

  /// The end of the name of the file that the store is made in; `nil` for one in memory.
  var storeKind: String?

  /// The path of a store's file, of which the lesson uses a copy; `nil` for none.
  var storeFile: String?

  /// Statements that run before the first step.
  var setup = ""
  var steps: [Step] = []

  struct Step: Hashable {
    enum Kind: Hashable {
      /// Something is to be typed.
      case task
      /// A question is to be answered with `.answer`.
      case question
    }

    var kind = Kind.task
    var prose: [String] = []

    /// What solves it; several statements stand on several lines.
    var solution: [String] = []
    var checks: [Check] = []

    /// What counts as an answer to a question; upper and lower case are the same.
    var answers: [String] = []
    var hint = ""

    /// What is said once it is solved.
    var explanation: [String] = []
  }

  /// What must be true after a step.
  enum Check: Hashable {
    /// A query's result in JSON lines.
    case result(query: String, lines: [String])
    /// The statement that was typed begins with these words.
    case typed(String)
    /// The statement failed with this code.
    case fails(String)
  }
}
