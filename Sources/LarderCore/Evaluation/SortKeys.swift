/// The steps of an order, compiled: what they compare of an object, and how.
struct SortKeys: Sendable {
  /// A value prepared for comparison.
  enum Key: Sendable {
    case value(AttributeValue?)
    case name(LocalizedKey)
  }

  struct Step: Sendable {
    let expression: CompiledExpression
    let isLocalized: Bool
    let isReversed: Bool

    /// -1 where nil stands before all other values, 1 where it stands behind them.
    let nilOrder: Int

    init(_ descriptor: EntitySortDescriptor, _ expression: @escaping CompiledExpression) {
      self.expression = expression
      isLocalized = descriptor.comparator == .localized
      isReversed = descriptor.order == .reverse
      switch descriptor.nils {
      case .first: nilOrder = -1
      case .last: nilOrder = 1
      case nil: nilOrder = isReversed ? 1 : -1
      }
    }
  }

  let steps: [Step]

  init(_ descriptors: [EntitySortDescriptor], _ compiler: inout EvaluationCompiler) throws {
    steps = try descriptors.map { Step($0, try compiler.expression($0.expression)) }
  }

  var isEmpty: Bool { steps.isEmpty }

  func values(
    of root: EntitySnapshot, _ frame: inout Frame, _ objects: ObjectLookup
  ) -> [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(steps.count)
    for step in steps {
      let value = step.expression(root, &frame, objects).nonNull
      if step.isLocalized, case .text(let text)? = value {
        keys.append(.name(LocalizedKey(text)))
      } else {
        keys.append(.value(value))
      }
    }
    return keys
  }

  /// -1, 0 or 1.
  func compare(_ left: [Key], _ right: [Key]) -> Int {
    for index in steps.indices {
      let order = compare(left[index], right[index], steps[index])
      if order != 0 { return order }
    }
    return 0
  }

  private func compare(_ left: Key, _ right: Key, _ step: Step) -> Int {
    let order: Int
    switch (left, right) {
    case (.value(.text(let a)?), .value(.text(let b)?)): order = TextOrder.compare(a, b)
    case (.value(.integer(let a)?), .value(.integer(let b)?)): order = a < b ? -1 : a == b ? 0 : 1
    case (.value(nil), .value(nil)): return 0
    case (.value(nil), _): return step.nilOrder
    case (_, .value(nil)): return -step.nilOrder
    case (.name(let a), .name(let b)): order = a.compare(to: b)
    case (.value(let a), .value(let b)): order = AttributeValue.totalOrder(a, b)
    // A name is text; only its place among the kinds matters beside another kind.
    case (.name, .value(let b)): order = AttributeValue.totalOrder(.text(""), b)
    case (.value(let a), .name): order = AttributeValue.totalOrder(a, .text(""))
    }
    return step.isReversed ? -order : order
  }
}
