public import LarderCore
public import Observation

/// A class whose instances a store keeps.
///
/// Conformance is what the `@Model` macro writes.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype {
  /// The top of the chain of model classes that this one inherits from.
  associatedtype Root: PersistentModel = Self

  /// Materialises an object from stored values.
  init(backingData: any BackingData<Root>)

  /// The storage of the instance.
  var persistentBackingData: any BackingData<Root> { get set }

  /// A row for each stored property, in declaration order, inherited ones first.
  static var schemaMetadata: [Schema.PropertyMetadata] { get }
}

extension PersistentModel {
  public var persistentModelID: PersistentIdentifier {
    guard let identifier = persistentBackingData.persistentModelID else {
      preconditionFailure("A model's backing data has an identifier from its creation.")
    }
    return identifier
  }

  public var id: PersistentIdentifier { persistentModelID }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.persistentModelID == rhs.persistentModelID
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }
}

/// Where a model instance keeps its values.
public protocol BackingData<Model> {
  associatedtype Model: PersistentModel

  /// Makes the storage of a new object, with a temporary identifier.
  init(for modelType: Model.Type)

  var persistentModelID: PersistentIdentifier? { get set }

  /// The values by property name, in the entity plane's form; how a snapshot is taken.
  var entitySnapshot: EntitySnapshot { get }
}

/// A collection that can be the value of a to-many relationship.
public protocol RelationshipCollection {
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection
where Wrapped: Sequence, Wrapped.Element: PersistentModel {
  public typealias PersistentElement = Wrapped.Element
}
