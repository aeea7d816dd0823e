import LarderCore

/// A group key: an attribute, or a member of a composite, with a column.
struct GroupKey: Sendable {
  private let path: AttributePath
  private let extent: EntityExtent
  let column: Column

  init?(_ expression: EntityExpression, extent: EntityExtent) {
    guard case .path(let path) = expression, path.level == 0,
      let column = extent.columns.column(at: path.names), !column.hasOddRows
    else { return nil }
    self.path = path
    self.extent = extent
    self.column = column
  }

  func value(ofRow row: Int) -> AttributeValue? { extent.reader.value(at: path.names, row: row) }
}

/// Which group each row belongs to; groups are numbered in order of their first row.
///
/// Null and missing share a group.
struct Grouping {
  private(set) var firstRows: [Int] = []

  /// The rows in the order in which they count, or `nil` for all in file order.
  let order: [Int]?

  /// A group a row of the order.
  private(set) var groups: [UInt32] = []

  var groupCount: Int { firstRows.count }

  /// `columns` must hold all values of their keys.
  init(_ columns: [Column], count: Int, order: [Int]?) {
    self.order = order
    guard let first = columns.first else {
      groups = [UInt32](repeating: 0, count: order?.count ?? count)
      // Aggregates of nothing are a row too.
      firstRows = [order?.first ?? 0]
      return
    }
    var numbering = ValueNumbering(first, rows: order)
    for column in columns.dropFirst() {
      numbering.combine(with: ValueNumbering(column, rows: order))
    }
    renumber(numbering)
  }

  /// Numbers groups anew, in order of their first row.
  private mutating func renumber(_ numbering: ValueNumbering) {
    var known = [UInt32](repeating: .max, count: numbering.count)
    groups = numbering.numbers
    for position in groups.indices {
      let number = Int(groups[position])
      if known[number] == .max {
        known[number] = UInt32(truncatingIfNeeded: firstRows.count)
        firstRows.append(order?[position] ?? position)
      }
      groups[position] = known[number]
    }
  }

  @inline(__always)
  func forEach(_ body: (_ row: Int, _ group: Int) -> Void) {
    if let order {
      for (position, row) in order.enumerated() { body(row, Int(groups[position])) }
    } else {
      for row in groups.indices { body(row, Int(groups[row])) }
    }
  }
}
