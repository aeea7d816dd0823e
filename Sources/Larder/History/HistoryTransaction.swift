public import Foundation
public import LarderCore

/// A place in a store's history, to be kept until the next look.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
  associatedtype TokenType: Codable, Hashable, Sendable

  var tokenValue: TokenType? { get }
}

/// What one save did to a store.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
  associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

  var timestamp: Date { get }

  /// In the order in which they were written.
  var changes: [HistoryChange] { get }
  var token: TokenType { get }
  var transactionIdentifier: TransactionIdentifier { get }
  var storeIdentifier: String { get }

  /// Who saved; nil where it was not said.
  var author: String? { get }
}

/// What became of one object.
public enum HistoryChange: Sendable {
  case insert(any HistoryInsert)
  case update(any HistoryUpdate)
  case delete(any HistoryDelete)

  public var changedPersistentIdentifier: PersistentIdentifier {
    switch self {
    case .insert(let insert): insert.changedPersistentIdentifier
    case .update(let update): update.changedPersistentIdentifier
    case .delete(let delete): delete.changedPersistentIdentifier
    }
  }
}

/// A new object.
public protocol HistoryInsert<Model>: Sendable {
  associatedtype Model: PersistentModel
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  var transactionIdentifier: TransactionIdentifier { get }
  var changeIdentifier: ChangeIdentifier { get }
  var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// An object with other values.
public protocol HistoryUpdate<Model>: Sendable {
  associatedtype Model: PersistentModel
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
  typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

  var transactionIdentifier: TransactionIdentifier { get }
  var changeIdentifier: ChangeIdentifier { get }
  var changedPersistentIdentifier: PersistentIdentifier { get }

  /// The properties that have other values; not which.
  var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// An object that is gone.
public protocol HistoryDelete<Model>: Sendable {
  associatedtype Model: PersistentModel
  associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
  associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

  var transactionIdentifier: TransactionIdentifier { get }
  var changeIdentifier: ChangeIdentifier { get }
  var changedPersistentIdentifier: PersistentIdentifier { get }

  /// What is left of its values.
  var tombstone: HistoryTombstone<Model> { get }
}
