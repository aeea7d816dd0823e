import LarderCore
import Synchronization

/// What a service was seen not to do in this session, so that it is not asked again.
final class PushDownMemory: Sendable {
  private struct State {
    var conditions: [EntityName: Set<ConditionKey>] = [:]
    var orders: Set<EntityName> = []

    /// Whether the service was seen to sort by an attribute.
    var steps: [EntityName: [AttributeName: Bool]] = [:]
    var counts: Set<EntityName> = []
    var limits: Set<EntityName> = []
    var inclusions: Set<EntityName> = []
    var notes: [(entity: EntityName, text: String)] = []
  }

  private let state = Mutex(State())

  func refusedConditions(of entity: EntityName) -> Set<ConditionKey> {
    state.withLock { $0.conditions[entity] ?? [] }
  }

  func refuses(orderOf entity: EntityName) -> Bool { state.withLock { $0.orders.contains(entity) } }

  /// Whether the service was seen to sort by an attribute.
  func provesOrder(of entity: EntityName, by attribute: AttributeName) -> Bool {
    state.withLock { $0.steps[entity]?[attribute] == true }
  }

  func refuses(orderOf entity: EntityName, by attribute: AttributeName) -> Bool {
    state.withLock { $0.steps[entity]?[attribute] == false }
  }

  /// Remembers whether the service sorts by an attribute, and says so once where it does not.
  func note(
    sorts isSorted: Bool, _ entity: EntityName, by attribute: AttributeName, because reason: String
  ) {
    state.withLock { state in
      let old = state.steps[entity, default: [:]].updateValue(isSorted, forKey: attribute)
      guard !isSorted, old != false else { return }
      state.notes.append(
        (entity, "order by `\(attribute)`: \(reason); from now on it is sorted in memory"))
    }
  }

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

  func refuses(limitOf entity: EntityName) -> Bool { state.withLock { $0.limits.contains(entity) } }

  func refuse(limitOf entity: EntityName, because reason: String) {
    state.withLock { state in
      guard state.limits.insert(entity).inserted else { return }
      state.notes.append((entity, "limits: \(reason); from now on objects are skipped in memory"))
    }
  }

  func refuses(inclusionOf entity: EntityName) -> Bool {
    state.withLock { $0.inclusions.contains(entity) }
  }

  func refuse(inclusionOf entity: EntityName, because reason: String) {
    state.withLock { state in
      guard state.inclusions.insert(entity).inserted else { return }
      state.notes.append(
        (entity, "objects that come along: \(reason); from now on they are asked for"))
    }
  }

  /// What was remembered, in order.
  var notes: [(entity: EntityName, text: String)] { state.withLock { $0.notes } }

  func removeAll() { state.withLock { $0 = State() } }
}
