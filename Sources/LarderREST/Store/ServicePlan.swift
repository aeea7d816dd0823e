import HTTPTransport
import JSONTree
import LarderCore
import LarderStore

/// A fetch split into what the service is asked and what the store does with the rows.
struct ServicePlan {
  let entity: ServiceEntity

  /// Conditions that the service applies.
  var sent: [CompiledCondition] = []

  /// What every row is checked for, each with what the service was asked of it.
  var checks: [Check] = []

  /// The order goes to the service together with limit and offset.
  var pushesOrder = false
  var pushesLimit = false

  /// Limit and offset are parameters, so that the service ends the list itself.
  var cutsAtService = false

  /// Attributes of the pushed order by which the service was not yet seen to sort.
  var unproven: [AttributeName] = []

  /// Of the list's address, without the page.
  var parameters: [QueryParameter] = []

  /// The conditions as the tree of a POST's body; `nil` for a dialect that has none, or no condition.
  var body: JSONNode?

  /// Related objects are asked to come along.
  var includesOthers = false

  /// Why some condition or order stays behind, for people.
  var notes: [String] = []

  /// A condition on the row itself.
  struct Check {
    var evaluator: PredicateEvaluator

    /// What makes up the condition at the service, where it should leave out every other row.
    var exactKeys: Set<ConditionKey>?
  }
}

/// Makes the plans of one store.
struct ServicePlanner {
  let client: ServiceClient
  let model: ServiceModel
  let memory: PushDownMemory

  /// Addresses longer than this are cut by some servers.
  static let urlLimit = 2000

  private var dialect: Dialect { client.dialect }

  func plan(_ descriptor: EntityFetchDescriptor) throws -> ServicePlan {
    let entity = try model.entity(descriptor.entity)
    var plan = ServicePlan(entity: entity)
    var sent: [(condition: CompiledCondition, check: Int?)] = []
    var isExact = true
    for conjunct in descriptor.predicate?.conjuncts ?? [] {
      let compiled = compile(conjunct, entity)
      let evaluator = try? PredicateEvaluator(
        conjunct, entity: entity.name, schema: model.schema, environment: .standard)
      var check: Int?
      if let evaluator, !evaluator.readsOtherObjects {
        check = plan.checks.count
        plan.checks.append(ServicePlan.Check(evaluator: evaluator))
      }
      switch compiled {
      case .success(let condition):
        sent.append((condition, check))
        if condition.supersetReason != nil { isExact = false }
      case .failure(let refusal):
        isExact = false
        plan.notes.append(refusal.reason)
      }
    }
    let filter = encode(&sent, &plan)
    isExact = isExact && filter.isSent.allSatisfy(\.self)
    for (index, item) in sent.enumerated() where filter.isSent[index] {
      plan.sent.append(item.condition)
      if let check = item.check, item.condition.supersetReason == nil {
        plan.checks[check].exactKeys = item.condition.keys
      }
    }
    addOrder(of: descriptor, isExact: isExact, &plan)
    plan.parameters += filter.parameters
    plan.body = filter.body
    plan.parameters += fields(of: descriptor, entity)
    addInclusion(of: descriptor, &plan)
    return plan
  }

  func compile(
    _ predicate: EntityPredicate, _ entity: ServiceEntity
  ) -> Result<CompiledCondition, Refusal> {
    do throws(Refusal) {
      return .success(
        try ConditionCompiler.compile(
          predicate, dialect: dialect, model: model, entity: entity,
          refused: memory.refusedConditions(of: entity.name)))
    } catch { return .failure(error) }
  }

  /// The filter, without the longest conditions where the address would be too long.
  private func encode(
    _ sent: inout [(condition: CompiledCondition, check: Int?)], _ plan: inout ServicePlan
  ) -> EncodedFilter {
    guard let form = dialect.filter else { return EncodedFilter() }
    let encoder = FilterEncoder(form)
    var dropped: Set<Int> = []
    while true {
      let kept = sent.indices.filter { !dropped.contains($0) }
      let filter = encoder.encode(kept.map { sent[$0].condition.condition })
      guard filter.parameters.queryText.utf8.count > Self.urlLimit else {
        var isSent = [Bool](repeating: false, count: sent.count)
        for (place, index) in kept.enumerated() { isSent[index] = filter.isSent[place] }
        return EncodedFilter(parameters: filter.parameters, body: filter.body, isSent: isSent)
      }
      let lengths = kept.map { index in
        encoder.encode([sent[index].condition.condition]).parameters.queryText.utf8.count
      }
      guard let longest = lengths.indices.max(by: { lengths[$0] < lengths[$1] }) else {
        return EncodedFilter(isSent: sent.map { _ in false })
      }
      dropped.insert(kept[longest])
      plan.notes.append("a condition is too long for an address")
    }
  }

  private func addOrder(
    of descriptor: EntityFetchDescriptor, isExact: Bool, _ plan: inout ServicePlan
  ) {
    let isBounded = descriptor.fetchLimit != nil || descriptor.fetchOffset != nil
    let order = orderRefusal(descriptor.sortDescriptors, plan.entity)
    let isSorted = descriptor.sortDescriptors.isEmpty || order == nil
    if let order, !descriptor.sortDescriptors.isEmpty { plan.notes.append(order) }
    plan.pushesLimit = isBounded && isExact && isSorted && keyOrder(plan.entity) != nil
    plan.pushesOrder = plan.pushesLimit && !descriptor.sortDescriptors.isEmpty
    if plan.pushesOrder {
      plan.unproven = descriptor.sortDescriptors.compactMap { step in
        guard case .path(let path) = step.expression, let name = path.names.first else {
          return nil
        }
        return memory.provesOrder(of: plan.entity.name, by: name) ? nil : name
      }
    }
    if let sort = dialect.sort, let key = keyOrder(plan.entity) {
      let steps = plan.pushesOrder ? descriptor.sortDescriptors : []
      let spelled = steps.compactMap { spelling($0, plan.entity, sort) }
      let names = (spelled + [key]).joined(separator: sort.separator)
      plan.parameters.append(QueryParameter(sort.parameter, names))
    }
    plan.cutsAtService =
      plan.pushesLimit && dialect.paging.limit != nil && !memory.refuses(limitOf: plan.entity.name)
    guard plan.cutsAtService else { return }
    if let name = dialect.paging.limit, let limit = descriptor.fetchLimit {
      plan.parameters.append(QueryParameter(name, String(max(0, limit))))
    }
    if let name = dialect.paging.offset, let offset = descriptor.fetchOffset, offset > 0 {
      plan.parameters.append(QueryParameter(name, String(offset)))
    }
  }

  /// The key as the last step of an order; `nil` where the service does not sort by it.
  func keyOrder(_ entity: ServiceEntity) -> String? {
    guard let sort = dialect.sort, entity.keys.count == 1, let key = entity.keys.first,
      !memory.refuses(orderOf: entity.name)
    else { return nil }
    return sort.ascending.filled(["path": key.wireName])
  }

  func spelling(
    _ step: EntitySortDescriptor, _ entity: ServiceEntity, _ sort: SortForm
  ) -> String? {
    guard case .path(let path) = step.expression, let name = path.names.first,
      let attribute = entity.attribute(name)
    else { return nil }
    return (step.order == .forward ? sort.ascending : sort.descending).filled([
      "path": attribute.wireName
    ])
  }

  /// The attributes that rows must hold, where the service lets them be chosen.
  private func fields(
    of descriptor: EntityFetchDescriptor, _ entity: ServiceEntity
  ) -> [QueryParameter] {
    var parameters: [QueryParameter] = []
    let wanted = descriptor.propertiesToFetch.map { names in
      Set(names).union(PropertyUse.names(in: descriptor, schema: model.schema))
    }
    func isWanted(_ name: AttributeName) -> Bool { wanted?.contains(name) ?? true }
    var names = entity.keys.map(\.wireName)
    for attribute in entity.attributes
    where isWanted(attribute.attribute.name) && !names.contains(attribute.wireName) {
      names.append(attribute.wireName)
    }
    var expanded: [String] = []
    for link in entity.relationships where isWanted(link.relationship.name) {
      switch link.link {
      case .expanded(let name):
        // What is to many comes through its inverse, where there is one.
        if link.relationship.isToMany, link.relationship.inverse != nil { continue }
        expanded.append(
          dialect.expansion?.keyOnly?.filled([
            "path": name, "key": link.keyNames.joined(separator: ","),
          ]) ?? name)
      case .keys(let name), .linkage(let name):
        if !names.contains(name) { names.append(name) }
      case .inverse: break
      }
    }
    if wanted != nil, let form = dialect.fields {
      if dialect.identifier.isOutside {
        names.removeAll { entity.keys.map(\.wireName).contains($0) }
      }
      let parameter = form.parameter.filled(["type": entity.collection])
      parameters.append(QueryParameter(parameter, names.joined(separator: form.separator)))
    }
    if let expansion = dialect.expansion, !expanded.isEmpty {
      parameters.append(QueryParameter(expansion.parameter, expanded.joined(separator: ",")))
    }
    return parameters
  }
}

extension ServicePlanner {
  /// Asks for the objects that prefetched relationships lead to, where the service puts them beside the rows.
  private func addInclusion(of descriptor: EntityFetchDescriptor, _ plan: inout ServicePlan) {
    guard let form = dialect.expansion, dialect.envelope.included != nil,
      !memory.refuses(inclusionOf: plan.entity.name)
    else { return }
    let names = descriptor.prefetchedRelationships.compactMap { path -> String? in
      guard let name = path.names.first, let link = plan.entity.relationship(name),
        case .linkage(let member) = link.link
      else { return nil }
      return member
    }
    guard !names.isEmpty else { return }
    plan.includesOthers = true
    plan.parameters.append(QueryParameter(form.parameter, names.joined(separator: ",")))
  }

  /// Why the service cannot sort in an order; `nil` where it can.
  func orderRefusal(_ order: [EntitySortDescriptor], _ entity: ServiceEntity) -> String? {
    guard let sort = dialect.sort else { return "the service does not sort" }
    if memory.refuses(orderOf: entity.name) { return "the service did not sort as asked" }
    guard entity.keys.count == 1, let key = entity.keys.first else {
      return "the key that breaks ties has several parts"
    }
    if key.type != .integer, dialect.identifier.textOrder == .unknown {
      return "ties are broken by the key, and how the service orders texts is unknown"
    }
    for step in order {
      guard step.comparator == .standard, step.nils == nil, case .path(let path) = step.expression,
        path.level == 0, path.names.count == 1, let name = path.names.first,
        let attribute = entity.attribute(name), !attribute.isOpaque
      else { return "the service sorts only by attributes" }
      if memory.refuses(orderOf: entity.name, by: name) {
        return "the service was not seen to sort by `\(name)`"
      }
      if attribute.wireName == key.wireName {
        guard attribute.attribute.type == key.type else {
          return "the service orders its keys as \(key.type == .text ? "texts" : "numbers")"
        }
        continue
      }
      guard let kind = Self.kind(attribute), sort.kinds.contains(kind) else {
        return "the service orders such values by rules of its own"
      }
      if attribute.attribute.isOptional, sort.nulls != .first {
        return "where the service puts null is unknown"
      }
    }
    return nil
  }

  private static func kind(_ attribute: ServiceEntity.Attribute) -> LiteralKind? {
    switch attribute.attribute.type {
    case .integer, .real, .decimal: .number
    case .date: attribute.dates == .days ? .day : .date
    case .bool: .bool
    case .uuid: .uuid
    case .text: .text
    case .mixed, .data, .array, .composite, .enumeration: nil
    }
  }
}
