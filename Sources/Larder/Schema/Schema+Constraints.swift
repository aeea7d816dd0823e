import LarderCore

extension Schema {
  /// What `#Unique` says: sets of properties whose values together may stand only once.
  ///
  /// Key paths are immutable; Foundation does not declare them Sendable.
  public final class Unique<T: PersistentModel>: SchemaProperty, NamedConstraints,
    @unchecked Sendable
  {
    public let constraints: [[PartialKeyPath<T>]]

    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    var uniquenessConstraints: [[AttributeName]] { constraints.map(names) }
    var indexedProperties: [[AttributeName]] { [] }
  }

  /// What `#Index` says: sets of properties by which objects are to be found fast.
  ///
  /// Key paths are immutable; Foundation does not declare them Sendable.
  public final class Index<T: PersistentModel>: SchemaProperty, NamedConstraints,
    @unchecked Sendable
  {
    public enum Types<P: PersistentModel> {
      case binary([PartialKeyPath<P>])
      case rtree([PartialKeyPath<P>])
    }

    public let indices: [Types<T>]

    public init(_ indices: Types<T>...) { self.indices = indices }

    public init(_ binaryIndices: [PartialKeyPath<T>]...) {
      indices = binaryIndices.map { .binary($0) }
    }

    var uniquenessConstraints: [[AttributeName]] { [] }

    // Stores here have trees of one dimension only, which serve a range of any of the properties.
    var indexedProperties: [[AttributeName]] {
      indices.map { index in
        switch index {
        case .binary(let keyPaths), .rtree(let keyPaths): names(keyPaths)
        }
      }
    }
  }
}

private func names<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>]) -> [AttributeName] {
  keyPaths.compactMap { keyPath in
    T.schemaMetadata.first { $0.keypath == keyPath }.map { AttributeName($0.name) }
  }
}
