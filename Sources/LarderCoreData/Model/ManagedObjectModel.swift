import LarderCore

/// A Core Data model, as a store's model cache, a `.mom` file or an `.xcdatamodel` describes it.
struct ManagedObjectModel: Hashable, Sendable {
  /// Sorted as the framework numbers them: parents before their children, siblings and roots by name
  /// without regard to case.
  var entities: [Entity]

  /// The version identifiers, sorted; SwiftData writes the version of the schema.
  var versionIdentifiers: [String] = []

  func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  struct Entity: Hashable, Sendable {
    var name: String

    /// `nil` where the model does not tell.
    var className: String?
    var superentity: String?
    var isAbstract = false

    /// The entity's own properties, in the byte order of their names; inherited ones left out.
    var properties: [Property] = []
    var uniquenessConstraints: [[String]] = []
    var indices: [FetchIndex] = []
    var renamingIdentifier: String?
    var userInfo: [String: String] = [:]
  }

  enum Property: Hashable, Sendable {
    case attribute(Attribute)
    case composite(Composite)
    case relationship(Relationship)

    var name: String {
      switch self {
      case .attribute(let attribute): attribute.name
      case .composite(let composite): composite.name
      case .relationship(let relationship): relationship.name
      }
    }
  }

  struct Attribute: Hashable, Sendable {
    var name: String
    var type: AttributeType
    var isOptional = false
    var isTransient = false

    /// Computed from other properties by the store.
    var isDerived = false

    /// Large values may stand in files of their own.
    var allowsExternalStorage = false

    /// The history keeps the value of a deleted object.
    var isPreservedOnDeletion = false

    /// As stored: a date as seconds since 2001, a transformable as its bytes; `nil` when there is none.
    var defaultValue: AttributeValue?

    /// Of a transformable, such as `Array<String>`; `nil` where the model does not tell.
    var valueClassName: String?
    var valueTransformerName: String?
    var renamingIdentifier: String?
    var userInfo: [String: String] = [:]
  }

  /// A Swift struct or enum that is stored a column a leaf.
  struct Composite: Hashable, Sendable {
    var name: String
    var isOptional = false

    /// Attributes and composites, in the model's order.
    var elements: [Property]
    var renamingIdentifier: String?
    var userInfo: [String: String] = [:]

    /// The cases of an enum without raw values, each a leaf of its own; `nil` for anything else.
    var enumerationCases: [String]?

    /// An enum that is stored by its raw value, in one leaf of the composite's name.
    var isRawValueEnumeration = false
  }

  struct Relationship: Hashable, Sendable {
    var name: String
    var destination: String
    var inverse: String?
    var isOptional = false
    var isTransient = false
    var isOrdered = false
    var deleteRule: EntitySchema.DeleteRule = .nullify
    var minimumCount: Int = 0

    /// 1 for a to-one relationship, 0 for one without limit.
    var maximumCount: Int = 0
    var renamingIdentifier: String?
    var userInfo: [String: String] = [:]

    var isToMany: Bool { maximumCount != 1 }
  }

  struct FetchIndex: Hashable, Sendable {
    var name: String
    var properties: [String]
  }

  /// The raw values are the numbers that archives hold.
  enum AttributeType: Int, Hashable, Sendable, CaseIterable {
    case undefined = 0
    case integer16 = 100
    case integer32 = 200
    case integer64 = 300
    case decimal = 400
    case double = 500
    case float = 600
    case string = 700
    case boolean = 800
    case date = 900
    case binaryData = 1000
    case uuid = 1100
    case uri = 1200
    case transformable = 1800
    case objectID = 2000
  }
}
