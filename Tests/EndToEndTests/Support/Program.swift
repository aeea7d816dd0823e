import Glibc
import LarderTestSupport
import Testing

/// The built executable, run as a process of its own.
struct Program {
  let folder: TemporaryFolder

  /// A folder that the program runs in and that is its home.
  init() throws { folder = try TemporaryFolder() }

  struct Run: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The folder of the built products.
  static let products: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let bytes = path.prefix(max(0, count)).map(UInt8.init(bitPattern:))
    let file = String(decoding: bytes, as: UTF8.self)
    return String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
  }()

  /// Runs a line of the shell `sh` with the executable on its path.
  ///
  /// Its standard input is a file.
  func shell(_ line: String, input: String = "", environment: [String] = []) throws -> Run {
    try run(
      ["/bin/sh", "-c", line], input: input,
      environment: ["PATH=\(Self.products):/usr/bin:/bin"] + environment)
  }

  /// Runs the executable with arguments.
  func larder(_ arguments: String..., input: String = "") throws -> Run {
    try run([Self.products + "/larder"] + arguments, input: input, environment: [])
  }

  private func run(_ arguments: [String], input: String, environment: [String]) throws -> Run {
    try folder.write(text: input, to: ".input")
    let process = try spawn(arguments, environment) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, folder.path(of: ".input"), O_RDONLY, 0)
      let mode = mode_t(0o600)
      let flags = O_WRONLY | O_CREAT | O_TRUNC
      posix_spawn_file_actions_addopen(&actions, 1, folder.path(of: ".output"), flags, mode)
      posix_spawn_file_actions_addopen(&actions, 2, folder.path(of: ".errors"), flags, mode)
    }
    return Run(
      status: Self.wait(for: process), output: try text(of: ".output"),
      errors: try text(of: ".errors"))
  }

  private func text(of name: String) throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  /// Starts a process in the folder, with nothing of the test's environment.
  func spawn(
    _ arguments: [String], _ environment: [String], flags: Int32 = 0,
    _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads that run tests block signals, and a child would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(flags | Self.setsSignalMask))
    let all = ["HOME=\(folder.path)", "LANG=C.UTF-8"] + environment
    var process: pid_t = 0
    let shell = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path]
    let code = Self.withCStrings(shell + arguments) { arguments in
      Self.withCStrings(all) { environment in
        posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environment)
      }
    }
    try #require(code == 0, "\(arguments[0]) did not start")
    return process
  }

  private static let setsSignalMask: Int32 = 0x08

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(copies)
  }

  /// The exit status, or 128 and the signal as a shell says it.
  static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
