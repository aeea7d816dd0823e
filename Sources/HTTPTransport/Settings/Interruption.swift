import Synchronization

/// Stops what is being sent, from any thread.
///
/// What begins after ``interrupt()`` is not stopped.
package final class Interruption: Sendable {
  private let count = Atomic<Int>(0)

  func interrupt() { count.wrappingAdd(1, ordering: .releasing) }

  /// A mark to be taken when an operation begins.
  var mark: Mark { Mark(interruption: self, count: count.load(ordering: .acquiring)) }

  /// The moment when an operation began.
  package struct Mark: Sendable {
    fileprivate let interruption: Interruption
    fileprivate let count: Int

    /// Something was interrupted since.
    var isPast: Bool { interruption.count.load(ordering: .acquiring) != count }
  }
}

extension Interruption.Mark: Hashable {
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.interruption === rhs.interruption && lhs.count == rhs.count
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
