import Synchronization

/// Where the requests between contexts and stores are told, while someone listens.
///
/// The last requests are kept, so that one that was told in a line can be unfolded afterwards.
final class StoreTrace: Sendable {
  typealias Listener = @Sendable (TraceEvent) throws(OutputError) -> Void

  /// How many events are kept.
  static let keptCount = 400

  private struct State {
    var listener: Listener?
    var isSilent = false

    /// Why nobody listens any more.
    var failure: OutputError?
    var requestCount = 0
    var events: [TraceEvent] = []
  }

  private let state = Mutex(State())

  /// Turns tracing on with a listener, off with `nil`; what was told is kept.
  func listen(_ new: Listener?) {
    state.withLock { $0.listener = new }
  }

  var isOn: Bool { state.withLock { $0.listener != nil && !$0.isSilent } }

  /// Does something of the shell's own, of which nobody wants to hear.
  func silently<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.isSilent = true }
    defer { state.withLock { $0.isSilent = false } }
    return try body()
  }

  /// Tells that a request begins; its number, under which its end is told.
  func begin(_ event: TraceEvent) -> Int {
    let number = state.withLock { state in
      state.requestCount += 1
      return state.requestCount
    }
    tell(event, number)
    return number
  }

  /// Tells of a request that has begun; without a number, of the last.
  func tell(_ event: TraceEvent, _ number: Int? = nil) {
    let (listener, event) = state.withLock { state in
      var event = event
      event.number = number ?? state.requestCount
      if state.events.count == Self.keptCount { state.events.removeFirst(Self.keptCount / 4) }
      state.events.append(event)
      return (state.listener, event)
    }
    do throws(OutputError) {
      try listener?(event)
    } catch {
      state.withLock { ($0.listener, $0.failure) = (nil, error) }
    }
  }

  /// What ended the telling, once; `nil` where nothing did.
  func takeFailure() -> OutputError? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// What is kept of a request, in order; empty where nothing is.
  func events(of number: Int) -> [TraceEvent] {
    state.withLock { $0.events.filter { $0.number == number } }
  }

  /// The numbers of the requests of which something is kept.
  var keptNumbers: ClosedRange<Int>? {
    state.withLock { state in
      guard let first = state.events.first, let last = state.events.last else { return nil }
      return first.number...max(first.number, last.number)
    }
  }
}
