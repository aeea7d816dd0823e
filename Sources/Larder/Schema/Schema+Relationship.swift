public import LarderCore

extension Schema {
  /// A link of an entity to others; without name and type, what `@Relationship` says of one.
  ///
  /// The values are set before it becomes part of a schema, and not changed after.
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible,
    @unchecked Sendable
  {
    public typealias DeleteRule = EntitySchema.DeleteRule

    public var name = ""
    public var options: [Option]

    /// The property of the model class; nil where the schema was not made from classes.
    public var keypath: AnyKeyPath?

    /// A model class, an optional of one, or an array; of a schema that was read, of identifiers.
    public var valueType: any Any.Type = Never.self

    /// The name of the entity that it leads to.
    public var destination = ""
    public var deleteRule: DeleteRule

    /// Zero and nil both set no limit.
    public var minimumModelCount: Int?
    public var maximumModelCount: Int?
    public var hashModifier: String?

    /// The property that mirrors this one, as it was named; nil where none was.
    public var inverseKeyPath: AnyKeyPath?
    private var knownInverseName: String?
    private var formerName: String?
    private var isOrdered = false

    /// Without an inverse it is found from the other side, or does not exist.
    public init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath? = nil,
      hashModifier: String? = nil
    ) {
      self.options = options
      self.deleteRule = deleteRule
      self.minimumModelCount = minimumModelCount
      self.maximumModelCount = maximumModelCount
      self.hashModifier = hashModifier
      formerName = originalName
      inverseKeyPath = inverse
    }

    /// The relationship that a row of a model's metadata declares; `nil` for an attribute.
    init?(_ row: PropertyMetadata) {
      let kind = ModelTable.Kind(row.valueType)
      let marker = row.metadata as? Relationship
      switch kind {
      case .attribute: return nil
      case .toOne(let model), .toMany(let model): destination = Schema.name(of: model)
      }
      name = row.name
      options = marker?.options ?? []
      keypath = row.keypath
      valueType = row.valueType
      deleteRule = marker?.deleteRule ?? .nullify
      minimumModelCount = marker.map(\.minimumModelCount) ?? 0
      maximumModelCount = marker.map(\.maximumModelCount) ?? 0
      hashModifier = marker?.hashModifier
      inverseKeyPath = marker?.inverseKeyPath
      formerName = marker?.formerName
    }

    init(_ coded: CodedRelationship) {
      let lowered = coded.lowered
      name = lowered.name.rawValue
      options = coded.options
      valueType =
        lowered.isToMany
        ? [PersistentIdentifier].self
        : lowered.isOptional ? PersistentIdentifier?.self : PersistentIdentifier.self
      destination = lowered.destination.rawValue
      deleteRule = lowered.deleteRule
      minimumModelCount = lowered.minimumCount ?? 0
      maximumModelCount = lowered.maximumCount ?? 0
      hashModifier = coded.hashModifier
      knownInverseName = lowered.inverse?.rawValue
      formerName = lowered.originalName?.rawValue
      isOrdered = lowered.isOrdered
    }

    public convenience init(from decoder: any Decoder) throws {
      self.init(try CodedRelationship(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
      try CodedRelationship(self).encode(to: encoder)
    }

    public var originalName: String {
      get { formerName ?? name }
      set { formerName = newValue == name ? nil : newValue }
    }

    /// The property that mirrors this one, named or found from the other side; nil where there is none.
    public var inverseName: String? {
      get { knownInverseName ?? namedInverse }
      set { knownInverseName = newValue }
    }

    private var namedInverse: String? {
      guard let inverseKeyPath,
        let type = type(of: inverseKeyPath).rootType as? any PersistentModel.Type
      else { return nil }
      return ModelTable.table(of: type).name(of: inverseKeyPath)?.rawValue
    }

    public var isAttribute: Bool { false }
    public var isRelationship: Bool { true }
    public var isTransient: Bool { false }
    public var isUnique: Bool { options.contains(.unique) }
    public var isToOneRelationship: Bool { !isToMany }

    public var isOptional: Bool { isToMany || valueType is any OptionalType.Type }

    private var isToMany: Bool {
      valueType is any RelationshipCollection.Type || valueType is any ElementCollection.Type
    }

    public var debugDescription: String { "\(name): \(valueType)" }

    public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
      lhs === rhs
        || lhs.lowered == rhs.lowered && lhs.options == rhs.options
          && lhs.hashModifier == rhs.hashModifier
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The entity plane's form.
    var lowered: EntitySchema.Relationship {
      EntitySchema.Relationship(
        name: AttributeName(name), destination: EntityName(destination), isToMany: isToMany,
        isOptional: isOptional, isOrdered: isOrdered,
        inverse: inverseName.map { AttributeName($0) }, deleteRule: deleteRule,
        minimumCount: minimumModelCount.flatMap { $0 > 0 ? $0 : nil },
        maximumCount: maximumModelCount.flatMap { $0 > 0 ? $0 : nil },
        originalName: formerName.map { AttributeName($0) })
    }

    /// What a relationship is besides its destination.
    public struct Option: Hashable, Sendable, Codable {
      let name: String

      /// An object is the destination of one other at most.
      public static let unique = Option(name: "unique")
    }
  }
}
