import Glibc
import LarderTestSupport
import Testing

/// The executable in a terminal whose screen can be looked at, as tmux draws it.
final class Screen {
  /// Whether tmux is here.
  static let isAvailable = ChildProcess.run(["/usr/bin/env", "tmux", "-V"]) == 0

  let program: Program
  private let socket: String

  /// Starts the executable, or another command, with a screen of its own.
  init(
    _ program: Program, _ arguments: [String], columns: Int = 80, rows: Int = 24,
    environment: [String] = [], command: String? = nil
  ) throws {
    self.program = program
    socket = program.folder.path(of: "tmux")
    let own = (["env"] + environment + [Program.products + "/larder"] + arguments)
      .map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    try tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows),
      command ?? own)
  }

  deinit { _ = try? tmux(["kill-server"]) }

  /// Types a text as it is.
  func type(_ text: String) throws { try tmux("send-keys", "-l", "--", text) }

  /// Presses keys by tmux's names, such as `Enter` or `C-r`.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Gives the terminal another size.
  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", String(columns), "-y", String(rows))
  }

  /// The screen without the empty rows at its end; with `colours`, the sequences that make them too.
  func rows(colours: Bool = false) throws -> String {
    let text = try tmux(["capture-pane", "-p"] + (colours ? ["-e"] : []))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while let last = lines.last, last.allSatisfy({ $0 == " " }) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Waits until the screen is what it is to be; after ten seconds shows what it is instead.
  func expect(
    _ expected: String, colours: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var seen = ""
    for _ in 0..<400 {
      seen = try rows(colours: colours)
      if seen == expected { return }
      usleep(50_000)
    }
    Issue.record("the screen is\n\(seen)\nand not\n\(expected)", sourceLocation: sourceLocation)
  }

  /// Waits until a text stands on the screen.
  func expect(
    containing text: String, colours: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var seen = ""
    for _ in 0..<400 {
      seen = try rows(colours: colours)
      if seen.contains(text) { return }
      usleep(50_000)
    }
    Issue.record("`\(text)` is not on the screen\n\(seen)", sourceLocation: sourceLocation)
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let words = (["tmux", "-S", socket] + arguments)
      .map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    let run = try program.shell(words.joined(separator: " "), environment: ["TERM=xterm-256color"])
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }
}
