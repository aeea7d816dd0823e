import LarderCore

/// Finds the way that a key path over models goes.
enum ModelPaths {
  /// The path from an object, or `nil` where the key path leads to nothing that is stored.
  static func path(of keyPath: AnyKeyPath) -> AttributePath? {
    guard let type = type(of: keyPath).rootType as? any PersistentModel.Type else { return nil }
    return step(keyPath, of: type).map { AttributePath($0) }
  }

  /// The names that a key path from a model adds to a path; none for the object's own identity.
  static func step(
    _ keyPath: AnyKeyPath, of type: any PersistentModel.Type
  ) -> [AttributeName]? {
    let table = ModelTable.table(of: type)
    if let slot = table.slot(of: keyPath) { return [table.properties[slot].name] }
    return isIdentity(keyPath, of: type) ? [] : nil
  }

  private static func isIdentity<T: PersistentModel>(
    _ keyPath: AnyKeyPath, of type: T.Type
  ) -> Bool {
    // A model may have an `id` of its own, which is no identifier.
    guard Swift.type(of: keyPath).valueType == PersistentIdentifier.self else { return false }
    return keyPath == \T.persistentModelID || keyPath == \T.id
      || T.identityKeyPaths.contains(keyPath)
  }
}
