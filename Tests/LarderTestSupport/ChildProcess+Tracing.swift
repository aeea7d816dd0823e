extension ChildProcess {
  /// Whether strace is here and may trace.
  public static let canTrace = run(["/usr/bin/env", "strace", "-o", "/dev/null", "true"]) == 0

  /// Words in front of a command that kill it when it makes a system call for the so-manieth time: before
  /// the call does anything.
  ///
  /// Calls on other files than those at the paths are not counted; without paths all are.
  public static func killing(
    at call: String, _ number: Int, on paths: [String] = []
  ) -> [String] {
    ["/usr/bin/env", "strace", "-f", "-o", "/dev/null"]
      + paths.flatMap { ["-P", $0] }
      + ["-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(number)"]
  }
}
