public import LarderCore

/// An object's values at one moment, in a form that encodes and decodes itself.
public protocol DataStoreSnapshot: Codable, Sendable {
  var persistentIdentifier: PersistentIdentifier { get }

  /// Takes a snapshot of a model's storage.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// The same values under another identifier, with every identifier among them remapped.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// What a snapshot type of one's own can hold.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// The snapshot type of stores that need none of their own.
public struct DefaultSnapshot: DataStoreSnapshot, Hashable {
  /// The values, in the entity plane's form.
  let snapshot: EntitySnapshot

  public var persistentIdentifier: PersistentIdentifier { snapshot.identifier }

  init(_ snapshot: EntitySnapshot) { self.snapshot = snapshot }

  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    snapshot = backingData.storage.entitySnapshot
    relatedBackingDatas[snapshot.identifier] = backingData
  }

  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    var copy = snapshot
    copy.identifier = persistentIdentifier
    copy.values = snapshot.values.map { $0?.remapped(by: remappedIdentifiers ?? [:]) }
    return DefaultSnapshot(copy)
  }
}

extension AttributeValue {
  /// The value with every identifier in it replaced by the one it maps to.
  fileprivate func remapped(
    by identifiers: [PersistentIdentifier: PersistentIdentifier]
  ) -> AttributeValue {
    switch self {
    case .identifier(let identifier): .identifier(identifiers[identifier] ?? identifier)
    case .array(let elements): .array(elements.map { $0.remapped(by: identifiers) })
    case .null, .bool, .integer, .real, .decimal, .text, .date, .uuid, .data, .object: self
    }
  }
}
