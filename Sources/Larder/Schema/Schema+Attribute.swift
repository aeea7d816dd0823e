import LarderCore

extension Schema {
  /// A value property of an entity; without name and type, what `@Attribute` says of one.
  ///
  /// The values are set before it becomes part of a schema, and not changed after.
  public class Attribute: SchemaProperty, CustomDebugStringConvertible, @unchecked Sendable {
    public var name: String
    public var options: [Option]

    /// Tells versions of a property apart whose declaration is the same.
    public var hashModifier: String?

    /// What an object has that says nothing else; nil where there is no default.
    public var defaultValue: Any?

    /// The property of the model class; nil where the schema was not made from classes.
    public var keypath: AnyKeyPath?

    /// Of a schema that was read the Swift type that values of the stored type have.
    public var valueType: any Any.Type {
      didSet { storedType = Self.storedType(of: valueType, options) }
    }

    var storedType: EntitySchema.AttributeType
    private var formerName: String?

    public var originalName: String {
      get { formerName ?? name }
      set { formerName = newValue == name ? nil : newValue }
    }

    /// What a property is marked with.
    public required init(
      _ options: Option..., originalName: String? = nil, hashModifier: String? = nil
    ) {
      name = ""
      self.options = options
      self.hashModifier = hashModifier
      formerName = originalName
      valueType = Never.self
      storedType = .mixed
    }

    /// Makes an attribute that no class declares.
    public required init(
      name: String, originalName: String? = nil, options: [Option] = [],
      valueType: any Any.Type, defaultValue: Any? = nil, hashModifier: String? = nil
    ) {
      self.name = name
      self.options = options
      self.valueType = valueType
      self.defaultValue = defaultValue
      self.hashModifier = hashModifier
      formerName = originalName == name ? nil : originalName
      storedType = Self.storedType(of: valueType, options)
    }

    /// The type in a store; the form of an opaque value is its own affair.
    private static func storedType(
      of valueType: any Any.Type, _ options: [Option]
    ) -> EntitySchema.AttributeType {
      if options.contains(where: \.isOpaque) { return .mixed }
      let wrapped = (valueType as? any OptionalType.Type)?.wrappedType
      return EntitySchema.AttributeType(lowering: wrapped ?? valueType)
    }

    public required init(from decoder: any Decoder) throws {
      let coded = try CodedAttribute(from: decoder)
      name = coded.lowered.name.rawValue
      options = coded.options
      hashModifier = coded.hashModifier
      formerName = coded.lowered.originalName?.rawValue
      storedType = coded.lowered.type
      valueType = storedType.swiftType(isOptional: coded.lowered.isOptional)
      defaultValue = coded.lowered.defaultValue?.swiftValue
    }

    public func encode(to encoder: any Encoder) throws {
      try CodedAttribute(self).encode(to: encoder)
    }

    public var isAttribute: Bool { true }
    public var isRelationship: Bool { false }
    public var isUnique: Bool { options.contains(.unique) }
    public var isTransient: Bool { options.contains(.ephemeral) }
    public var isOptional: Bool { valueType is any OptionalType.Type }

    /// Whether the value was to go through a transformer; here it goes by its Codable form.
    public var isTransformable: Bool { options.contains(where: \.isTransformable) }

    /// Whether the value is kept in its Codable form as a whole, opaque to conditions and orders.
    public var isCodable: Bool { options.contains(.codable) }

    public var debugDescription: String { "\(name): \(valueType)" }

    public static func == (lhs: Attribute, rhs: Attribute) -> Bool {
      lhs === rhs
        || lhs.lowered == rhs.lowered && lhs.options == rhs.options
          && lhs.hashModifier == rhs.hashModifier
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The entity plane's form.
    var lowered: EntitySchema.Attribute {
      EntitySchema.Attribute(
        name: AttributeName(name), type: storedType, isOptional: isOptional, isUnique: isUnique,
        isTransient: isTransient,
        defaultValue: defaultValue.flatMap(AttributeValue.init(lowering:)),
        originalName: formerName.map { AttributeName($0) },
        isPreservedOnDeletion: options.contains(.preserveValueOnDeletion))
    }
  }

  /// An attribute whose value has members: a Codable struct.
  public final class CompositeAttribute: Attribute, @unchecked Sendable {
    /// The members, by their names in the coded form.
    public var properties: [Attribute] {
      get {
        guard case .composite(let members) = storedType else { return [] }
        return members.map { Attribute.attribute(of: CodedAttribute($0)) }
      }
      set { storedType = .composite(newValue.map(\.lowered)) }
    }
  }
}

extension Schema.Attribute {
  /// The attribute that a row of a model's metadata declares.
  static func attribute(of row: Schema.PropertyMetadata) -> Schema.Attribute {
    let marker = row.metadata as? Schema.Attribute
    let attribute = make(
      Schema.Attribute(
        name: row.name, originalName: marker?.formerName, options: marker?.options ?? [],
        valueType: row.valueType, defaultValue: row.defaultValue,
        hashModifier: marker?.hashModifier))
    attribute.keypath = row.keypath
    return attribute
  }

  /// The attribute that a coded one stands for.
  static func attribute(of coded: CodedAttribute) -> Schema.Attribute {
    let lowered = coded.lowered
    let attribute = Schema.Attribute(
      name: lowered.name.rawValue, originalName: lowered.originalName?.rawValue,
      options: coded.options,
      valueType: lowered.type.swiftType(isOptional: lowered.isOptional),
      defaultValue: lowered.defaultValue?.swiftValue, hashModifier: coded.hashModifier)
    attribute.storedType = lowered.type
    return make(attribute)
  }

  /// The same attribute, of the class for its type.
  private static func make(_ plain: Schema.Attribute) -> Schema.Attribute {
    guard case .composite = plain.storedType else { return plain }
    let composite = Schema.CompositeAttribute(
      name: plain.name, originalName: plain.formerName, options: plain.options,
      valueType: plain.valueType, defaultValue: plain.defaultValue,
      hashModifier: plain.hashModifier)
    composite.storedType = plain.storedType
    return composite
  }
}
