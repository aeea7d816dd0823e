import Synchronization

/// Stops running statements from any thread.
///
/// What begins after ``interrupt()`` is not stopped. One interruption may serve several connections.
public final class Interruption: Sendable {
  private let count = Atomic<Int>(0)

  public init() {}

  /// Stops every operation that has begun.
  public func interrupt() { count.wrappingAdd(1, ordering: .relaxed) }

  /// A mark to be taken when an operation begins.
  public var mark: Int { count.load(ordering: .relaxed) }

  /// Something was interrupted since a mark was taken.
  public func isInterrupted(since mark: Int) -> Bool { self.mark != mark }
}
