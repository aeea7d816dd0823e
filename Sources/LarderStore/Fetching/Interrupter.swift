import LarderCore
import Synchronization

/// Stops the operations of a context from any thread.
///
/// A context itself belongs to one thread; this part of it may be handed to others.
public final class Interrupter: Sendable {
  private let isRaised = Atomic(false)
  private let stores = Mutex<[String: any EntityStore]>([:])

  init() {}

  /// Makes the running operation end with `operation.cancelled`.
  ///
  /// An operation that begins later is not affected.
  public func interrupt() {
    isRaised.store(true, ordering: .sequentiallyConsistent)
    for store in stores.withLock({ Array($0.values) }) { store.interrupt() }
  }

  func beginOperation() { isRaised.store(false, ordering: .sequentiallyConsistent) }

  func checkCancellation() throws {
    if isRaised.load(ordering: .relaxed) { throw PersistenceError(.cancelled) }
  }

  func attach(_ store: any EntityStore, as name: String) {
    stores.withLock { $0[name] = store }
  }

  func detach(_ name: String) { stores.withLock { $0[name] = nil } }
}
