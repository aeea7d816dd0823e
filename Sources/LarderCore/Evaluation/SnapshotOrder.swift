/// The order of a fetch, ready to sort snapshots of one entity and of those below it.
///
/// Snapshots that are equal in every descriptor go by identifier, ascending.
public struct SnapshotOrder: Sendable {
  private let keys: SortKeys

  /// Whether the order reads objects other than those it sorts, or a to-many relationship.
  public let readsOtherObjects: Bool

  /// - Throws: ``PersistenceError`` as ``PredicateEvaluator``.
  public init(
    _ descriptors: [EntitySortDescriptor], entity: EntityName, schema: EntitySchema,
    environment: EvaluationEnvironment
  ) throws {
    var compiler = try EvaluationCompiler(
      entity: entity, schema: schema, environment: environment)
    keys = try SortKeys(descriptors, &compiler)
    readsOtherObjects = compiler.readsOtherObjects
  }

  /// The snapshots in order: all, or as many as `limit` says.
  public func sorted(
    _ snapshots: [EntitySnapshot], limit: Int? = nil, objects: ObjectLookup
  ) -> [EntitySnapshot] {
    sorted(snapshots, limit: limit, objects: objects, checking: {})
  }

  /// The snapshots in order: all, or as many as `limit` says.
  ///
  /// `check` is called again and again; what it throws ends the work.
  public func sorted(
    _ snapshots: [EntitySnapshot], limit: Int? = nil, objects: ObjectLookup,
    checking check: () throws -> Void
  ) rethrows -> [EntitySnapshot] {
    var selection = makeSelection(limit: limit)
    for snapshot in snapshots {
      try check()
      selection.add(snapshot, objects: objects)
    }
    return try selection.finish(checking: check)
  }

  /// Makes an empty collection that keeps the first of the snapshots added to it.
  public func makeSelection(limit: Int? = nil) -> Selection {
    Selection(order: self, limit: limit)
  }

  /// Sorts snapshots as they come and holds little more than twice the limit of them.
  public struct Selection {
    private let order: SnapshotOrder
    private let limit: Int?
    private var rows: [Row] = []

    /// The last of the rows that can still be wanted, once there are more than enough.
    private var bound: Row?

    fileprivate init(order: SnapshotOrder, limit: Int?) {
      self.order = order
      self.limit = limit.map { max(0, $0) }
    }

    public mutating func add(_ snapshot: EntitySnapshot, objects: ObjectLookup) {
      if limit == 0 { return }
      var frame = Frame()
      let keys = order.keys.values(of: snapshot, &frame, objects)
      let row = Row(
        abbreviation: order.keys.abbreviation(of: keys), keys: keys, snapshot: snapshot)
      if let bound, !order.precedes(row, bound) { return }
      rows.append(row)
      guard let limit, rows.count / 2 >= max(limit, 32) else { return }
      keepFirst(limit)
    }

    /// The snapshots in order, at most the limit of them.
    ///
    /// `check` is called again and again; what it throws ends the work.
    public mutating func finish(
      checking check: () throws -> Void
    ) rethrows -> [EntitySnapshot] {
      try sortedIndices(checking: check).prefix(limit ?? rows.count).map { rows[$0].snapshot }
    }

    private mutating func keepFirst(_ limit: Int) {
      rows = sortedIndices(checking: {}).prefix(limit).map { rows[$0] }
      bound = rows.last
    }

    /// Sorts small pairs rather than rows, which are costly to move.
    private func sortedIndices(checking check: () throws -> Void) rethrows -> [Int] {
      var pairs = rows.indices.map { (abbreviation: rows[$0].abbreviation, index: $0) }
      var count = 0
      try rows.withUnsafeBufferPointer { rows in
        try pairs.sort { left, right in
          count &+= 1
          if count & 0xFF == 0 { try check() }
          return left.abbreviation != right.abbreviation
            ? left.abbreviation < right.abbreviation
            : order.precedes(rows[left.index], rows[right.index])
        }
      }
      return pairs.map(\.index)
    }
  }

  /// A snapshot with what is compared of it; a class, so that a comparison copies one reference.
  fileprivate final class Row: Sendable {
    let abbreviation: UInt64
    let keys: [SortKeys.Key]
    let snapshot: EntitySnapshot

    init(abbreviation: UInt64, keys: [SortKeys.Key], snapshot: EntitySnapshot) {
      self.abbreviation = abbreviation
      self.keys = keys
      self.snapshot = snapshot
    }
  }

  fileprivate func precedes(_ left: Row, _ right: Row) -> Bool {
    if left.abbreviation != right.abbreviation { return left.abbreviation < right.abbreviation }
    let order = keys.compare(left.keys, right.keys)
    if order != 0 { return order < 0 }
    return left.snapshot.identifier < right.snapshot.identifier
  }
}
