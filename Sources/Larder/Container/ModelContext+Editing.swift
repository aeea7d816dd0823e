import LarderCore
import LarderStore

extension ModelContext {
  /// Makes a model, with all that its relationships lead to, a part of this context.
  ///
  /// One that belongs to it already stays as it is. One of another context is what the next ``save()`` throws.
  public func insert<T: PersistentModel>(_ model: T) {
    if let other = model.storage.core, other !== core {
      return note(
        SwiftDataError.modelValidationFailure.saying(
          "\(model.persistentModelID) belongs to another context"))
    }
    insertGraph(of: model)
  }

  func insertGraph(of model: any PersistentModel) {
    let first = model.storage
    guard first.context == nil else { return }
    var found: [any PersistentModel] = []
    var known: Set<ObjectIdentifier> = []
    var waiting: [any PersistentModel] = [model]
    if first.links.isEmpty {
      found = waiting
      waiting = []
    }
    while let next = waiting.popLast() {
      let storage = next.storage
      guard storage.context == nil, known.insert(ObjectIdentifier(next)).inserted else { continue }
      found.append(next)
      for models in storage.links.sorted(by: { $0.key < $1.key }).map(\.value) {
        waiting += models.reversed()
      }
    }
    do {
      try insert(found)
    } catch {
      note(error)
    }
  }

  private func insert(_ models: [any PersistentModel]) throws {
    let objects = models.map { NewObject($0.storage) }
    var groups: [(store: String, objects: [NewObject])] = []
    for object in objects {
      let store = try container.store(for: object.identifier.entity).name
      if let place = groups.firstIndex(where: { $0.store == store }) {
        groups[place].objects.append(object)
      } else {
        groups.append((store, [object]))
      }
    }
    beginStep()
    for model in models { take(model) }
    for (store, objects) in groups { noteEdits(try engine.insert(objects, in: store)) }
  }

  private func take(_ model: any PersistentModel) {
    let storage = model.storage
    storage.attach(to: self)
    registry[storage.identifier] = model
    held[storage.identifier] = model
  }

  /// Deletes a model at the next save, with what the delete rules say of those around it.
  ///
  /// A delete that a rule `deny` forbids is what the next ``save()`` throws, unless what stood in its way is
  /// deleted by then.
  public func delete<T: PersistentModel>(_ model: T) { delete([model.storage.identifier]) }

  func delete(_ identifiers: [PersistentIdentifier]) {
    beginStep()
    do {
      noteEdits(try engine.delete(identifiers))
    } catch PersistenceError.Code.deleteDenied {
      deniedDeletes += identifiers
    } catch {
      note(error)
    }
  }

  /// Tries once more what a rule denied before.
  func retryDeniedDeletes() throws {
    let identifiers = deniedDeletes
    guard !identifiers.isEmpty else { return }
    noteEdits(try engine.delete(identifiers))
    deniedDeletes = []
  }

  func set(_ name: AttributeName, of storage: ModelStorage, to value: AttributeValue) {
    beginStep()
    do {
      noteEdits(try engine.set(name, of: storage.identifier, to: value), setter: (storage, name))
    } catch {
      note(error)
    }
  }

  func setDestinations(
    _ models: [any PersistentModel], of property: ModelTable.Property, from storage: ModelStorage
  ) {
    for model in models where model.storage.context == nil { insertGraph(of: model) }
    let identifiers = models.map { AttributeValue.identifier($0.storage.identifier) }
    if case .toMany = property.kind {
      set(property.name, of: storage, to: .array(identifiers))
    } else {
      set(property.name, of: storage, to: identifiers.first ?? .null)
    }
  }

  /// Takes note of what edits did: models look again, are held, and tell their observers.
  func noteEdits(
    _ edits: [ObjectEdit], setter: (storage: ModelStorage, name: AttributeName)? = nil
  ) {
    guard !edits.isEmpty else { return }
    generation += 1
    for edit in edits {
      let known = held[edit.identifier]
      guard let model = known ?? registry[edit.identifier] else { continue }
      if known == nil { held[edit.identifier] = model }
      // Of a model that goes the last values stay.
      if let seen = edit.after ?? edit.before { model.storage.see(seen, generation: generation) }
      for name in edit.changedNames
      where setter?.storage.identifier != edit.identifier || setter?.name != name {
        model.noteMutation(of: name)
      }
    }
    noteChange()
  }

  /// Tells who shows what is in the context, and sees to it that it is saved.
  func noteChange() {
    core.observers.noteChange()
    scheduleSave()
  }
}

extension NewObject {
  /// The values that a model had before it is inserted.
  init(_ storage: ModelStorage) {
    let table = storage.table
    var values: [(name: AttributeName, value: AttributeValue)] = []
    values.reserveCapacity(table.properties.count)
    for slot in table.properties.indices {
      // An empty relationship says nothing: the other end may have set it.
      guard storage.isAttribute(slot) || storage.links[slot]?.isEmpty == false,
        let value = storage.initialValue(at: slot)
      else { continue }
      values.append((table.properties[slot].name, value))
    }
    self.init(identifier: storage.identifier, values: values)
  }
}

extension ObjectEdit {
  /// The properties with another value; of an object that comes or goes those of no other.
  fileprivate var changedNames: [AttributeName] {
    guard let before, let after else { return [] }
    return after.layout.names.indices
      .filter { before.values[$0] != after.values[$0] }
      .map { after.layout.names[$0] }
  }
}
