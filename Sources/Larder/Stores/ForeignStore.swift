import Foundation
import LarderCore
import LarderStore

/// A store that is asked in SwiftData's requests, as one context sees it.
protocol ForeignStore: EntityStore {
  /// The context's identity and author, which requests carry.
  var editingState: EditingState { get set }

  /// Whether conditions are not asked of the store for now, because it said so.
  var prefersMemory: Bool { get set }

  /// The same store for another context, which begins to use it.
  func serving(_ editingState: EditingState) -> any ForeignStore

  func invalidateState()

  /// What the store finds by itself; `nil` where it prefers that somebody else filters or sorts.
  func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> ForeignAnswer?

  func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int?

  func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier]?

  /// Deletes by condition, where the store can; returns whether it did.
  func delete<T: PersistentModel>(
    _ model: T.Type, where predicate: Predicate<T>?, includeSubclasses: Bool
  ) throws -> Bool

  func erase() throws

  /// The store's history; `nil` where it keeps none of that type.
  func history<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]?

  /// Forgets a part of the history; returns whether the store keeps one of that type.
  func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool

  /// The token of the last save, once.
  func takeHistoryToken() -> (any HistoryToken)?
}

/// The objects that a store found, and others that it had at hand.
struct ForeignAnswer {
  var found: [EntitySnapshot]
  var related: [EntitySnapshot]
}
