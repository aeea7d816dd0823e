import Glibc

/// A program that runs as a child of the tests, without output; among them this test program again.
///
/// A test that must break its own process (a limit, a kill) runs in such a child. Swift Testing's exit
/// tests are not used: they watch every child of the process, and those that other tests start and end
/// make them wait for ever.
///
/// What a child has done it can say in notes, a byte each. A child that is given up is killed.
public final class ChildProcess {
  /// Only ever that of a process that was started, greater than 0; `nil` once its end was waited for.
  private(set) var process: pid_t?
  private let notes: Int32

  /// How a process ended.
  public enum Ending: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// A program that could not be started.
  public struct LaunchError: Error {
    public var program: String

    /// The system's error number.
    public var code: Int32
  }

  /// Starts a program.
  ///
  /// The program sees the variables given, `PATH`, `HOME` and `LD_LIBRARY_PATH`.
  public init(_ arguments: [String], _ variables: [String: String] = [:]) throws(LaunchError) {
    let program = arguments.first ?? ""
    guard let (reading, writing) = Self.makePipe() else {
      throw LaunchError(program: program, code: errno)
    }
    let (started, code) = Self.start(arguments, variables, notingOn: writing)
    close(writing)
    guard code == 0, started > 0 else {
      close(reading)
      throw LaunchError(program: program, code: code)
    }
    process = started
    notes = reading
  }

  deinit {
    kill()
    _ = wait()
    close(notes)
  }

  /// Sends SIGKILL, unless the end was waited for already.
  public func kill() {
    guard let process else { return }
    _ = Glibc.kill(process, SIGKILL)
  }

  /// Waits for the end; `nil` where that was done before.
  public func wait() -> Ending? {
    guard let process else { return nil }
    var status: Int32 = 0
    var result = waitpid(process, &status, 0)
    while result < 0, errno == EINTR { result = waitpid(process, &status, 0) }
    self.process = nil
    guard result == process else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }

  /// Waits for the child's next note; `nil` where it ended before it made one.
  public func nextNote() -> UInt8? {
    var byte: UInt8 = 0
    var count = read(notes, &byte, 1)
    while count < 0, errno == EINTR { count = read(notes, &byte, 1) }
    return count == 1 ? byte : nil
  }

  /// Waits for the child's end, and returns the notes that were not read yet.
  public func remainingNotes() -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = nextNote() { bytes.append(byte) }
    return bytes
  }
}

extension ChildProcess {
  /// Runs a program to its end and returns its exit status; -1 when it was killed or not found.
  public static func run(_ arguments: [String], _ variables: [String: String] = [:]) -> Int32 {
    guard case .exited(let status)? = try? ChildProcess(arguments, variables).wait() else {
      return -1
    }
    return status
  }

  /// The command that runs one test of this test program, or `nil` where the program is not found.
  public static func command(running test: String) -> [String]? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return [own, "--testing-library", "swift-testing", "--filter", test]
  }

  /// Makes a note for the parent, in the child; false where no parent listens any more.
  public static func note(_ byte: UInt8) -> Bool {
    var byte = byte
    return write(noteDescriptor, &byte, 1) == 1
  }

  private static let noteDescriptor: Int32 = 3

  /// A pipe whose ends no other child inherits, not even one that is started at this very moment.
  private static func makePipe() -> (reading: Int32, writing: Int32)? {
    guard let folder = try? TemporaryFolder() else { return nil }
    let path = folder.path(of: "notes")
    guard mkfifo(path, 0o600) == 0 else { return nil }
    let reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writing = open(path, O_WRONLY | O_CLOEXEC)
    guard reading >= 0, writing >= 0, fcntl(reading, F_SETFL, 0) == 0 else {
      close(reading)
      close(writing)
      return nil
    }
    return (reading, writing)
  }

  /// The process, and 0 or an error number.
  private static func start(
    _ arguments: [String], _ variables: [String: String], notingOn end: Int32
  ) -> (pid_t, Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, end, noteDescriptor)
    var environment = ["PATH=/usr/local/bin:/usr/bin:/bin"]
    for name in ["LD_LIBRARY_PATH", "HOME"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    environment += variables.map { "\($0.key)=\($0.value)" }
    let argv = arguments.map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    guard let program = arguments.first else { return (0, ENOENT) }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, nil, argv, envp)
    return (process, code)
  }
}
