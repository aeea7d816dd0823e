import Glibc

/// Programs beside this one.
enum ExternalProgram {
  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - words: Its name, looked for on the path, and its arguments.
  ///   - input: What it reads.
  ///   - output: What it writes to, its errors going nowhere; `nil` for the terminal, for both.
  /// - Returns: The exit status; 127, as of a shell, where it cannot be run.
  static func run(_ words: [String], input: MemoryFile, output: MemoryFile? = nil) -> Int32 {
    if output == nil { ProgressLine.shared.hide() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output.descriptor, STDOUT_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, words.first ?? "", &actions, nil, &arguments, environ) == 0 else {
      return 127
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
