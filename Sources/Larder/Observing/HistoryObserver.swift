import Foundation
import LarderCore
import LarderStore
public import Observation
import Synchronization

/// Counts the saves to a container's stores that somebody cares for.
///
/// It looks at the histories whenever ``ModelContainer/remoteChange`` is posted, on the thread that posts.
/// Histories of stores of one's own are not looked at: a save to one of them counts where neither models nor
/// authors are asked for.
public final class HistoryObserver: Observable, Sendable {
  public let modelContainer: ModelContainer

  /// The classes whose changes count; empty for all.
  public let observedModels: [any PersistentModel.Type]

  /// Whose saves count; empty for everybody's.
  public let authors: Set<String>

  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()
  private let registration = Mutex<Registration?>(nil)

  private struct State {
    var count = 0

    /// How far each history has been looked at, by store identifier.
    var tokens: [String: DefaultHistoryToken]
  }

  /// Observes from some places in the stores' histories on, or from now on.
  ///
  /// - Parameters:
  ///   - historyTokens: By store identifier; nil, and for a store without one, the present.
  ///   - observedModels: The classes whose changes count; empty for all.
  ///   - authors: Whose saves count; empty for everybody's.
  ///   - modelContainer: Whose stores to observe.
  ///   - isolation: Whose observer it is; it may be used from anywhere.
  /// - Throws: What a store throws.
  public convenience init(
    historyTokens: [String: any HistoryToken]? = nil,
    observedModels: [any PersistentModel.Type] = [], authors: Set<String> = [],
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    var tokens: [String: DefaultHistoryToken] = [:]
    for history in modelContainer.histories {
      let identifier = history.store.identifier
      let given = historyTokens?[identifier] as? DefaultHistoryToken
      tokens[identifier] =
        try given ?? DefaultHistoryToken(history.store.lastTransaction() ?? 0, of: identifier)
    }
    self.init(tokens, observedModels, authors, modelContainer)
    look(afterSave: false)
  }

  private init(
    _ tokens: [String: DefaultHistoryToken], _ observedModels: [any PersistentModel.Type],
    _ authors: Set<String>, _ modelContainer: ModelContainer
  ) {
    state = Mutex(State(tokens: tokens))
    self.observedModels = observedModels
    self.authors = authors
    self.modelContainer = modelContainer
    let token = NotificationCenter.default.addObserver(
      forName: ModelContainer.remoteChange, object: modelContainer, queue: nil
    ) { [weak self] _ in self?.look(afterSave: true) }
    registration.withLock { $0 = Registration(token) }
  }

  /// Goes up by one for each transaction that counts.
  public var eventCounter: Int {
    registrar.access(self, keyPath: \.eventCounter)
    return state.withLock { $0.count }
  }

  /// Counts what the histories have had since the last look.
  private func look(afterSave: Bool) {
    let histories = modelContainer.histories
    let new = state.withLock { state in
      histories.reduce(0) { $0 + count(in: $1, &state.tokens) }
    }
    let isBlind =
      modelContainer.stores.contains { $0.store is any ForeignStore } && observedModels.isEmpty
      && authors.isEmpty
    let others = afterSave && isBlind && new == 0 ? 1 : 0
    guard new + others > 0 else { return }
    registrar.withMutation(of: self, keyPath: \.eventCounter) {
      state.withLock { $0.count += new + others }
    }
  }

  /// Where a history cannot be read its saves are counted the next time.
  private func count(
    in history: DefaultHistory, _ tokens: inout [String: DefaultHistoryToken]
  ) -> Int {
    let store = history.store.identifier
    let seen = tokens[store]?.tokenValue?[store]
    guard let transactions = try? history.store.transactions(after: seen, of: nil),
      let last = transactions.last
    else { return 0 }
    tokens[store] = DefaultHistoryToken(last.identifier, of: store)
    let names = Set(observedModels.map { Schema.name(of: $0) })
    let families = history.store.schema
    return transactions.count { transaction in
      guard authors.isEmpty || transaction.author.map(authors.contains) == true else {
        return false
      }
      return names.isEmpty
        || transaction.changes.contains { change in
          families.ancestry(of: change.identifier.entity).contains {
            names.contains($0.name.rawValue)
          }
        }
    }
  }
}

/// A registration that ends with its owner.
private final class Registration: @unchecked Sendable {
  // The centre hands out a token without saying what it is; it is handed back, from one thread.
  private let token: any NSObjectProtocol

  init(_ token: any NSObjectProtocol) { self.token = token }

  deinit { NotificationCenter.default.removeObserver(token) }
}

extension ModelContainer {
  /// The histories of the stores that keep one.
  var histories: [DefaultHistory] {
    stores.compactMap { contained in
      guard let store = contained.store as? any HistoryKeeping, store.keepsHistory else {
        return nil
      }
      return DefaultHistory(store: store, schema: schema)
    }
  }
}
