import LarderCore
import Observation

/// What the accessors that `@Model` writes tell observers.
extension PersistentModel {
  public func noteAccess<Value>(to keyPath: KeyPath<Self, Value>) {
    modelObservationRegistrar?.access(self, keyPath: keyPath)
  }

  public func mutating<Value>(_ keyPath: KeyPath<Self, Value>, _ mutation: () -> Void) {
    guard let modelObservationRegistrar else { return mutation() }
    modelObservationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
  }
}

extension PersistentModel {
  /// Tells observers of a property that it has changed.
  func noteMutation(of name: AttributeName) {
    guard let registrar = modelObservationRegistrar, let slot = storage.table.slot(of: name) else {
      return
    }
    let keyPath = storage.table.properties[slot].keyPath
    let keyPathType = type(of: keyPath)
    guard let root = keyPathType.rootType as? any PersistentModel.Type else { return }
    notify(registrar, keyPath, root: root, value: keyPathType.valueType)
  }

  private func notify<Subject: PersistentModel, Value>(
    _ registrar: ObservationRegistrar, _ keyPath: AnyKeyPath, root: Subject.Type,
    value: Value.Type
  ) {
    guard let subject = self as? Subject, let keyPath = keyPath as? KeyPath<Subject, Value> else {
      return
    }
    registrar.withMutation(of: subject, keyPath: keyPath) {}
  }
}
