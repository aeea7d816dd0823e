public import Foundation
import LarderCore
import LarderStore
import Synchronization

extension ModelContainer {
  /// Posted after a save of any context, and where a fetch or a save finds that another process has saved.
  ///
  /// The object is the container; the information has the tokens of histories by store identifier, under
  /// the raw value of ``ModelContext/NotificationKey/historyTokens``. It comes on the thread that saved or
  /// fetched. Other processes are noticed in stores that keep a history.
  public static let remoteChange = Notification.Name("ModelContainer.remoteChange")

  func postRemoteChange(_ tokens: [String: any HistoryToken]) {
    NotificationCenter.default.post(
      name: Self.remoteChange, object: self,
      userInfo: [ModelContext.NotificationKey.historyTokens.rawValue: tokens])
  }

  /// Looks whether somebody else has saved to a store, and says so.
  func noticeOthers(in contained: ContainedStore) throws {
    guard let store = contained.store as? any HistoryKeeping, store.keepsHistory else { return }
    // A history without transactions has been seen, too.
    let last = try store.lastTransaction() ?? 0
    guard transactions.note(last, of: store.identifier) else { return }
    postRemoteChange([store.identifier: DefaultHistoryToken(last, of: store.identifier)])
  }
}

/// The last transaction that a container's contexts have seen of each store, by its identifier.
final class SeenTransactions: Sendable {
  private let last = Mutex<[String: Int64]>([:])

  /// Takes note of a transaction, and returns whether it is later than one that was seen before.
  @discardableResult
  func note(_ transaction: Int64, of store: String) -> Bool {
    last.withLock { last in
      let known = last[store]
      last[store] = max(known ?? transaction, transaction)
      return known.map { $0 < transaction } ?? false
    }
  }
}

extension EntityStore {
  /// Deletes every object as one unit, whatever the delete rules say.
  func eraseObjects() throws {
    var doomed: [EntitySnapshot] = []
    for entity in schema.entities where entity.superentity == nil {
      doomed += try fetch(EntityFetchDescriptor(entity: entity.name), environment: .standard)
    }
    guard !doomed.isEmpty else { return }
    let context = EntityContext()
    context.recordsUndo = false
    try context.attach(self, as: "store")
    _ = try context.delete(doomed.map(\.identifier))
    try context.save()
  }
}
