public import Foundation

/// Which transactions of a history to read or to forget.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
  /// The condition, or nil for every transaction.
  public var predicate: Predicate<TransactionType>?

  /// At most so many transactions; zero for all.
  public var fetchLimit: UInt64 = 0

  /// Empty for the order of the saves.
  public var sortBy: [SortDescriptor<TransactionType>]

  public init(
    predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []
  ) {
    self.predicate = predicate
    self.sortBy = sortBy
  }

  /// Those of some transactions that are wanted, in order.
  func apply(to transactions: [TransactionType]) throws -> [TransactionType] {
    var found = transactions
    if let predicate { found = try found.filter(predicate.evaluate) }
    if !sortBy.isEmpty { found.sort(using: sortBy) }
    return limited(found)
  }

  func limited(_ transactions: [TransactionType]) -> [TransactionType] {
    guard fetchLimit > 0 else { return transactions }
    return Array(transactions.prefix(Int(clamping: fetchLimit)))
  }
}

// Key paths are immutable, but Foundation does not declare them Sendable here.
extension HistoryDescriptor: @unchecked Sendable {}

/// A store that remembers the saves that made it what it is.
public protocol HistoryProviding {
  associatedtype HistoryType: HistoryTransaction

  static var historyType: HistoryType.Type { get }

  /// The transactions that match.
  ///
  /// Throws ``SwiftDataError/historyTokenExpired`` where what follows a token of the condition was forgotten.
  func fetchHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws -> [HistoryType]

  /// Forgets the transactions that match.
  func deleteHistory(_ descriptor: HistoryDescriptor<HistoryType>) throws
}

extension HistoryProviding {
  public static var historyType: HistoryType.Type { HistoryType.self }
}
