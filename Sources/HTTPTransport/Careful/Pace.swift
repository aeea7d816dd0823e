import Glibc

/// The clock, the chance and the waiting of a transport, handed in so that tests need not wait.
public struct Pace: Sendable {
  /// Time since some moment; it never goes back.
  public var now: @Sendable () -> Duration

  /// Seconds since 1970, by the calendar's clock.
  public var date: @Sendable () -> Int64

  /// A random number from 0 up to 1.
  public var fraction: @Sendable () -> Double

  /// Waits, and looks at least every 50 ms whether it was interrupted.
  public var wait: @Sendable (Duration, _ isInterrupted: () -> Bool) -> Void

  public init(
    now: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Int64,
    fraction: @escaping @Sendable () -> Double,
    wait: @escaping @Sendable (Duration, _ isInterrupted: () -> Bool) -> Void
  ) {
    self.now = now
    self.date = date
    self.fraction = fraction
    self.wait = wait
  }

  private static let start = ContinuousClock.now

  /// The system's clocks and chance.
  public static let system = Pace(
    now: { start.duration(to: .now) },
    date: { Int64(time(nil)) },
    fraction: { Double.random(in: 0..<1) },
    wait: { duration, isInterrupted in
      let end = ContinuousClock.now + duration
      while !isInterrupted() {
        let rest = ContinuousClock.now.duration(to: end)
        guard rest > .zero else { return }
        _ = poll(nil, 0, Int32(min(rest.wholeMilliseconds, 50)))
      }
    })
}
