import LarderCore

extension SwiftWriter {
  mutating func statements(_ query: EntityQuery) throws(PrintingObstacle) -> String {
    var descriptor = query.descriptor
    if case .rows(let projection) = query.output {
      descriptor.propertiesToFetch = try properties(of: projection)
    }
    let fetch = try self.descriptor(descriptor)
    let settings = try self.settings(of: descriptor)
    let keyword = settings.isEmpty ? "let" : "var"
    var lines = constants + ["\(keyword) descriptor = \(fetch)"]
    lines += settings.map { "descriptor." + $0 }
    if query.output == .count {
      lines.append("let count = try context.fetchCount(descriptor)")
    }
    return lines.joined(separator: "\n")
  }

  private mutating func descriptor(
    _ descriptor: EntityFetchDescriptor
  ) throws(PrintingObstacle) -> String {
    guard descriptor.includesSubentities else {
      throw PrintingObstacle(
        .entity, descriptor.entity.rawValue, "a fetch descriptor always takes subclasses too")
    }
    var arguments: [String] = []
    if let predicate = descriptor.predicate {
      arguments.append("predicate: " + (try predicateMacro(predicate, indentation: "  ")))
    }
    if !descriptor.sortDescriptors.isEmpty {
      var order: [String] = []
      for step in descriptor.sortDescriptors { order.append(try sortDescriptor(step)) }
      arguments.append("sortBy: [" + order.joined(separator: ", ") + "]")
    }
    let list = arguments.isEmpty ? "" : "\n  " + arguments.joined(separator: ",\n  ")
    return "FetchDescriptor<\(Self.typeName(entity))>(\(list))"
  }

  private func settings(
    of descriptor: EntityFetchDescriptor
  ) throws(PrintingObstacle) -> [String] {
    var settings: [String] = []
    if let limit = descriptor.fetchLimit {
      // SwiftData takes a limit of 0 for none.
      guard limit > 0 else {
        throw PrintingObstacle(.value, "limit \(limit)", "a fetch limit of 0 means no limit")
      }
      settings.append("fetchLimit = \(limit)")
    }
    if let offset = descriptor.fetchOffset { settings.append("fetchOffset = \(offset)") }
    if let names = descriptor.propertiesToFetch, !names.isEmpty {
      settings.append(
        "propertiesToFetch = ["
          + names.map { "\\." + Self.member($0) }.joined(separator: ", ") + "]")
    }
    var prefetched: [String] = []
    for path in descriptor.prefetchedRelationships { prefetched.append(try keyPath(path)) }
    if !prefetched.isEmpty {
      settings.append(
        "relationshipKeyPathsForPrefetching = [" + prefetched.joined(separator: ", ") + "]")
    }
    return settings
  }

  /// The attributes of a projection that only picks some, and is no more than that.
  private func properties(
    of projection: EntityProjection
  ) throws(PrintingObstacle) -> [AttributeName] {
    let text = QueryPrinter.text(projection)
    guard projection.groupKeys.isEmpty, !projection.isDistinct, projection.having == nil,
      projection.limit == nil, projection.offset == nil, projection.sortDescriptors.isEmpty
    else {
      throw PrintingObstacle(
        .projection, text, "SwiftData fetches objects: it has no groups and no distinct rows")
    }
    var names: [AttributeName] = []
    for item in projection.items {
      guard case .path(let path) = item.expression, path.names.count == 1, path.level == 0,
        schema.attribute(path.names[0], of: entity) != nil
      else {
        throw PrintingObstacle(
          .projection, text, "SwiftData fetches attributes: it has no computed columns")
      }
      names.append(path.names[0])
    }
    return names
  }

  private func sortDescriptor(
    _ step: EntitySortDescriptor
  ) throws(PrintingObstacle) -> String {
    let text = QueryPrinter.text(step)
    guard case .path(let path) = step.expression else {
      throw PrintingObstacle(.order, text, "a sort descriptor takes a key path, not an expression")
    }
    guard step.comparator == .standard else {
      throw PrintingObstacle(
        .order, text, "the comparator `localizedStandard` is missing from Foundation on Linux")
    }
    let naturalPlace: EntitySortDescriptor.NilPlacement =
      step.order == .forward ? .first : .last
    guard step.nils == nil || step.nils == naturalPlace else {
      throw PrintingObstacle(
        .order, text, "a sort descriptor puts nil first, or last where it is reversed")
    }
    let comparator = try self.comparator(for: path, text)
    let order = step.order == .reverse ? ", order: .reverse" : ""
    return "SortDescriptor(\(try keyPath(path))\(comparator)\(order))"
  }

  /// Text needs `lexical`: what a sort descriptor takes by itself differs between platforms.
  private func comparator(
    for path: AttributePath, _ text: String
  ) throws(PrintingObstacle) -> String {
    let type = try self.path(path).type
    switch type {
    case .attribute(.text): return ", comparator: .lexical"
    case .attribute(.integer), .attribute(.real), .attribute(.decimal), .attribute(.date),
      .attribute(.uuid):
      return ""
    default:
      throw PrintingObstacle(.order, text, "Swift has no order for \(type.swiftName)")
    }
  }

  private func keyPath(_ path: AttributePath) throws(PrintingObstacle) -> String {
    let text = try self.path(path).text
    return "\\" + text.dropFirst(elements[0].name.count)
  }
}
