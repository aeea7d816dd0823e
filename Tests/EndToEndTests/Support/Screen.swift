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

  /// Pastes a text between the marks of a paste.
  func paste(_ text: String) throws {
    try program.folder.write(text: text, to: ".paste")
    try tmux("load-buffer", program.folder.path(of: ".paste"), ";", "paste-buffer", "-p", "-r")
  }

  /// Gives the terminal another size.
  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", String(columns), "-y", String(rows))
  }

  /// The screen without empty rows and spaces at its end; with `colours`, the sequences that make them too.
  ///
  /// With `joiningRows`, a line that goes on in the next row is one.
  func rows(colours: Bool = false, joiningRows: Bool = false) throws -> String {
    let text = try tmux(
      ["capture-pane", "-p"] + (colours ? ["-e"] : []) + (joiningRows ? ["-J"] : []))
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      joiningRows ? String(line.reversed().drop { $0 == " " }.reversed()) : String(line)
    }
    while let last = lines.last, last.allSatisfy({ $0 == " " }) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Waits until the screen is what it is to be; after a while shows what it is instead.
  ///
  /// `simplify` makes rows alike that may differ; a key is pressed again now and then while it is not.
  func expect(
    _ expected: String, colours: Bool = false, joiningRows: Bool = false,
    pressing key: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    simplify: (String) -> String = { $0 }
  ) throws {
    func simplified(_ text: String) -> [String] {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { simplify(String($0)) }
    }
    let wanted = simplified(expected)
    var misses = 0
    let seen = try wait(colours, joiningRows) { seen in
      if simplified(seen) == wanted { return true }
      // What the program finds out in the background begins anew with each key.
      if let key, misses % 20 == 0 { try press(key) }
      misses += 1
      return false
    }
    if let seen {
      Issue.record("the screen is\n\(seen)\nand not\n\(expected)", sourceLocation: sourceLocation)
    }
  }

  /// Waits until a text stands on the screen.
  func expect(
    containing text: String, colours: Bool = false, joiningRows: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if let seen = try wait(colours, joiningRows, until: { $0.contains(text) }) {
      Issue.record("`\(text)` is not on the screen\n\(seen)", sourceLocation: sourceLocation)
    }
  }

  /// The screen that was last seen, where it never became what it is to be.
  private func wait(
    _ colours: Bool, _ joiningRows: Bool, until isRight: (String) throws -> Bool
  ) throws -> String? {
    var seen = ""
    for _ in 0..<400 {
      seen = try rows(colours: colours, joiningRows: joiningRows)
      if try isRight(seen) { return nil }
      usleep(50_000)
    }
    return seen
  }

  /// The columns where a mark stands, in each row that has it, as tmux drew them.
  func columns(of mark: Character) throws -> [[Int]] {
    let place = ["display", "-p", "#{copy_cursor_y} #{copy_cursor_x}", ";"]
    var commands = ["set", "-g", "wrap-search", "off", ";", "setw", "-g", "mode-keys", "vi", ";"]
    commands += ["copy-mode", ";", "send-keys", "-X", "history-top", ";"]
    commands += ["send-keys", "-X", "start-of-line", ";"]
    commands += ["send-keys", "-X", "search-forward-text", String(mark), ";"] + place
    for _ in 0..<120 { commands += ["send-keys", "-X", "search-again", ";"] + place }
    let found = try tmux(commands + ["send-keys", "-X", "cancel"])
    var rows: [Int: [Int]] = [:]
    for line in found.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2 else { continue }
      let known = rows[numbers[0]] ?? []
      if !known.contains(numbers[1]) { rows[numbers[0]] = known + [numbers[1]] }
    }
    return rows.sorted { $0.key < $1.key }.map(\.value)
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let words = (["tmux", "-S", socket] + arguments)
      .map { $0 == ";" ? "\\;" : "'" + $0.replacing("'", with: "'\\''") + "'" }
    let run = try program.shell(words.joined(separator: " "), environment: ["TERM=xterm-256color"])
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }
}
