import Glibc
import LarderCore
import Synchronization

/// A line at the bottom of a terminal that says how far a statement is that takes longer than half a second.
///
/// It goes to standard error, is taken away when the statement ends or anything else is written, and is never shown
/// where no one types.
final class ProgressLine: Sendable {
  /// The terminal's own.
  static let shared = ProgressLine()

  private struct State {
    /// When the statement began; `nil` between statements, or once it has something else to show.
    var start: ContinuousClock.Instant?
    var isDrawn = false
    var hasThread = false
  }

  private let state = Mutex(State())
  private let wakes = WakeCount()

  /// Watches a body, at a terminal.
  func watch<Result>(_ isWanted: Bool, _ body: () throws -> Result) rethrows -> Result {
    guard isWanted, isatty(STDERR_FILENO) == 1 else { return try body() }
    begin()
    defer { hide() }
    return try body()
  }

  /// Takes the line away; it comes back with the next statement.
  func hide() {
    state.withLock { state in
      state.start = nil
      guard state.isDrawn else { return }
      state.isDrawn = false
      Self.put("\r\u{1B}[K")
    }
  }

  private func begin() {
    let needsThread = state.withLock { state in
      state.start = ContinuousClock.now
      defer { state.hasThread = true }
      return !state.hasThread
    }
    if needsThread { BackgroundWork.run { [self] in run() } }
    wakes.add()
  }

  private static let patience = Duration.milliseconds(500)
  private static let pauseInMilliseconds = 100

  /// Draws as long as a statement runs, and waits for the next one.
  private func run() {
    while true {
      wakes.wait()
      while draw() { SystemClock.sleep(milliseconds: Self.pauseInMilliseconds) }
    }
  }

  /// Draws the line where it is time for it; false where no statement runs.
  private func draw() -> Bool {
    state.withLock { state in
      guard let start = state.start else { return false }
      let now = ContinuousClock.now
      guard now - start >= Self.patience else { return true }
      let reading = WorkProgress.shared.reading
      let seconds = (now - (reading?.start ?? start)) / .seconds(1)
      let width = ScreenSize.of(STDERR_FILENO)?.width ?? 80
      let text = ProgressText(reading: reading, seconds: seconds).text
      Self.put("\r\u{1B}[K" + CharacterWidth.truncated(VisibleText.of(text), to: width - 1))
      state.isDrawn = true
      return true
    }
  }

  private static func put(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Counts calls to be answered by one thread.
private final class WakeCount: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func add() { sem_post(semaphore) }
  func wait() { while sem_wait(semaphore) != 0 {} }
}
