import LarderStore

extension EntityBackedStore {
  /// The transactions that match, in the order of the saves unless another is asked for.
  ///
  /// - Throws: ``SwiftDataError/historyTokenExpired``; ``DataStoreError/unsupportedFeature`` where the file
  ///   keeps no history; what the store throws.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] { try history.fetch(descriptor) }

  public func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws { try history.delete(descriptor) }

  private var history: DefaultHistory {
    get throws {
      guard let store = entityStore as? any HistoryKeeping, store.keepsHistory else {
        throw DataStoreError.unsupportedFeature
      }
      return DefaultHistory(store: store, schema: schema)
    }
  }
}
