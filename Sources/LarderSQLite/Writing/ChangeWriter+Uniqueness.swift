import LarderCore
import SQLiteDriver

/// A change that takes a unique value which another object still holds.
struct BlockedChange {
  var change: ChangeSet.Change
  var error: PersistenceError
}

extension ChangeWriter {
  /// Writes changes in an order in which unique values are let go of before they are taken.
  ///
  /// - Returns: Those that could not be written yet.
  mutating func writing(_ changes: [ChangeSet.Change]) throws -> [BlockedChange] {
    try settle(try attempt(changes))
  }

  /// Tries blocked changes again, each time from the other end, until nothing moves any more.
  mutating func settle(_ blocked: [BlockedChange]) throws -> [BlockedChange] {
    var blocked = blocked
    while !blocked.isEmpty {
      let rest = try attempt(blocked.reversed().map(\.change))
      if rest.count == blocked.count { return rest.reversed() }
      blocked = rest
    }
    return []
  }

  private mutating func attempt(_ changes: [ChangeSet.Change]) throws -> [BlockedChange] {
    var blocked: [BlockedChange] = []
    for change in changes {
      do {
        try write(change)
      } catch let error as PersistenceError where error.code == .notUnique {
        blocked.append(BlockedChange(change: change, error: error))
      }
    }
    return blocked
  }

  /// Writes changes that wait for each other: their unique values are set aside first.
  ///
  /// - Throws: The error of a change that even so takes a value which another object holds.
  mutating func writeAround(_ blocked: [BlockedChange]) throws {
    guard let first = blocked.first else { return }
    var isAnySetAside = false
    for case .update(let before, let after) in blocked.map(\.change) {
      let assignments = try placeholders(from: before, to: after)
      try update(after, assignments)
      isAnySetAside = isAnySetAside || !assignments.isEmpty
    }
    guard isAnySetAside else { throw first.error }
    if let rest = try settle(blocked).first { throw rest.error }
  }

  /// Values that nothing else holds, for the unique columns that an update changes.
  private func placeholders(
    from before: EntitySnapshot, to after: EntitySnapshot
  ) throws -> [ColumnAssignment] {
    let table = mapping.tables[try mapping.requireIndex(of: after.entityName)]
    let unique = Set(
      mapping.schema.ancestry(of: after.entityName).flatMap { entity in
        entity.attributes.filter(\.isUnique).map(\.name)
          + entity.uniquenessConstraints.flatMap(\.self)
      })
    let links = table.relationships.filter { before[$0.name] != after[$0.name] }
      .flatMap(\.ownColumns)
    return table.columns.compactMap { column in
      let isLink = links.contains(column.column)
      guard unique.contains(column.attribute), !column.isGenerated,
        !table.key.columnNames.contains(column.column),
        isLink || before[column.attribute] != after[column.attribute],
        let value = column.placeholder(isLink: isLink, for: after.identifier)
      else { return nil }
      return ColumnAssignment(column: column.column, value: value)
    }
  }
}

extension RelationshipMapping {
  /// The columns of this side's table that hold the link.
  fileprivate var ownColumns: [String] {
    if case .toOne(let pairs, _) = link { pairs.map(\.child) } else { [] }
  }
}

extension ColumnMapping {
  /// A value that no other object holds; `nil` where there is none that the column lets in.
  fileprivate func placeholder(
    isLink: Bool, for identifier: PersistentIdentifier
  ) -> SQLiteValue? {
    if !isNotNull { return .null }
    if isLink { return nil }
    switch affinity {
    case .text,
      .none where kinds.contains(.text):
      return .text("larder \(identifier) \(UInt64.random(in: 0...UInt64.max))")
    case .integer, .real, .numeric: return .integer(-Int64.random(in: 1...1 << 52))
    default: return nil
    }
  }
}
