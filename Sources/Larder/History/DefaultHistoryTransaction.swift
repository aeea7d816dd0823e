public import Foundation
import LarderCore
import LarderStore

/// What one save did to the default store.
public struct DefaultHistoryTransaction: HistoryTransaction {
  public let transactionIdentifier: Int64
  public let timestamp: Date
  public let changes: [HistoryChange]
  public let token: DefaultHistoryToken
  public let storeIdentifier: String

  /// Empty: programs here have none.
  public let bundleIdentifier: String

  /// The program that saved; empty where the store does not tell.
  public let processIdentifier: String
  public let author: String?

  public var id: Int64 { transactionIdentifier }

  /// Reads a transaction of a store; changes of classes that the schema does not have are left out.
  init(_ transaction: EntityTransaction, of store: String, schema: Schema) {
    transactionIdentifier = transaction.identifier
    timestamp = transaction.date
    changes = transaction.changes.enumerated().compactMap { offset, change in
      let place = ChangePlace(transaction: transaction.identifier, change: Int64(offset + 1))
      return HistoryChange(change, at: place, schema: schema)
    }
    token = DefaultHistoryToken(transaction.identifier, of: store)
    storeIdentifier = store
    bundleIdentifier = ""
    processIdentifier = transaction.process ?? ""
    author = transaction.author
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.token == rhs.token }

  public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}
