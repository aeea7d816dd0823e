import Synchronization

/// True the first time it is asked, from any thread.
public final class Once: Sendable {
  private let isUsed = Mutex(false)

  public init() {}

  public func isFirst() -> Bool {
    isUsed.withLock { isUsed in
      defer { isUsed = true }
      return !isUsed
    }
  }
}
