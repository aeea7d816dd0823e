public import LarderCore

extension FetchPlan: CustomStringConvertible {
  /// A line a part of the query, saying where it runs and why.
  public var description: String { lines { "\($0)" }.joined(separator: "\n") }

  /// The plan in lines for people, with conditions in words such as query text.
  public func lines(describing text: (EntityPredicate) -> String) -> [String] {
    var lines = steps.map { "condition \(text($0.condition)): \($0.pushDown.place)" }
    if let order {
      let place = sortsInMemory ? order.place : PushDown.exact.place
      lines.append("order: \(place)")
    }
    if query.descriptor.fetchLimit != nil || query.descriptor.fetchOffset != nil {
      lines.append("limit and offset: \(limitPlace)")
    }
    switch query.output {
    case .objects: break
    case .count: lines.append("count: \(resultPlace)")
    case .rows: lines.append("rows: \(resultPlace)")
    }
    return lines.isEmpty ? ["all objects: in the store"] : lines
  }

  private var limitPlace: String {
    guard limitsInMemory else { return "in the store" }
    if residual != nil { return "in memory, after the conditions checked there" }
    return sortsInMemory ? "in memory, after the order" : "in memory, after the pending changes"
  }

  private var resultPlace: String {
    guard projectsInMemory else { return "in the store" }
    if case .unsupported(let reason)? = projection { return "in memory: \(reason)" }
    return "in memory, from the objects that leave the store"
  }
}

extension PushDown {
  fileprivate var place: String {
    switch self {
    case .exact: "in the store"
    case .inexact(let reason): "in the store, and again in memory: \(reason)"
    case .unsupported(let reason): "in memory: \(reason)"
    }
  }
}
