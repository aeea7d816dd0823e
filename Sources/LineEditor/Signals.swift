import Glibc

/// Signals turned into bytes of a pipe and one flag, and a terminal put back before the process dies.
///
/// Handlers do nothing but what is allowed in one: write a byte, set a word, restore the terminal.
public enum Signals {
  /// Whether Ctrl-C came since the last ``takeInterrupt()``.
  public static var isInterrupted: Bool { interruptCount > 0 }

  /// What Ctrl-C may do beside being noted.
  public enum InterruptManner: Int32, Sendable {
    /// Ends the process with status 130: nothing is at stake.
    case exits
    /// Ends the process when it comes again before the first was taken.
    case exitsAtSecond
    /// Never ends the process.
    case isOnlyNoted
  }

  /// Sets what Ctrl-C does; at first it ends the process.
  public static func setInterruptManner(_ new: InterruptManner) { manner = new.rawValue }

  /// Tells whether Ctrl-C came, and forgets it.
  public static func takeInterrupt() -> Bool {
    defer { interruptCount = 0 }
    return interruptCount > 0
  }

  /// Installs the handlers: interrupts and resizes are noted, ends restore the terminal first.
  ///
  /// Call once, from the main thread, before input is read. A closed pipe becomes an error of `write`.
  public static func install() {
    guard wakeReader < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeReader = ends[0]
    wakeWriter = ends[1]
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    handle(SIGINT) { _ in Signals.noteInterrupt() }
    handle(SIGWINCH) { _ in Signals.noteResize() }
    handle(SIGTSTP) { _ in Signals.stop() }
    for number in [SIGTERM, SIGHUP, SIGQUIT] { handle(number) { Signals.die(of: $0) } }
    handle(SIGBUS) { _ in Signals.dieOfLostFile() }
  }

  /// Notes the terminal's state, to be put back when a signal ends the process.
  static func rememberTerminal() {
    guard !hasTerminal, tcgetattr(STDIN_FILENO, &terminal) == 0 else { return }
    hasTerminal = true
  }

  /// The end of a pipe that becomes readable when a signal was noted.
  static var wakeDescriptor: Int32 { wakeReader }

  /// Takes the note of a resize.
  static func takeResize() -> Bool {
    defer { resizeCount = 0 }
    return resizeCount > 0
  }

  /// Takes the note that the process went on after Ctrl-Z.
  static func takeResume() -> Bool {
    defer { resumeCount = 0 }
    return resumeCount > 0
  }

  /// Has a reader of keys look up, from any thread.
  static func wakeWaiter() { if wakeWriter >= 0 { wake() } }

  /// Empties the pipe.
  static func drainWakes() {
    var bytes = (UInt64(0), UInt64(0))
    while read(wakeReader, &bytes, 16) > 0 {}
  }

  /// Runs an action on a thread of its own whenever Ctrl-C comes.
  public static func watchInterrupts(_ action: @escaping @Sendable () -> Void) {
    interruptAction = action
    guard watcher == 0 else { return }
    sem_init(&interruptSemaphore, 0, 0)
    pthread_create(&watcher, nil, { _ in Signals.watch() }, nil)
  }

  // Written by handlers; words that are read and written whole.
  private nonisolated(unsafe) static var interruptCount: sig_atomic_t = 0
  private nonisolated(unsafe) static var manner: sig_atomic_t = 0
  private nonisolated(unsafe) static var resizeCount: sig_atomic_t = 0
  private nonisolated(unsafe) static var resumeCount: sig_atomic_t = 0
  private nonisolated(unsafe) static var wakeReader: Int32 = -1
  private nonisolated(unsafe) static var wakeWriter: Int32 = -1
  private nonisolated(unsafe) static var terminal = termios()
  private nonisolated(unsafe) static var hasTerminal = false
  private nonisolated(unsafe) static var watcher: pthread_t = 0
  private nonisolated(unsafe) static var interruptSemaphore = sem_t()
  private nonisolated(unsafe) static var interruptAction: (@Sendable () -> Void)?

  private static func handle(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = SA_ONSTACK
    sigaction(number, &action, nil)
  }

  private static func noteInterrupt() {
    if manner == 0 || (manner == 1 && interruptCount > 0) {
      restoreTerminal()
      _exit(130)
    }
    let code = errno
    interruptCount = 1
    wake()
    if watcher != 0 { sem_post(&interruptSemaphore) }
    errno = code
  }

  private static func noteResize() {
    let code = errno
    resizeCount = 1
    wake()
    errno = code
  }

  /// Stops the process with the terminal as it was; goes on here when it is continued.
  private static func stop() {
    let code = errno
    restoreTerminal()
    kill(getpid(), SIGSTOP)
    resumeCount = 1
    wake()
    errno = code
  }

  private static func wake() {
    var byte: UInt8 = 1
    _ = write(wakeWriter, &byte, 1)
  }

  private static func watch() -> UnsafeMutableRawPointer? {
    while true {
      if sem_wait(&interruptSemaphore) == 0 { interruptAction?() }
    }
  }

  private static func restoreTerminal() {
    guard hasTerminal else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
    writeToTerminal("\u{1B}[?2004l\r\n")
  }

  private static func writeToTerminal(_ text: StaticString) {
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func die(of number: Int32) {
    restoreTerminal()
    signal(number, SIG_DFL)
    raise(number)
  }

  /// A file that is read by mapping was cut short by another process.
  private static func dieOfLostFile() {
    restoreTerminal()
    writeToTerminal(
      "larder: error: a store's file was cut short while it was read; nothing was saved\n")
    _exit(1)
  }
}
