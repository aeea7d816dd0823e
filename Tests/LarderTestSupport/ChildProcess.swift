import Glibc

/// Runs programs as children of the tests, without output; among them this test program again.
///
/// A test that must break its own process (a limit, a kill) runs in such a child. Swift Testing's exit
/// tests are not used: they watch every child of the process, and those that other tests start and end
/// make them wait for ever.
public enum ChildProcess {
  /// Runs a program and returns its exit status; -1 when it was killed or not found.
  ///
  /// The program sees the variables given, `PATH`, `HOME` and `LD_LIBRARY_PATH`.
  public static func run(_ arguments: [String], _ variables: [String: String] = [:]) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var environment = ["PATH=/usr/local/bin:/usr/bin:/bin"]
    for name in ["LD_LIBRARY_PATH", "HOME"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    environment += variables.map { "\($0.key)=\($0.value)" }
    var process = pid_t()
    var argv = arguments.map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    guard posix_spawn(&process, arguments[0], &actions, nil, &argv, &envp) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }

  /// The command that runs one test of this test program, or `nil` where the program is not found.
  public static func command(running test: String) -> [String]? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard length > 0 else { return nil }
    let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return [own, "--testing-library", "swift-testing", "--filter", test]
  }
}
