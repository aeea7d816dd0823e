public import LarderCore
import LarderStore

/// A new object in the default store.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
  public let transactionIdentifier: Int64

  /// Counts the changes of a transaction from one.
  public let changeIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier

  init(_ change: EntityTransaction.Change, at place: ChangePlace) {
    transactionIdentifier = place.transaction
    changeIdentifier = place.change
    changedPersistentIdentifier = change.identifier
  }
}

/// An object of the default store with other values.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
  public let transactionIdentifier: Int64

  /// Counts the changes of a transaction from one.
  public let changeIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  private let names: [AttributeName]

  init(_ change: EntityTransaction.Change, at place: ChangePlace) {
    transactionIdentifier = place.transaction
    changeIdentifier = place.change
    changedPersistentIdentifier = change.identifier
    names = change.attributes
  }

  public var updatedAttributes: [any PartialKeyPath<Model> & Sendable] {
    let table = ModelTable.table(of: Model.self)
    return names.compactMap { name in
      guard let slot = table.slot(of: name),
        let keyPath = table.ownKeyPaths[slot] as? PartialKeyPath<Model>
      else { return nil }
      // Key paths are immutable; what `Sendable` marks has no form at run time.
      return unsafeBitCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
    }
  }

  public func containsAttribute(_ attribute: any PartialKeyPath<Model> & Sendable) -> Bool {
    ModelPaths.step(attribute, of: Model.self).map { names.contains($0.first ?? "") } ?? false
  }
}

/// An object that is gone from the default store.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
  public let transactionIdentifier: Int64

  /// Counts the changes of a transaction from one.
  public let changeIdentifier: Int64
  public let changedPersistentIdentifier: PersistentIdentifier
  public let tombstone: HistoryTombstone<Model>

  init(_ change: EntityTransaction.Change, at place: ChangePlace) {
    transactionIdentifier = place.transaction
    changeIdentifier = place.change
    changedPersistentIdentifier = change.identifier
    tombstone = HistoryTombstone(change.tombstone)
  }
}

/// Where a change stands in a history.
struct ChangePlace {
  let transaction: Int64
  let change: Int64
}

extension HistoryChange {
  /// The change with its model class; `nil` for a class that the schema does not have.
  init?(_ change: EntityTransaction.Change, at place: ChangePlace, schema: Schema) {
    guard let type = schema.models[change.identifier.entityName] else { return nil }
    self = Self.make(change, at: place, type)
  }

  private static func make<Model: PersistentModel>(
    _ change: EntityTransaction.Change, at place: ChangePlace, _ type: Model.Type
  ) -> HistoryChange {
    switch change.kind {
    case .insert: .insert(DefaultHistoryInsert<Model>(change, at: place))
    case .update: .update(DefaultHistoryUpdate<Model>(change, at: place))
    case .delete: .delete(DefaultHistoryDelete<Model>(change, at: place))
    }
  }
}
