import Glibc
import LarderTestSupport

/// What a person types and what the program answers, in one readable file.
///
/// `# text` is a comment; `@ NAME` begins a file, up to the next line with a mark; `$ LINE` is a line for
/// `sh`. Below it stands what is expected: output as it is, then lines of standard error behind `! `, then
/// `[STATUS]` where it is not 0. `$SAMPLES` is the folder of the samples.
struct Transcript {
  struct Step: Equatable {
    var line: String
    var expected: [String]
  }

  var files: [(name: String, text: String)] = []
  var steps: [Step] = []

  init(_ text: String) {
    var isInFile = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if !isInFile, line.hasPrefix("# ") || line == "#" { continue }
      if line.hasPrefix("@ ") {
        files.append((String(line.dropFirst(2)), ""))
        isInFile = true
      } else if line.hasPrefix("$ ") {
        steps.append(Step(line: String(line.dropFirst(2)), expected: []))
        isInFile = false
      } else if isInFile {
        files[files.count - 1].text += line + "\n"
      } else if !steps.isEmpty {
        steps[steps.count - 1].expected.append(String(line))
      }
    }
  }

  /// Runs the steps in a folder of their own; the transcript as it would have to be.
  func played() throws -> [Step] {
    let program = try Program()
    for file in files { try program.folder.write(text: file.text, to: file.name) }
    return try steps.map { step in
      let run = try program.shell(
        step.line, environment: ["SAMPLES=\(Document.root)/Samples"])
      let errors = Self.lines(run.errors).map { "! \($0)" }
      let status = run.status == 0 ? [] : ["[\(run.status)]"]
      return Step(line: step.line, expected: Self.lines(run.output) + errors + status)
    }
  }

  /// Empty lines at the end of a step are for the reader.
  var trimmedSteps: [Step] {
    steps.map { step in
      var step = step
      while step.expected.last == "" { step.expected.removeLast() }
      return step
    }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}
