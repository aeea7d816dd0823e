import Glibc
import Testing

/// The executable at a terminal of its own.
final class PseudoTerminal {
  /// Kept, so that its folder stays.
  let program: Program
  private let controller: Int32
  private let process: pid_t
  private(set) var screen = ""
  private var isFinished = false

  /// Starts the executable with a terminal of 24 rows and 80 columns.
  init(_ program: Program, _ arguments: [String], environment: [String] = ["TERM=xterm"]) throws {
    self.program = program
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(controller >= 0)
    var number: Int32 = 0
    try #require(ioctl(controller, Self.unlock, &number) == 0)
    try #require(ioctl(controller, Self.getNumber, &number) == 0)
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    firstModes = Self.modes(of: controller)
    // The first terminal that a new session opens becomes its own.
    process = try program.spawn(
      [Program.products + "/larder"] + arguments, environment, flags: 0x80
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
  }

  // TIOCSPTLCK and TIOCGPTN, which Swift cannot read from the header.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  deinit {
    if !isFinished {
      kill(process, SIGKILL)
      _ = Program.wait(for: process)
    }
    close(controller)
  }

  /// Types a text, which may be long; what the program shows meanwhile is read.
  func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var ends = pollfd(fd: controller, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&ends, 1, 20_000) > 0 else { return }
      if ends.revents & Int16(POLLIN) != 0, !fill() { return }
      guard ends.revents & Int16(POLLOUT) != 0 else { continue }
      let count = rest.prefix(256).withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads until a text stands on the screen; what came before it is dropped.
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    while true {
      if let range = screen.firstRange(of: text) {
        screen = String(screen[range.upperBound...])
        return
      }
      try #require(
        fill(), "waited for \(text.debugDescription) behind \(screen.debugDescription)",
        sourceLocation: sourceLocation)
    }
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Reads to the end, and the exit status.
  func finish() -> Int32 {
    while fill() {}
    if isSilent { kill(process, SIGKILL) }
    isFinished = true
    return Program.wait(for: process)
  }

  /// Whether the terminal's modes are those from before the program came.
  var isAsBefore: Bool { modes == firstModes }

  private let firstModes: [UInt32]
  private var modes: [UInt32] { Self.modes(of: controller) }

  /// All of `stty -a` but the speed.
  private static func modes(of terminal: Int32) -> [UInt32] {
    var state = termios()
    guard tcgetattr(terminal, &state) == 0 else { return [] }
    let keys = withUnsafeBytes(of: state.c_cc) { $0.map(UInt32.init) }
    return [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag] + keys
  }

  /// Nothing came for so long that the program must hang.
  private var isSilent = false

  private func fill() -> Bool {
    var source = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, 20_000) > 0 else {
      isSilent = true
      return false
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(controller, &bytes, bytes.count)
    guard count > 0 else { return false }
    screen += String(decoding: bytes[..<count], as: UTF8.self)
    return true
  }
}
