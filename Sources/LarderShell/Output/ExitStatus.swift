/// How a run ended, as the process says it.
public enum ExitStatus: Int32, Hashable, Sendable {
  case success = 0
  /// A statement failed, or a script ended inside one.
  case statementFailed = 1
  /// Bad arguments, or a store that cannot be opened.
  case badUsage = 2
  /// The output could not be written.
  case outputFailed = 3
  case interrupted = 130
}
