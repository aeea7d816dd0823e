public import LarderCore
public import LarderStore

extension JSONStore {
  /// Says of each condition which column answers it, or that rows are read one by one; then how rows
  /// are sorted, grouped and known.
  ///
  /// Builds the columns that the query would build.
  public func explanation(of query: EntityQuery) throws -> StoreExplanation {
    let fetch = try FileFetch(self, query.descriptor)
    var notes: [String] = []
    for extent in fetch.extents {
      notes.append("`\(extent.model.entityName)`: \(extent.table.count) records in \(path)")
      let compiler = ConditionCompiler(
        extent: extent, file: fetch.file, schema: schema, interruption: fetch.interruption)
      for (index, condition) in (query.descriptor.predicate?.conjuncts ?? []).enumerated() {
        notes.append("condition \(index + 1): \(try compiler.test(condition).explanation)")
      }
      if !query.descriptor.sortDescriptors.isEmpty {
        let order = RowOrder(
          query.descriptor.sortDescriptors, extent: extent, interruption: fetch.interruption)
        notes.append("order: \(order != nil ? "by columns" : "by the values of each row")")
      }
      if case .rows(let projection) = query.output {
        let hasColumns = GroupedProjection(projection, extent: extent) != nil
        notes.append("rows: \(hasColumns ? "by columns" : "by the values of each row")")
      }
      notes.append(identityDescription(of: extent))
    }
    return StoreExplanation(notes: notes)
  }

  /// Says what the objects of an entity are known by; `nil` when the file holds no such records.
  ///
  /// Looks at every record's key the first time.
  public func identityDescription(of entity: EntityName) throws -> String? {
    try currentFile().extent(of: entity).map(identityDescription)
  }

  private func identityDescription(of extent: EntityExtent) -> String {
    let name = extent.model.entityName
    return switch extent.keys.source {
    case .attribute(let attribute): "objects of `\(name)` are known by their `\(attribute)`"
    case .key: "objects of `\(name)` are known by the key that each stands under"
    case .persistentIdentifier: "objects of `\(name)` are known by their `persistentIdentifier`"
    case .position:
      "objects of `\(name)` are known by their place in the file, as long as the store is open"
    }
  }
}

extension RowTest {
  /// How the test is answered, in words for people.
  fileprivate var explanation: String {
    switch self {
    case .constant(let answer): "always \(answer)"
    case .and(let parts): parts.map(\.explanation).joined(separator: " and ")
    case .or(let parts): parts.map(\.explanation).joined(separator: " or ")
    case .not(let part): "not \(part.explanation)"
    case .column(let condition): condition.explanation
    case .array(let condition): "text of the arrays in \(condition.name)"
    case .evaluated: "row by row"
    }
  }
}

extension ColumnCondition {
  fileprivate var explanation: String {
    let names = fallback.rootPaths.first?.names.map(\.rawValue).joined(separator: ".") ?? ""
    let kind =
      switch column.values {
      case .codes(_, let dictionary): "\(dictionary.compactMap(\.self).count - 1) different values"
      case .integers: "integers"
      case .reals: "reals"
      case .dates: "dates"
      case .texts: "texts"
      case .uuids: "UUIDs"
      }
    let rest = column.hasOddRows ? ", \(column.odd.rowCount) rows one by one" : ""
    return "column `\(names)` of \(kind)\(rest)"
  }
}
