import Foundation
public import LarderCore
import LarderStore

extension ModelContext {
  /// The models that match, in order.
  ///
  /// - Throws: ``PersistenceError`` as the store does.
  public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
    let plan = ModelFetchPlan(descriptor, schema: container.schema)
    let snapshots = try snapshots(plan)
    let models = snapshots.compactMap { model(of: $0) as? T }
    return try plan.finish(models)
  }

  /// The number of models that match, after offset and limit.
  public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
    let plan = ModelFetchPlan(descriptor, schema: container.schema)
    guard plan.isWhole, descriptor.includePendingChanges else {
      return try fetch(descriptor).count
    }
    let query = EntityQuery(descriptor: plan.entityDescriptor, output: .count)
    guard case .count(let count) = try engine.run(query, in: storeName(of: T.self)) else {
      return 0
    }
    return count
  }

  /// The identifiers of the models that match, in order.
  public func fetchIdentifiers<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>
  ) throws -> [PersistentIdentifier] {
    let plan = ModelFetchPlan(descriptor, schema: container.schema)
    guard plan.isWhole else { return try fetch(descriptor).map(\.persistentModelID) }
    return try snapshots(plan).map(\.identifier)
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

  private func snapshots<T: PersistentModel>(_ plan: ModelFetchPlan<T>) throws -> [EntitySnapshot] {
    guard plan.descriptor.includePendingChanges else {
      return try container.store(for: plan.entityDescriptor.entity).store.fetch(
        plan.entityDescriptor, environment: .standard)
    }
    let query = EntityQuery(descriptor: plan.entityDescriptor)
    guard case .objects(let snapshots) = try engine.run(query, in: storeName(of: T.self)) else {
      return []
    }
    return snapshots
  }

  private func storeName<T: PersistentModel>(of type: T.Type) throws -> String {
    try container.store(for: EntityName(Schema.name(of: type))).name
  }

  /// Deletes every object of an entity, at the next save.
  func deleteAll(of entity: EntityName) throws {
    let query = EntityQuery(descriptor: EntityFetchDescriptor(entity: entity))
    let store = try container.store(for: entity).name
    guard case .objects(let snapshots) = try engine.run(query, in: store) else { return }
    noteEdits(try engine.delete(snapshots.map(\.identifier)))
  }
}
