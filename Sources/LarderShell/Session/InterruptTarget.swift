import LarderStore
import Synchronization

/// What Ctrl-C stops: the current context's running operation.
final class InterruptTarget: Sendable {
  private let target = Mutex<Interrupter?>(nil)

  /// Aims at a context's operations, or with `nil` at nothing, which lets go of the context's stores.
  func aim(at interrupter: Interrupter?) {
    target.withLock { $0 = interrupter }
  }

  /// Stops what is running; from any thread.
  @Sendable func raise() {
    target.withLock { $0 }?.interrupt()
  }
}
