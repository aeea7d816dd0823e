import JSONTree
import LarderCore
import Synchronization

/// Related objects that came along with the rows of a fetch, for whoever asks for them next.
///
/// Each is handed out once, and none lives longer than to the next fetch or save.
final class IncludedObjects: Sendable {
  private let objects = Mutex<[PersistentIdentifier: EntitySnapshot]>([:])

  /// More than these are asked for again.
  private static let limit = 50_000

  func removeAll() { objects.withLock { $0.removeAll() } }

  /// Keeps the objects of a reply; those of entities that nobody knows are left aside.
  func note(_ rows: [JSONNode], _ dialect: Dialect, _ model: ServiceModel) {
    let entities = Dictionary(
      model.entities.values.map { ($0.collection, $0) }, uniquingKeysWith: { first, _ in first })
    let found = rows.compactMap { row -> EntitySnapshot? in
      guard let type = row.member("type")?.plainText, let entity = entities[type] else {
        return nil
      }
      return try? RowReader(dialect: dialect, entity: entity).snapshot(row)
    }
    objects.withLock { objects in
      for snapshot in found where objects.count < Self.limit {
        objects[snapshot.identifier] = snapshot
      }
    }
  }

  /// Hands out those of some objects that came along.
  func take(_ identifiers: [PersistentIdentifier]) -> [PersistentIdentifier: EntitySnapshot] {
    objects.withLock { objects in
      guard !objects.isEmpty else { return [:] }
      var found: [PersistentIdentifier: EntitySnapshot] = [:]
      for identifier in identifiers { found[identifier] = objects.removeValue(forKey: identifier) }
      return found
    }
  }
}
