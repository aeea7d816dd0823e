import LarderCore

/// A foreign key whose two tables are known.
private struct Reference {
  var child: Int
  var parent: Int
  var pairs: [ColumnPair]
  var onDelete: String

  var columns: String { pairs.map(\.child).joined(separator: "_") }
}

extension MappingBuilder {
  /// Makes foreign keys into relationships.
  ///
  /// To-one relationships come first, in the order of the tables, so that their names do not depend on
  /// the other side's.
  mutating func addRelationships() {
    let references = catalog.tables.indices.flatMap { self.references(of: $0) }
    var names: [AttributeName] = []
    for reference in references { names.append(addToOne(reference)) }
    for (reference, name) in zip(references, names) where !isJoin(reference.child, references) {
      addToMany(reference, inverseOf: name, among: references)
    }
    for index in catalog.tables.indices where isJoin(index, references) {
      addManyToMany(references.filter { $0.child == index })
      makeReadOnly(index, because: "it only joins two entities")
    }
  }

  private func references(of child: Int) -> [Reference] {
    guard catalog.tables[child].kind == .table else { return [] }
    return catalog.tables[child].foreignKeys.compactMap { key in
      guard
        let parent = catalog.tables.firstIndex(where: { $0.name.isSame(as: key.parent) }),
        catalog.tables[parent].kind == .table
      else { return nil }
      let pairs = self.pairs(of: key, child: child, parent: parent)
      guard !pairs.isEmpty, isKey(pairs.map(\.parent), of: catalog.tables[parent]) else {
        return nil
      }
      return Reference(child: child, parent: parent, pairs: pairs, onDelete: key.onDelete)
    }
  }

  /// The columns as their tables spell them; without named parent columns the primary key is meant.
  private func pairs(
    of key: Catalog.ForeignKey, child: Int, parent: Int
  ) -> [ColumnPair] {
    let primaryKey = catalog.tables[parent].primaryKey
    let pairs = key.pairs.enumerated().compactMap { place, pair -> ColumnPair? in
      let target =
        pair.parent.isEmpty
        ? (primaryKey.indices.contains(place) ? primaryKey[place] : nil)
        : catalog.tables[parent].column(pair.parent)
      guard let target, let source = catalog.tables[child].column(pair.child) else { return nil }
      return .init(child: source.name, parent: target.name)
    }
    return pairs.count == key.pairs.count ? pairs : []
  }

  private func isKey(_ columns: [String], of table: Catalog.Table) -> Bool {
    let wanted = Set(columns.map { $0.lowercased() })
    return table.uniqueKeys.contains { Set($0.map { $0.lowercased() }) == wanted }
  }

  /// An index finds children by their foreign key, compared as the parent's column is.
  private func isIndexed(_ reference: Reference) -> Bool {
    let (child, parent) = (catalog.tables[reference.child], catalog.tables[reference.parent])
    let usable = reference.pairs.filter {
      child.column($0.child)?.collation == parent.column($0.parent)?.collation
    }
    let leading = ([child.primaryKey.map(\.name)] + child.indices.map(\.columns))
      .compactMap(\.first)
    return usable.contains { pair in leading.contains { $0.isSameSQLName(as: pair.child) } }
  }

  /// A table of nothing but two foreign keys, which together stand only once.
  private func isJoin(_ index: Int, _ references: [Reference]) -> Bool {
    let table = catalog.tables[index]
    let own = references.filter { $0.child == index }
    let columns = own.flatMap { $0.pairs.map(\.child) }
    return own.count == 2 && Set(columns).count == columns.count
      && Set(columns) == Set(table.columns.map(\.name)) && isKey(columns, of: table)
  }

  private mutating func addToOne(_ reference: Reference) -> AttributeName {
    let table = catalog.tables[reference.child]
    let name = toOneName(reference)
    for pair in reference.pairs { makeColumnReadOnly(pair.child, of: reference.child) }
    let isRequired = reference.pairs.allSatisfy { table.column($0.child)?.isNotNull == true }
    let keyColumns = tables[reference.parent].key.columnNames
    let ordered = keyColumns.compactMap { column in
      reference.pairs.first { $0.parent.isSameSQLName(as: column) }
    }
    let isDirect =
      ordered.count == keyColumns.count && ordered.count == reference.pairs.count
      && ordered.allSatisfy { holdsKey($0, reference) }
    add(
      RelationshipMapping(
        name: name, destination: reference.parent,
        link: .toOne(isDirect ? ordered : reference.pairs, isDirect: isDirect)),
      EntitySchema.Relationship(
        name: name, destination: tables[reference.parent].entity, isOptional: !isRequired,
        deleteRule: .nullify),
      to: reference.child)
    return name
  }

  /// The child's column holds just the value that the parent's key holds.
  private func holdsKey(_ pair: ColumnPair, _ reference: Reference) -> Bool {
    guard let child = catalog.tables[reference.child].column(pair.child),
      let parent = catalog.tables[reference.parent].column(pair.parent)
    else { return false }
    if case .rowID = tables[reference.parent].key {
      return child.affinity == .integer || child.affinity == .numeric
    }
    return child.affinity == parent.affinity && parent.collation == "BINARY"
  }

  /// The column without `_id` or `Id`; where nothing is left to take away, the column's attribute gets
  /// `_id` instead, so that both can be seen.
  private mutating func toOneName(_ reference: Reference) -> AttributeName {
    let child = reference.child
    let parent = tables[reference.parent].entity.rawValue
    let columns = reference.pairs.map(\.child)
    if let name = declared?.toOneName(ofColumns: columns, in: tables[child].table) {
      if let column = tables[child].column(name)?.column {
        renameAttribute(ofColumn: column, to: AttributeName(column + "_id"), of: child)
      }
      return name
    }
    var candidates: [String] = []
    if reference.pairs.count == 1, let column = reference.pairs.first?.child {
      if let stem = column.withoutIdentifierSuffix {
        candidates.append(stem)
      } else if !isPrimaryKey(column, of: child) {
        let raw = AttributeName(column + "_id")
        if !hasProperty(raw, of: child), tables[child].column(AttributeName(column)) != nil {
          renameAttribute(ofColumn: column, to: raw, of: child)
          return AttributeName(column)
        }
      }
    }
    candidates += [parent, "\(parent)_by_\(reference.columns)"]
    return freeName(candidates, in: child)
  }

  private func isPrimaryKey(_ column: String, of index: Int) -> Bool {
    catalog.tables[index].column(column).map { $0.primaryKeyPlace > 0 } ?? false
  }

  /// The first of the names that no property has, or the last with a number.
  private func freeName(_ candidates: [String], in index: Int) -> AttributeName {
    for candidate in candidates where !hasProperty(AttributeName(candidate), of: index) {
      return AttributeName(candidate)
    }
    let last = candidates.last ?? "object"
    var number = 2
    while hasProperty(AttributeName("\(last)_\(number)"), of: index) { number += 1 }
    return AttributeName("\(last)_\(number)")
  }

  /// The child's table, or `TABLE_by_COLUMN` where it leads here by two ways.
  private mutating func addToMany(
    _ reference: Reference, inverseOf toOne: AttributeName, among references: [Reference]
  ) {
    let child = tables[reference.child].entity.rawValue
    let isOnly =
      references.count { $0.child == reference.child && $0.parent == reference.parent } == 1
    let qualified = "\(child)_by_\(reference.columns)"
    let given = declared?.toMany(
      from: tables[reference.parent].table, to: tables[reference.child].entity,
      inverseOf: isOnly ? nil : toOne)
    let name =
      given?.name ?? freeName(isOnly ? [child, qualified] : [qualified], in: reference.parent)
    let rule: EntitySchema.DeleteRule =
      switch reference.onDelete.uppercased() {
      case "CASCADE": .cascade
      case "SET NULL", "SET DEFAULT": .nullify
      default: .deny
      }
    add(
      RelationshipMapping(
        name: name, destination: reference.child, link: .toMany(reference.pairs),
        isIndexed: isIndexed(reference)),
      EntitySchema.Relationship(
        name: name, destination: tables[reference.child].entity, isToMany: true, inverse: toOne,
        deleteRule: given?.deleteRule ?? rule),
      to: reference.parent)
    setInverse(name, of: toOne, of: reference.child)
  }

  private mutating func addManyToMany(_ ends: [Reference]) {
    guard ends.count == 2 else { return }
    let (first, second) = (ends[0], ends[1])
    let there = addJoin(from: first, to: second)
    let back = addJoin(from: second, to: first)
    setInverse(back, of: there, of: first.parent)
    setInverse(there, of: back, of: second.parent)
  }

  private mutating func addJoin(from near: Reference, to far: Reference) -> AttributeName {
    let table = tables[near.child].table
    let destination = tables[far.parent].entity
    let names =
      near.parent == far.parent
      ? ["\(destination)_by_\(far.columns)"]
      : [destination.rawValue, "\(destination)_by_\(table.name)"]
    let given = declared?.toMany(
      from: tables[near.parent].table, to: destination, inverseOf: nil)
    let isFree = given.map { !hasProperty($0.name, of: near.parent) } ?? false
    let name = isFree ? given?.name ?? "" : freeName(names, in: near.parent)
    add(
      RelationshipMapping(
        name: name, destination: far.parent,
        link: .join(JoinMapping(table: table, near: near.pairs, far: far.pairs)),
        isIndexed: isIndexed(near)),
      EntitySchema.Relationship(name: name, destination: destination, isToMany: true),
      to: near.parent)
    return name
  }
}

extension String {
  /// The name without `_id`, `Id` or `ID` at its end; `nil` where there is none, or nothing else.
  var withoutIdentifierSuffix: String? {
    for suffix in ["_id", "_ID", "_Id"] where hasSuffix(suffix) && count > suffix.count {
      return String(dropLast(suffix.count))
    }
    guard hasSuffix("Id") || hasSuffix("ID") else { return nil }
    let stem = dropLast(2)
    guard let last = stem.last, last.isLowercase || last.isNumber else { return nil }
    return String(stem)
  }
}
