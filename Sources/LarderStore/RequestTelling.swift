/// A store that can tell each request that it sends.
public protocol RequestTelling: EntityStore {
  /// Sets who is told; the text, without secrets, is made only when it is asked for.
  func tellRequests(_ listener: @escaping @Sendable (_ text: () -> String) -> Void)
}
