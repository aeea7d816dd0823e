import FoundationEssentials
public import LarderCore
import Synchronization

/// The saves of a store in memory, oldest first.
struct InMemoryHistory {
  private(set) var transactions: [EntityTransaction] = []
  private(set) var last: Int64?
  private(set) var lastDeleted: Int64?

  mutating func record(
    _ changes: [EntityTransaction.Change], author: String?, date: Date
  ) -> Int64 {
    let identifier = (last ?? 0) + 1
    last = identifier
    transactions.append(
      EntityTransaction(identifier: identifier, date: date, author: author, changes: changes))
    return identifier
  }

  mutating func delete(_ identifiers: Set<Int64>) {
    let deleted = transactions.map(\.identifier).filter(identifiers.contains)
    guard let newest = deleted.last else { return }
    transactions.removeAll { identifiers.contains($0.identifier) }
    lastDeleted = max(lastDeleted ?? newest, newest)
  }
}

extension InMemoryStore: HistoryKeeping {
  public func transactions(
    after: Int64?, of entity: EntityName?
  ) throws -> [EntityTransaction] {
    let all = contents.withLock { $0.history.transactions }
    let family = entity.map { schema.descendants(of: $0).union([$0]) }
    return all.compactMap { transaction in
      guard transaction.identifier > after ?? 0 else { return nil }
      guard let family else { return transaction }
      var part = transaction
      part.changes.removeAll { !family.contains($0.identifier.entity) }
      return part.changes.isEmpty ? nil : part
    }
  }

  public func deleteTransactions(_ identifiers: Set<Int64>) throws {
    contents.withLock { $0.history.delete(identifiers) }
  }

  public func lastDeletedTransaction() throws -> Int64? {
    contents.withLock { $0.history.lastDeleted }
  }

  public func lastTransaction() throws -> Int64? { contents.withLock { $0.history.last } }
}
