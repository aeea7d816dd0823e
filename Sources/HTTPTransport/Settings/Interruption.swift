import Synchronization

/// Stops what is being sent, from any thread.
///
/// What begins after ``interrupt()`` is not stopped.
final class Interruption: Sendable {
  private let count = Atomic<Int>(0)

  func interrupt() { count.wrappingAdd(1, ordering: .releasing) }

  /// A mark to be taken when an operation begins.
  var mark: Int { count.load(ordering: .acquiring) }

  /// Something was interrupted since a mark was taken.
  func isInterrupted(since mark: Int) -> Bool { self.mark != mark }
}
