extension DataStoreAdapter {
  func history<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
    try withHistory { try fetched(descriptor, from: $0) }
  }

  func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
    try withHistory { try forget(descriptor, in: $0) } ?? false
  }

  private func withHistory<Result: Sendable>(
    _ body: (any HistoryProviding) throws -> Result?
  ) throws -> Result? {
    do {
      return try withStore { store in try (store as? any HistoryProviding).flatMap(body) }
    } catch let error as SwiftDataError {
      throw error
    } catch {
      return try reporting { throw error }
    }
  }
}

private func fetched<T: HistoryTransaction, Store: HistoryProviding>(
  _ descriptor: HistoryDescriptor<T>, from store: Store
) throws -> [T]? {
  guard let descriptor = descriptor as? HistoryDescriptor<Store.HistoryType> else { return nil }
  return try store.fetchHistory(descriptor) as? [T]
}

private func forget<T: HistoryTransaction, Store: HistoryProviding>(
  _ descriptor: HistoryDescriptor<T>, in store: Store
) throws -> Bool? {
  guard let descriptor = descriptor as? HistoryDescriptor<Store.HistoryType> else { return nil }
  try store.deleteHistory(descriptor)
  return true
}
