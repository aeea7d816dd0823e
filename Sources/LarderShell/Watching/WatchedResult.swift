import LarderCore
import LarderQuery
import LarderStore

/// A result to be compared with a later one of the same query.
struct WatchedResult {
  /// What tells a row from the others.
  enum Key: Hashable {
    case object(PersistentIdentifier)
    /// The values that a group is made by, or of a plain row all; and the how manieth of those alike it is.
    case values([ValueKey], Int)
  }

  struct Row {
    var key: Key
    var values: [AttributeValue?]

    var identifier: PersistentIdentifier? {
      if case .object(let identifier) = key { identifier } else { nil }
    }
  }

  /// What became of a row.
  enum Change: String, Hashable { case present, added, changed, removed }

  let shape: ResultShape
  let rows: [Row]

  /// Takes a result with its columns.
  init(_ result: QueryResult, of query: EntityQuery, schema: EntitySchema) {
    switch (result, query.output) {
    case (.count(let count), _):
      shape = ResultShape(names: "count")
      rows = [Row(key: .values([], 0), values: [.integer(Int64(count))])]
    case (.objects(let objects), _):
      let columns = ObjectColumns(query.descriptor, schema: schema)
      shape = columns.shape
      rows = objects.map { object in
        Row(key: .object(object.identifier), values: columns.names.map { object[$0] })
      }
    case (.rows(_, let values), .rows(let projection)):
      shape = ResultShape(
        columns: projection.items.map {
          ResultColumn(name: $0.name, presentation: $0.presentation)
        })
      rows = Self.numbered(values, keys: projection.keyColumns)
    case (.rows(let names, let values), _):
      shape = ResultShape(columns: names.map { ResultColumn(name: $0) })
      rows = Self.numbered(values, keys: Array(names.indices))
    }
  }

  private static func numbered(_ rows: [EntityRow], keys: [Int]) -> [Row] {
    var counts: [[ValueKey]: Int] = [:]
    return rows.map { values in
      let key = keys.map { ValueKey(values[$0]) }
      defer { counts[key, default: 0] += 1 }
      return Row(key: .values(key, counts[key] ?? 0), values: values)
    }
  }

  /// What changed since an earlier result: first what is gone, then the rest in its order.
  func changes(since earlier: WatchedResult) -> [(change: Change, row: Row)] {
    let old = Dictionary(earlier.rows.map { ($0.key, $0.values) }) { first, _ in first }
    let kept = Set(rows.map(\.key))
    let gone = earlier.rows.filter { !kept.contains($0.key) }.map { (Change.removed, $0) }
    return gone
      + rows.compactMap { row in
        guard let before = old[row.key] else { return (.added, row) }
        return before == row.values ? nil : (.changed, row)
      }
  }

  /// The rows stand as they did, and in the same order.
  func isSame(as earlier: WatchedResult) -> Bool {
    rows.elementsEqual(earlier.rows) { $0.key == $1.key && $0.values == $1.values }
  }
}

extension EntityProjection {
  /// The columns that tell one row from the others: those that are grouped by; of plain rows all.
  fileprivate var keyColumns: [Int] {
    let isGrouped =
      !groupKeys.isEmpty
      || items.contains { if case .aggregate = $0.expression { true } else { false } }
    guard isGrouped else { return Array(items.indices) }
    return items.indices.filter { groupKeys.contains(items[$0].expression) }
  }
}
