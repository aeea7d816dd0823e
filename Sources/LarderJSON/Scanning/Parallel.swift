import Glibc

/// Runs a piece of work on a few threads of its own.
enum Parallel {
  /// The threads worth starting; at most eight.
  static let threadCount = min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 8)

  /// Runs `body` once for every index below `count`, each on its own thread, the first on this one.
  ///
  /// Returns when all are done. A thread that cannot be started is made up for on this one.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    var left: [Int] = []
    for index in 1..<max(count, 1) {
      let job = Unmanaged.passRetained(Job { body(index) })
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
          return nil
        }, job.toOpaque())
      if code == 0 {
        threads.append(thread)
      } else {
        job.release()
        left.append(index)
      }
    }
    if count > 0 { body(0) }
    for index in left { body(index) }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Computes a value for every index below `count`, each on its own thread.
  static func map<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Value
  ) -> [Value] {
    let results = Slots<Value>(count: count)
    run(count) { results.set($0, body($0)) }
    return results.values
  }

  /// The ranges of equal length that a number of rows falls into, one a thread; one for few rows.
  static func ranges(of count: Int, atLeast rows: Int = 20_000) -> [Range<Int>] {
    let parts = min(threadCount, max(1, count / rows))
    return (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
  }

  private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// One place a thread, so that no two threads touch the same one.
  private final class Slots<Value: Sendable>: @unchecked Sendable {
    private let places: UnsafeMutablePointer<Value?>
    private let count: Int

    init(count: Int) {
      self.count = count
      places = .allocate(capacity: max(count, 1))
      places.initialize(repeating: nil, count: count)
    }

    deinit {
      places.deinitialize(count: count)
      places.deallocate()
    }

    func set(_ index: Int, _ value: Value) { places[index] = value }

    var values: [Value] { (0..<count).compactMap { places[$0] } }
  }
}
