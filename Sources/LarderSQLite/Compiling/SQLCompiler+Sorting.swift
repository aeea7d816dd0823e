import LarderCore

extension SQLCompiler {
  /// The terms of an order, ties broken by identifier; the table's own order where nothing is asked for.
  mutating func order(by descriptors: [EntitySortDescriptor]) throws(Unpushable) -> [SQLText] {
    let row = levels[0].row
    if descriptors.isEmpty { return table(of: row).ownOrder.map { row.column($0) } }
    var terms: [SQLText] = []
    for descriptor in descriptors { terms += try self.terms(of: descriptor) }
    return terms + keys(of: identity(ofLevel: 0))
  }

  private mutating func terms(
    of descriptor: EntitySortDescriptor
  ) throws(Unpushable) -> [SQLText] {
    let key = try sortKey(descriptor)
    let direction: SQLText = descriptor.order == .forward ? "" : " DESC"
    let terms = key.terms.map { "\($0)\(direction)" as SQLText }
    guard let nils = descriptor.nils, let isNull = key.isNull else { return terms }
    return ["(\(isNull))\(nils == .first ? " DESC" : "")"] + terms
  }

  /// The terms that bring values into the order of values, and the test for nil, `nil` for what is never nil.
  private mutating func sortKey(
    _ descriptor: EntitySortDescriptor
  ) throws(Unpushable) -> (terms: [SQLText], isNull: SQLText?) {
    let isLocalized = descriptor.comparator == .localized
    switch try expression(descriptor.expression) {
    case .literal: return ([], nil)
    case .condition(let condition): return (["(\(condition) IS TRUE)"], nil)
    case .identity(let identity): return (sortTerms(of: identity), identity.isNull)
    case .json: throw Unpushable("values in JSON have no order in SQL")
    case .composite: throw Unpushable("composite values have no order in SQL")
    case .collection: throw Unpushable("objects of a relationship have no order in SQL")
    case .stored(let stored):
      let text: SQLText = isLocalized ? "\(stored.plain) COLLATE larder_localized" : stored.asText
      return (rank(of: stored) + [text], "\(stored.sql) IS NULL")
    }
  }

  /// Where meanings move values among the kinds: nil, truth values, numbers, text, dates, data.
  private func rank(of stored: StoredOperand) -> [SQLText] {
    switch stored.meaning {
    case .asStored, .seconds, .uuid, .foreignUUID, .decimal, .json, .enumerationCase, .coded: []
    case .uuidBytes: ["(typeof(\(stored.sql)) = 'blob' AND length(\(stored.sql)) <> 16)"]
    case .bool:
      [
        """
        CASE WHEN \(stored.sql) IS NULL THEN 0 \
        WHEN typeof(\(stored.sql)) = 'integer' AND \(stored.sql) IN (0, 1) THEN 1 ELSE 2 END
        """
      ]
    case .date:
      [
        """
        CASE typeof(\(stored.sql)) WHEN 'null' THEN 0 WHEN 'blob' THEN 4 WHEN 'text' THEN \
        CASE WHEN \(stored.asDate) IS NULL THEN 2 ELSE 3 END ELSE 1 END
        """, stored.asDate,
      ]
    }
  }

  private func sortTerms(of identity: IdentityOperand) -> [SQLText] {
    if identity.isForeign, identity.ordinal != nil {
      return keys(of: identity).map { "CASE WHEN NOT \(identity.isNull) THEN \($0) END" }
    }
    if identity.isForeign, identity.isRowID, let part = identity.parts.first {
      return ["CASE typeof(\(part)) WHEN 'integer' THEN \(part) END"]
    }
    let terms = keys(of: identity)
    guard identity.parts.count > 1 else { return terms }
    return ["NOT \(identity.isNull)"] + terms
  }

  /// The terms that bring identifiers into order, for rows that have one.
  func keys(of identity: IdentityOperand) -> [SQLText] {
    [identity.ordinal].compactMap(\.self) + keyTerms(of: identity)
  }

  private func keyTerms(of identity: IdentityOperand) -> [SQLText] {
    if identity.isRowID { return identity.parts }
    guard case .columns(let columns) = mapping.tables[identity.table].key else {
      return identity.parts
    }
    return zip(identity.parts, columns).map { part, column in
      column.isUniform ? "+\(part) COLLATE larder_text" : "larder_key(\(part)) COLLATE larder_text"
    }
  }
}
