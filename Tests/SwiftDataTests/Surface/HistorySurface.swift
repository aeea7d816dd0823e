import SwiftData

private func providers<P: HistoryProviding>(_ provider: P) throws {
  let _: P.HistoryType.Type = P.historyType
  let descriptor: HistoryDescriptor<P.HistoryType> = HistoryDescriptor()
  let _: [P.HistoryType] = try provider.fetchHistory(descriptor)
  try provider.deleteHistory(descriptor)
}

private func contexts(_ context: ModelContext) throws {
  var descriptor: HistoryDescriptor<DefaultHistoryTransaction> = HistoryDescriptor(
    predicate: #Predicate { $0.author == "a" }, sortBy: [SortDescriptor(\.timestamp)])
  let _: HistoryDescriptor<DefaultHistoryTransaction> = HistoryDescriptor(
    predicate: descriptor.predicate)
  let predicate: Predicate<DefaultHistoryTransaction>? = descriptor.predicate
  descriptor.predicate = predicate
  let limit: UInt64 = descriptor.fetchLimit
  descriptor.fetchLimit = limit
  let order: [SortDescriptor<DefaultHistoryTransaction>] = descriptor.sortBy
  descriptor.sortBy = order
  let _: [DefaultHistoryTransaction] = try context.fetchHistory(descriptor)
  try context.deleteHistory(descriptor)
}

private func transactions<T: HistoryTransaction>(_ transaction: T) {
  let _: Date = transaction.timestamp
  let _: [HistoryChange] = transaction.changes
  let _: any Comparable & Hashable & Identifiable & Sendable = transaction.token
  let _: T.TokenType = transaction.token
  let _: any Comparable & Hashable & Sendable = transaction.transactionIdentifier
  let _: T.TransactionIdentifier = transaction.transactionIdentifier
  let _: String = transaction.storeIdentifier
  let _: String? = transaction.author
  let _: any Hashable & Identifiable & Sendable = transaction
}

private func tokens<T: HistoryToken>(_ token: T) {
  let value: T.TokenType? = token.tokenValue
  let _: (any Decodable & Encodable & Hashable & Sendable)? = value
  let _: any Comparable & Decodable & Encodable & Hashable & Identifiable & Sendable = token
}

private func changes(_ change: HistoryChange) {
  let _: PersistentIdentifier = change.changedPersistentIdentifier
  let _: any Sendable = change
  switch change {
  case .insert(let insert): inserts(insert)
  case .update(let update): updates(update)
  case .delete(let delete): deletes(delete)
  }
}

private func inserts<I: HistoryInsert>(_ insert: I) {
  let _: I.ChangeIdentifier = insert.changeIdentifier
  let _: I.TransactionIdentifier = insert.transactionIdentifier
  let _: PersistentIdentifier = insert.changedPersistentIdentifier
  let _: any PersistentModel.Type = I.Model.self
  let _: any Sendable = insert
}

private func updates<U: HistoryUpdate>(_ update: U) {
  let _: U.ChangeIdentifier = update.changeIdentifier
  let _: U.TransactionIdentifier = update.transactionIdentifier
  let _: PersistentIdentifier = update.changedPersistentIdentifier
  let _: [any PartialKeyPath<U.Model> & Sendable] = update.updatedAttributes
  let _: [any U.PropertyUpdate] = update.updatedAttributes
  let _: any Sendable = update
}

private func deletes<D: HistoryDelete>(_ delete: D) {
  let _: D.ChangeIdentifier = delete.changeIdentifier
  let _: D.TransactionIdentifier = delete.transactionIdentifier
  let _: PersistentIdentifier = delete.changedPersistentIdentifier
  let _: HistoryTombstone<D.Model> = delete.tombstone
  let _: any Sendable = delete
}

private func tombstones(_ tombstone: HistoryTombstone<SurfaceModel>) {
  let _: (any Sendable)? = tombstone[\.name]
  let _: any Sequence & Sendable = tombstone
  for value: Any in tombstone { _ = value }
  // Ours: Apple's cannot be made by anybody else.
  let _: HistoryTombstone<SurfaceModel> = HistoryTombstone([(\.name, "a")])
}

private func defaults(
  _ insert: DefaultHistoryInsert<SurfaceModel>, _ update: DefaultHistoryUpdate<SurfaceModel>,
  _ delete: DefaultHistoryDelete<SurfaceModel>
) {
  let _: [Int64] = [
    insert.changeIdentifier, insert.transactionIdentifier, update.changeIdentifier,
    update.transactionIdentifier, delete.changeIdentifier, delete.transactionIdentifier,
  ]
  let _: any HistoryInsert<SurfaceModel> = insert
  let _: any HistoryUpdate<SurfaceModel> = update
  let _: any HistoryDelete<SurfaceModel> = delete
  let _: [any PartialKeyPath<SurfaceModel> & Sendable] = update.updatedAttributes
  let _: Bool = update.containsAttribute(\SurfaceModel.name)
  let _: HistoryTombstone<SurfaceModel> = delete.tombstone
}

private func defaultTokens(_ token: DefaultHistoryToken) {
  let value: DefaultHistoryToken.TokenType? = token.tokenValue
  let _: [String: Int64]? = value
  let _: Int = token.id
  let _: Bool = token < token
  let _: String = token.storeIdentifier
  let _: any HistoryToken & Codable = token
}

private func defaultTransactions(_ transaction: DefaultHistoryTransaction) {
  let _: Int64 = transaction.id
  let _: Date = transaction.timestamp
  let _: [HistoryChange] = transaction.changes
  let _: DefaultHistoryToken = transaction.token
  let _: Int64 = transaction.transactionIdentifier
  let _: String = transaction.storeIdentifier
  let _: String = transaction.bundleIdentifier
  let _: String = transaction.processIdentifier
  let _: String? = transaction.author
  let _: any HistoryTransaction = transaction
}

private func observers(
  _ container: ModelContainer, _ tokens: [String: any HistoryToken]?
) throws {
  let observer: HistoryObserver = try HistoryObserver(
    historyTokens: tokens, observedModels: [SurfaceModel.self], authors: ["a"],
    modelContainer: container, isolation: nil)
  let _: HistoryObserver = try HistoryObserver(modelContainer: container)
  let _: Int = observer.eventCounter
  let _: ModelContainer = observer.modelContainer
  let _: [any PersistentModel.Type] = observer.observedModels
  let _: Set<String> = observer.authors
  let _: any Observable = observer
  let _: Notification.Name = ModelContainer.remoteChange
}
