import LarderCore
import LarderStore
import Synchronization

/// Values that attributes have, looked up in the background so that a completion never waits for a store.
///
/// The first question about an attribute starts a look at the first objects of its entity, bounded in time and
/// number; until that is done the answer is empty.
final class ValueCache: Sendable {
  private struct Key: Hashable {
    var store: String
    var entity: EntityName
    var attribute: AttributeName
  }

  private enum Entry {
    case pending
    case known([AttributeValue])
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let cancelled = Atomic(0)
  private let didLearn: @Sendable () -> Void

  /// `didLearn` is called, from another thread, whenever values became known.
  init(didLearn: @escaping @Sendable () -> Void = {}) { self.didLearn = didLearn }

  /// The values seen, the most frequent first; empty while none are known.
  func values(
    of attribute: AttributeName, _ entity: EntityName, in store: any EntityStore
  ) -> [AttributeValue] {
    let key = Key(store: store.identifier, entity: entity, attribute: attribute)
    let entry = entries.withLock { entries -> Entry? in
      defer { if entries[key] == nil { entries[key] = .pending } }
      return entries[key]
    }
    switch entry {
    case .known(let values): return values
    case .pending: return []
    case nil:
      look(key, in: store)
      return []
    }
  }

  /// Forgets everything, as after an edit, and stops what is being looked at.
  func forget() {
    cancelled.add(1, ordering: .relaxed)
    entries.withLock { $0 = [:] }
  }

  private func look(_ key: Key, in store: any EntityStore) {
    let round = cancelled.load(ordering: .relaxed)
    BackgroundWork.run { [self] in
      var sample = ValueSample()
      let deadline = SystemClock.seconds + ValueSample.patienceInSeconds
      var descriptor = EntityFetchDescriptor(entity: key.entity)
      descriptor.propertiesToFetch = [key.attribute]
      _ = try? store.enumerate(descriptor) { snapshot in
        sample.note(snapshot[key.attribute])
        return !sample.isFull && SystemClock.seconds < deadline
          && cancelled.load(ordering: .relaxed) == round
      }
      guard cancelled.load(ordering: .relaxed) == round else { return }
      entries.withLock { $0[key] = .known(sample.values) }
      didLearn()
    }
  }
}

/// The values of some objects, counted.
private struct ValueSample {
  static let patienceInSeconds = 0.25
  private static let capacity = 20_000
  private static let longestText = 60
  private static let valueLimit = 300

  private var counts: [AttributeValue: Int] = [:]
  private var total = 0

  var isFull: Bool { total >= Self.capacity || counts.count >= 4 * Self.valueLimit }

  mutating func note(_ value: AttributeValue?) {
    total += 1
    switch value {
    case .text(let text) where text.count <= Self.longestText: counts[.text(text), default: 0] += 1
    case .integer, .decimal, .uuid: if let value { counts[value, default: 0] += 1 }
    default: break
    }
  }

  var values: [AttributeValue] {
    let sorted = counts.sorted { ($1.value, $0.key.sortText) < ($0.value, $1.key.sortText) }
    return sorted.prefix(Self.valueLimit).map(\.key)
  }
}

extension AttributeValue {
  fileprivate var sortText: String {
    if case .text(let text) = self { text } else { "\(self)" }
  }
}
