import Synchronization

/// How far the process is with what takes long, for whoever shows it.
///
/// Whatever reads or writes many things says so with ``track(_:of:in:_:)`` and counts with ``advance(by:)``, which
/// is an addition and nothing more. One piece of work is seen at a time: the innermost that was begun last.
public final class WorkProgress: Sendable {
  /// The process's own.
  public static let shared = WorkProgress()

  /// What is counted.
  public enum Unit: Hashable, Sendable { case bytes, objects }

  /// A piece of work, and how much of it is done.
  public struct Reading: Hashable, Sendable {
    /// What is done, to what: `reading trips.json`.
    public var activity: String
    public var unit: Unit
    public var done: Int

    /// How much there is to do; `nil` where that is not known.
    public var total: Int?
    public var start: ContinuousClock.Instant

    public init(
      activity: String, unit: Unit, done: Int, total: Int?, start: ContinuousClock.Instant
    ) {
      self.activity = activity
      self.unit = unit
      self.done = done
      self.total = total
      self.start = start
    }
  }

  private let work = Mutex<Reading?>(nil)
  private let done = Atomic(0)

  public init() {}

  /// Does a piece of work that is watched.
  public func track<Result>(
    _ activity: @autoclosure () -> String, of total: Int? = nil, in unit: Unit = .objects,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = reading
    let new = Reading(
      activity: activity(), unit: unit, done: 0, total: total, start: ContinuousClock.now)
    begin(new)
    defer { begin(outer) }
    return try body()
  }

  /// Counts what was done; from any thread.
  public func advance(by count: Int = 1) {
    done.wrappingAdd(count, ordering: .relaxed)
  }

  /// Says how much there is to do, once that is known.
  public func expect(_ total: Int) {
    work.withLock { $0?.total = total }
  }

  /// What is being done now; `nil` where nothing is that would be watched.
  public var reading: Reading? {
    var reading = work.withLock { $0 }
    reading?.done = done.load(ordering: .relaxed)
    return reading
  }

  private func begin(_ new: Reading?) {
    work.withLock { $0 = new }
    done.store(new?.done ?? 0, ordering: .relaxed)
  }
}
