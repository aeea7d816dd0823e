import Foundation
public import LarderCore
import LarderStore

extension ModelContext {
  /// The models that match, in order.
  ///
  /// - Throws: ``PersistenceError`` as the store does.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let plan = ModelFetchPlan(descriptor, schema: container.schema)
    let found = try found(plan)
    let prefetched = plan.prefetchedRelationships
    if !prefetched.isEmpty {
      try engine.prefetch(prefetched, of: found.snapshots.map(\.identifier))
    }
    let isPartial = plan.entityDescriptor.propertiesToFetch != nil
    let models = found.snapshots.compactMap { snapshot in
      model(of: snapshot, isStored: !descriptor.includePendingChanges, isPartial: isPartial) as? T
    }
    return found.isFinished ? models : try plan.finish(models)
  }

  /// The number of models that match, after offset and limit.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let plan = ModelFetchPlan(descriptor, schema: container.schema)
    if let foreign = try askableStore(plan) {
      return try foreign.fetchCount(plan.descriptor) ?? fetch(descriptor).count
    }
    guard plan.isWhole else { return try fetch(descriptor).count }
    try container.noticeOthers(in: container.store(for: plan.entityDescriptor.entity))
    let query = EntityQuery(descriptor: plan.entityDescriptor, output: .count)
    guard case .count(let count) = try run(query, plan) else { return 0 }
    return count
  }

  /// The identifiers of the models that match, in order.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let plan = ModelFetchPlan(descriptor, schema: container.schema)
    if let foreign = try askableStore(plan) {
      return try foreign.fetchIdentifiers(plan.descriptor)
        ?? fetch(descriptor).map(\.persistentModelID)
    }
    guard plan.isWhole else { return try fetch(descriptor).map(\.persistentModelID) }
    return try found(plan).snapshots.map(\.identifier)
  }

  /// Hands the models that match to a block, some at a time, so that they need not all be in memory.
  ///
  /// - Throws: ``SwiftDataError/modelValidationFailure`` where the block leaves changes behind that
  ///   `allowEscapingMutations` does not allow; what the block throws.
  public func enumerate<T: PersistentModel>(
    _ fetch: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
    block: (_ model: T) throws -> Void
  ) throws {
    let hadChanges = hasChanges
    let identifiers = try fetchIdentifiers(fetch)
    for start in stride(from: 0, to: identifiers.count, by: max(1, batchSize)) {
      let batch = identifiers[start..<min(start + max(1, batchSize), identifiers.count)]
      for model in try models(Array(batch), as: T.self) { try block(model) }
    }
    if !allowEscapingMutations, !hadChanges, hasChanges {
      throw SwiftDataError.modelValidationFailure.saying(
        "the block left changes behind, which allowEscapingMutations does not allow")
    }
  }

  /// Models by identifier, read at once; those that are gone are left out.
  func models<T: PersistentModel>(
    _ identifiers: [PersistentIdentifier], as type: T.Type
  ) throws -> [T] { try places(identifiers, as: type).compactMap(\.self) }

  /// A model for each identifier; `nil` for one that is gone.
  func places<T: PersistentModel>(
    _ identifiers: [PersistentIdentifier], as type: T.Type
  ) throws -> [T?] {
    let entity = EntityName(Schema.name(of: type))
    let keys = AttributeValue.array(identifiers.map { .identifier($0) })
    let descriptor = EntityFetchDescriptor(
      entity: entity, predicate: .membership(.path(AttributePath()), in: .value(keys)))
    var found: [PersistentIdentifier: T] = [:]
    try engine.enumerate(descriptor, in: container.store(for: entity).name) { snapshot in
      found[snapshot.identifier] = model(of: snapshot) as? T
      return true
    }
    return identifiers.map { found[$0] }
  }

  /// What a store finds, and whether nothing is left to be done with it.
  private func found<T: PersistentModel>(
    _ plan: ModelFetchPlan<T>
  ) throws -> (snapshots: [EntitySnapshot], isFinished: Bool) {
    let contained = try container.store(for: plan.entityDescriptor.entity)
    try container.noticeOthers(in: contained)
    if let foreign = try askableStore(plan), let answer = try foreign.fetch(plan.descriptor) {
      try engine.register(answer.related + answer.found, in: contained.name)
      if isRight(answer.found, plan) {
        return (Array(answer.found.prefix(plan.descriptor.fetchLimit ?? .max)), true)
      }
    }
    guard
      case .objects(let snapshots) = try run(EntityQuery(descriptor: plan.entityDescriptor), plan)
    else { return ([], true) }
    return (snapshots, plan.isWhole)
  }

  /// Whether what a store of one's own found is what was asked for, as far as it can be seen.
  ///
  /// One that minds neither condition nor order, and does not say so, is asked for everything.
  private func isRight<T: PersistentModel>(
    _ snapshots: [EntitySnapshot], _ plan: ModelFetchPlan<T>
  ) -> Bool {
    let descriptor = plan.descriptor
    // Whoever does not mind the limit did not mind the offset.
    let isLimited = snapshots.count <= descriptor.fetchLimit ?? .max
    guard isLimited || descriptor.fetchOffset ?? 0 == 0 else { return false }
    guard descriptor.predicate != nil || !descriptor.sortBy.isEmpty else { return true }
    let isStored = !descriptor.includePendingChanges
    let models = snapshots.compactMap { model(of: $0, isStored: isStored) as? T }
    return plan.isMet(by: models)
  }

  /// Asks the engine, or past it where pending changes do not count.
  private func run<T: PersistentModel>(
    _ query: EntityQuery, _ plan: ModelFetchPlan<T>
  ) throws -> QueryResult {
    let contained = try container.store(for: plan.entityDescriptor.entity)
    // A store of one's own that is asked here has said no already, or is not asked for its conditions.
    let foreign = core.foreignStores[contained.name]
    foreign?.prefersMemory = try askableStore(plan) != nil
    defer { foreign?.prefersMemory = false }
    if plan.descriptor.includePendingChanges { return try engine.run(query, in: contained.name) }
    let store: any EntityStore = foreign ?? contained.store
    return try store.run(query, environment: .standard)
  }

  /// The store of one's own that is to be asked as it stands, as there are no changes to lay over it.
  private func askableStore<T: PersistentModel>(
    _ plan: ModelFetchPlan<T>
  ) throws -> (any ForeignStore)? {
    let contained = try container.store(for: plan.entityDescriptor.entity)
    guard let foreign = core.foreignStores[contained.name] else { return nil }
    let isQuiet =
      !plan.descriptor.includePendingChanges || !engine.hasChanges(in: contained.name)
    return isQuiet ? foreign : nil
  }
}
