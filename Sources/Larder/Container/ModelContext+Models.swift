public import LarderCore
import LarderStore

extension ModelContext {
  /// The object of an identifier: the instance that the context has, or one made now.
  ///
  /// One whose object does not exist has empty values, and reading them is what the next ``save()`` throws. For an
  /// entity that the container's schema does not have it is an object of a class without properties.
  public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
    let identifier = engine.permanentIdentifier(for: persistentModelID)
    return registry[identifier] ?? materialise(identifier, nil)
      ?? UnknownModel.stub(for: identifier)
  }

  /// The instance of an object that the context has already; nil where it has none.
  public func registeredModel<T: PersistentModel>(
    for persistentModelID: PersistentIdentifier
  ) -> T? {
    registry[engine.permanentIdentifier(for: persistentModelID)] as? T
  }

  /// The object of an identifier, read where it must be; `nil` where it is of another class or gone.
  func existingModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
    let identifier = engine.permanentIdentifier(for: persistentModelID)
    if let model = registry[identifier] { return model as? T }
    return snapshot(for: identifier).flatMap { model(of: $0) as? T }
  }

  /// The one instance of an object, with the values that were just read.
  ///
  /// Values as they are stored do not hide those of a pending change, nor some values all of them.
  func model(
    of snapshot: EntitySnapshot, isStored: Bool = false, isPartial: Bool = false
  ) -> (any PersistentModel)? {
    let isHidden = isStored && engine.pendingChange(of: snapshot.identifier) != nil
    guard let model = registry[snapshot.identifier] else {
      return materialise(snapshot.identifier, isHidden ? nil : snapshot, isPartial: isPartial)
    }
    if !isHidden, !isPartial { model.storage.see(snapshot, generation: generation) }
    return model
  }

  /// Makes an instance; `nil` for an entity that the schema does not have.
  func materialise(
    _ identifier: PersistentIdentifier, _ snapshot: EntitySnapshot?, isPartial: Bool = false
  ) -> (any PersistentModel)? {
    guard let table = table(of: identifier.entity) else { return nil }
    let storage = ModelStorage(table, identifier, in: self)
    if let snapshot { storage.see(snapshot, generation: generation, isPartial: isPartial) }
    let model: any PersistentModel = table.type.instance(over: storage)
    registry[identifier] = model
    return model
  }

  private func table(of entity: EntityName) -> ModelTable? {
    if let last = core.lastTable, last.entityName == entity { return last }
    guard let type = container.schema.models[entity.rawValue] else { return nil }
    let table = ModelTable.table(of: type)
    core.lastTable = table
    return table
  }

  /// The values of an object with its pending changes; `nil` where it is gone.
  func snapshot(for identifier: PersistentIdentifier) -> EntitySnapshot? {
    do {
      return try engine.snapshot(for: identifier)
    } catch {
      note(error)
      return nil
    }
  }

  func destinations(
    of property: ModelTable.Property, from storage: ModelStorage
  ) -> [any PersistentModel] {
    do {
      // A to-one relationship stands in the values that are at hand.
      if case .toOne = property.kind, let value = storage.currentSnapshot(in: self)?[property.name]
      {
        return try value.asIdentifier.flatMap { try existingModel($0) }.map { [$0] } ?? []
      }
      return try engine.destinations(of: property.name, from: storage.identifier)
        .compactMap { registry[$0] ?? materialise($0, nil) }
    } catch {
      note(error)
      return []
    }
  }

  /// The object of a reference; `nil` where it leads nowhere.
  private func existingModel(
    _ identifier: PersistentIdentifier
  ) throws -> (any PersistentModel)? {
    if let model = registry[identifier] { return model }
    return try engine.snapshot(for: identifier).flatMap { materialise($0.identifier, $0) }
  }
}
