import LarderCore
import Synchronization

/// What a service was seen not to do in this session, so that it is not asked again.
final class PushDownMemory: Sendable {
  private struct State {
    var conditions: [EntityName: Set<ConditionKey>] = [:]
    var orders: Set<EntityName> = []
    var counts: Set<EntityName> = []
    var notes: [(entity: EntityName, text: String)] = []
  }

  private let state = Mutex(State())

  func refusedConditions(of entity: EntityName) -> Set<ConditionKey> {
    state.withLock { $0.conditions[entity] ?? [] }
  }

  func refuses(orderOf entity: EntityName) -> Bool { state.withLock { $0.orders.contains(entity) } }

  func refuses(countOf entity: EntityName) -> Bool { state.withLock { $0.counts.contains(entity) } }

  /// Remembers conditions that the service did not apply, and says so once.
  ///
  /// Returns whether any of them is new.
  @discardableResult
  func refuse(_ keys: Set<ConditionKey>, of entity: EntityName, because reason: String) -> Bool {
    state.withLock { state in
      let new = keys.subtracting(state.conditions[entity] ?? [])
      guard !new.isEmpty else { return false }
      state.conditions[entity, default: []].formUnion(new)
      let list = new.map(\.text).sorted().joined(separator: ", ")
      state.notes.append((entity, "\(list): \(reason); from now on it is checked in memory"))
      return true
    }
  }

  @discardableResult
  func refuse(orderOf entity: EntityName, because reason: String) -> Bool {
    state.withLock { state in
      guard state.orders.insert(entity).inserted else { return false }
      state.notes.append((entity, "orders: \(reason); from now on it is sorted in memory"))
      return true
    }
  }

  func refuse(countOf entity: EntityName, because reason: String) {
    state.withLock { state in
      guard state.counts.insert(entity).inserted else { return }
      state.notes.append((entity, "the number of objects: \(reason); from now on they are read"))
    }
  }

  /// What was remembered, in order.
  var notes: [(entity: EntityName, text: String)] { state.withLock { $0.notes } }

  func removeAll() { state.withLock { $0 = State() } }
}
