import LarderCore

extension Schema {
  /// What `#Unique` says: sets of properties whose values together may stand only once.
  ///
  /// Key paths are immutable; Foundation does not declare them Sendable.
  public final class Unique<T: PersistentModel>: SchemaProperty, NamedConstraints,
    @unchecked Sendable
  {
    public enum CodingKeys: CodingKey { case constraints }

    public let constraints: [[PartialKeyPath<T>]]
    public var name = "#Unique"

    public init(_ constraints: [PartialKeyPath<T>]...) { self.constraints = constraints }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      constraints = try container.decode([CodedKeyPaths<T>].self, forKey: .constraints)
        .map(\.keyPaths)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(constraints.map { CodedKeyPaths(keyPaths: $0) }, forKey: .constraints)
    }

    public static func == (lhs: Unique, rhs: Unique) -> Bool {
      lhs.constraints == rhs.constraints
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }

    var uniquenessConstraints: [[AttributeName]] { constraints.map(names) }
    var indexedProperties: [[AttributeName]] { [] }
  }

  /// What `#Index` says: sets of properties by which objects are to be found fast.
  ///
  /// Key paths are immutable; Foundation does not declare them Sendable.
  public final class Index<T: PersistentModel>: SchemaProperty, NamedConstraints,
    @unchecked Sendable
  {
    public enum CodingKeys: CodingKey { case indices }

    public enum Types<P: PersistentModel>: Hashable {
      case binary([PartialKeyPath<P>])

      /// Stores here have trees of one dimension only, which serve a range of any of the properties.
      case rtree([PartialKeyPath<P>])

      fileprivate var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }

    public let indices: [Types<T>]
    public var name = "#Index"

    public init(_ indices: Types<T>...) { self.indices = indices }

    public init(_ binaryIndices: [PartialKeyPath<T>]...) {
      indices = binaryIndices.map { .binary($0) }
    }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      indices = try container.decode([Types<T>].self, forKey: .indices)
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(indices, forKey: .indices)
    }

    public static func == (lhs: Index, rhs: Index) -> Bool { lhs.indices == rhs.indices }

    public func hash(into hasher: inout Hasher) { hasher.combine(indices) }

    var uniquenessConstraints: [[AttributeName]] { [] }
    var indexedProperties: [[AttributeName]] { indices.map { names($0.keyPaths) } }
  }
}

extension Schema.Unique {
  /// There are no values: nothing is changed by setting another type.
  public var valueType: any Any.Type {
    get { Never.self }
    set {}
  }

  public var originalName: String {
    get { name }
    set { name = newValue }
  }

  public var isAttribute: Bool { false }
  public var isRelationship: Bool { false }
  public var isTransient: Bool { false }
  public var isOptional: Bool { false }
  public var isUnique: Bool { true }
}

extension Schema.Index {
  /// There are no values: nothing is changed by setting another type.
  public var valueType: any Any.Type {
    get { Never.self }
    set {}
  }

  public var originalName: String {
    get { name }
    set { name = newValue }
  }

  public var isAttribute: Bool { false }
  public var isRelationship: Bool { false }
  public var isTransient: Bool { false }
  public var isOptional: Bool { false }
  public var isUnique: Bool { false }
}

/// `{"binary": ["name"]}` or `{"rtree": ["latitude", "longitude"]}`.
extension Schema.Index.Types: Codable {
  private enum CodingKeys: CodingKey { case binary, rtree }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let binary = try container.decodeIfPresent(CodedKeyPaths<P>.self, forKey: .binary) {
      self = .binary(binary.keyPaths)
    } else {
      self = .rtree(try container.decode(CodedKeyPaths<P>.self, forKey: .rtree).keyPaths)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .binary(let keyPaths):
      try container.encode(CodedKeyPaths(keyPaths: keyPaths), forKey: .binary)
    case .rtree(let keyPaths):
      try container.encode(CodedKeyPaths(keyPaths: keyPaths), forKey: .rtree)
    }
  }
}

/// Key paths of a model as the names of its properties.
private struct CodedKeyPaths<T: PersistentModel>: Codable {
  let keyPaths: [PartialKeyPath<T>]

  init(keyPaths: [PartialKeyPath<T>]) { self.keyPaths = keyPaths }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var found: [PartialKeyPath<T>] = []
    while !container.isAtEnd {
      let name = try container.decode(String.self)
      let row = T.schemaMetadata.first { $0.name == name }
      guard let keyPath = row?.keypath as? PartialKeyPath<T> else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "\(Schema.name(of: T.self)) has no property `\(name)`")
      }
      found.append(keyPath)
    }
    keyPaths = found
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for name in names(keyPaths) { try container.encode(name.rawValue) }
  }
}

/// The names of a model's properties.
private func names<T: PersistentModel>(_ keyPaths: [PartialKeyPath<T>]) -> [AttributeName] {
  keyPaths.map { keyPath in
    guard let row = T.schemaMetadata.first(where: { $0.keypath == keyPath }) else {
      preconditionFailure(
        "#Unique and #Index name stored properties of \(Schema.name(of: T.self)); \(keyPath) is none."
      )
    }
    return AttributeName(row.name)
  }
}
