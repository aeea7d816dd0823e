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

  /// The key paths to the object's identity, of this class and of those above it.
  static var identityKeyPaths: [AnyKeyPath] { get }

  /// Who observes the instance, to be told what edits of other objects change in it; nil for nobody.
  var modelObservationRegistrar: ObservationRegistrar? { get }
}

extension PersistentModel {
  public static var identityKeyPaths: [AnyKeyPath] { [] }

  public var modelObservationRegistrar: ObservationRegistrar? { nil }

  /// Makes the storage of a new object, with a temporary identifier.
  public static func createBackingData<P: PersistentModel>() -> some BackingData<P> {
    DefaultBackingData<P>(for: P.self)
  }

  /// The object's identity: temporary, until a save replaces it by the one that the store minted.
  public var persistentModelID: PersistentIdentifier { storage.identifier }

  public var id: PersistentIdentifier { persistentModelID }

  /// The context that the object belongs to; nil before its insert, and after its delete was saved.
  public var modelContext: ModelContext? { storage.context }

  /// Whether the object differs from what is stored.
  public var hasChanges: Bool { storage.context?.hasChanges(storage) ?? false }

  /// Whether the next save will delete the object; false again after it.
  public var isDeleted: Bool { storage.context?.isDeleted(storage) ?? false }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs === rhs || lhs.persistentModelID == rhs.persistentModelID
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(persistentModelID) }

  var storage: ModelStorage { persistentBackingData.storage }
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
