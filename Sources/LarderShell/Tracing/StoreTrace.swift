import Synchronization

/// Where the requests between contexts and stores are told, while someone listens.
final class StoreTrace: Sendable {
  typealias Listener = @Sendable (String) -> Void

  private let listener = Mutex<Listener?>(nil)

  /// Turns tracing on with a listener, off with `nil`.
  func listen(_ new: Listener?) {
    listener.withLock { $0 = new }
  }

  var isOn: Bool { listener.withLock { $0 != nil } }

  /// Tells a line, which is made only when someone listens.
  func tell(_ line: @autoclosure () -> String) {
    guard let listener = listener.withLock({ $0 }) else { return }
    listener(line())
  }
}
