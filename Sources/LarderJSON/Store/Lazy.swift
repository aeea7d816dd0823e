import Synchronization

/// A value made when it is first needed, once, whichever thread needs it.
final class Lazy<Value: Sendable>: Sendable {
  private let storage = Mutex<Value?>(nil)

  func value(_ make: () -> Value) -> Value {
    storage.withLock { stored in
      if let stored { return stored }
      let value = make()
      stored = value
      return value
    }
  }
}
