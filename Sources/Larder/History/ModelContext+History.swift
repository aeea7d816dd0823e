import Foundation
import LarderStore

extension ModelContext {
  /// The transactions of the stores' histories that match; where there are several stores, by time.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired`` where what follows a token of the condition was
  ///   forgotten; ``DataStoreError/unsupportedFeature`` where no store keeps a history of that type; what
  ///   a store throws.
  public func fetchHistory<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>
  ) throws -> [T] {
    let parts = try container.stores.compactMap { try history(descriptor, in: $0) }
    guard let first = parts.first else { throw DataStoreError.unsupportedFeature }
    guard parts.count > 1 else { return first }
    var all = Array(parts.joined())
    if descriptor.sortBy.isEmpty {
      all.sort { $0.timestamp < $1.timestamp }
    } else {
      all.sort(using: descriptor.sortBy)
    }
    return descriptor.limited(all)
  }

  /// Forgets the transactions that match.
  ///
  /// - Throws: ``DataStoreError/unsupportedFeature`` where no store keeps a history of that type; what a
  ///   store throws.
  public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
    var isKept = false
    for contained in container.stores {
      if let foreign = core.foreignStores[contained.name] {
        if try foreign.deleteHistory(descriptor) { isKept = true }
      } else if let history = defaultHistory(of: contained),
        let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction>
      {
        try history.delete(descriptor)
        isKept = true
      }
    }
    guard isKept else { throw DataStoreError.unsupportedFeature }
  }

  /// `nil` where the store keeps no history of that type.
  private func history<T: HistoryTransaction>(
    _ descriptor: HistoryDescriptor<T>, in contained: ContainedStore
  ) throws -> [T]? {
    if let foreign = core.foreignStores[contained.name] { return try foreign.history(descriptor) }
    guard let history = defaultHistory(of: contained),
      let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction>
    else { return nil }
    return try history.fetch(descriptor) as? [T]
  }

  private func defaultHistory(of contained: ContainedStore) -> DefaultHistory? {
    guard let store = contained.store as? any HistoryKeeping, store.keepsHistory else { return nil }
    return DefaultHistory(store: store, schema: container.schema)
  }
}
