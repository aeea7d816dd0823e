/// The names of the tables of many-to-many relationships.
struct JoinNames {
  private let hierarchy: ModelHierarchy
  private let existing: [String: [String]]
  private(set) var joins: [StoreTables.Join] = []
  private var names = FreeNames()

  init(_ hierarchy: ModelHierarchy, existing: [String: [String]]) {
    self.hierarchy = hierarchy
    self.existing = existing
    var seen: Set<OwnedRelationship> = []
    for entity in hierarchy.model.entities {
      for case .relationship(let relationship) in entity.properties
      where relationship.isToMany && !relationship.isTransient {
        let side = OwnedRelationship(owner: entity.name, relationship: relationship)
        guard let inverse = hierarchy.inverse(of: relationship), inverse.relationship.isToMany,
          seen.insert(side).inserted
        else { continue }
        seen.insert(inverse)
        add(side, inverse)
      }
    }
  }

  private mutating func add(_ side: OwnedRelationship, _ inverse: OwnedRelationship) {
    let (namer, other) = named(side, inverse)
    let table = tableName(of: namer)
    let columns = existing[table] ?? []
    let first = column(of: namer, in: columns)
    var second = column(of: other, in: columns.filter { $0 != first.name })
    // A relationship that is its own inverse has one name for two columns.
    if namer == other { second.name = "REFLEXIVE" }
    joins.append(StoreTables.Join(table: table, columns: [first, second]))
  }

  /// The side that gives the table its name, and the other.
  ///
  /// The entity with the lower number names it. Of two relationships of one entity either can: mostly the
  /// later by name.
  private func named(
    _ side: OwnedRelationship, _ inverse: OwnedRelationship
  ) -> (OwnedRelationship, OwnedRelationship) {
    let (one, other) = (hierarchy.number(of: side.owner), hierarchy.number(of: inverse.owner))
    guard let one, let other, one == other else {
      return one ?? .max < other ?? .max ? (side, inverse) : (inverse, side)
    }
    let isEarlier = side.relationship.name.utf8.lexicographicallyPrecedes(
      inverse.relationship.name.utf8)
    let (early, late) = isEarlier ? (side, inverse) : (inverse, side)
    let isNamedEarly =
      existing[tableName(of: early)] != nil && existing[tableName(of: late)] == nil
    return isNamedEarly ? (early, late) : (late, early)
  }

  private func tableName(of side: OwnedRelationship) -> String {
    "Z_\(hierarchy.number(of: side.owner) ?? 0)\(side.relationship.name.uppercased())"
  }

  private mutating func column(
    of side: OwnedRelationship, in columns: [String]
  ) -> StoreTables.JoinColumn {
    let relationship = side.relationship
    let number = hierarchy.number(of: relationship.destination) ?? 0
    let stem = "\(number)\(relationship.name.uppercased())"
    let name = free("Z_" + stem, in: columns)
    return StoreTables.JoinColumn(
      name: name, owner: side.owner, relationship: relationship.name,
      entity: relationship.destination,
      orderColumn: relationship.isOrdered ? "Z_FOK_" + name.dropFirst(2) : nil)
  }

  /// The name, or the name with digits behind it that the table has in its stead.
  ///
  /// Two joins do not share a column name: the framework numbers the later one, in an order of its own.
  private mutating func free(_ name: String, in columns: [String]) -> String {
    let match =
      columns.contains(name)
      ? name
      : columns.first { column in
        column.hasPrefix(name)
          && column.utf8.dropFirst(name.utf8.count).allSatisfy {
            UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9")
          }
      }
    return match ?? names.take(name)
  }
}
