/// The identity of an object: temporary until its first save, then minted by its store.
///
/// Shown as `Trip#t1` (temporary) or `Trip#p5` (permanent). Copying costs one reference count, so
/// that every snapshot can carry one.
public struct PersistentIdentifier: Hashable, Sendable {
  /// Where identifiers of one entity in one store come from; shared by all of them.
  public let origin: Origin

  /// The part that the store mints.
  public let primaryKey: PrimaryKey

  public init(origin: Origin, primaryKey: PrimaryKey) {
    self.origin = origin
    self.primaryKey = primaryKey
  }

  /// Makes an identifier whose origin is not shared; stores mint through one kept ``Origin``.
  ///
  /// `storeIdentifier` is `nil` for a temporary identifier.
  public init(storeIdentifier: String?, entityName: EntityName, primaryKey: PrimaryKey) {
    self.init(
      origin: Origin(storeIdentifier: storeIdentifier, entityName: entityName),
      primaryKey: primaryKey)
  }

  public var entity: EntityName { origin.entityName }

  /// The entity's name as SwiftData gives it, a string.
  public var entityName: String { origin.entityName.rawValue }

  /// The store that minted it, or `nil` while the identifier is temporary.
  public var storeIdentifier: String? { origin.storeIdentifier }

  public var isTemporary: Bool { origin.storeIdentifier == nil }

  public func hash(into hasher: inout Hasher) {
    switch primaryKey {
    // One word where one does: identifiers are looked up all the time.
    case .temporary(let number), .integer(let number):
      hasher.combine(origin.nameHash ^ Int(truncatingIfNeeded: number))
    case .text, .composite:
      hasher.combine(origin.nameHash)
      hasher.combine(primaryKey)
    }
  }
}

extension PersistentIdentifier {
  /// The entity and the store that an identifier belongs to.
  public final class Origin: Hashable, Sendable {
    public let storeIdentifier: String?
    public let entityName: EntityName

    fileprivate let nameHash: Int

    public init(storeIdentifier: String?, entityName: EntityName) {
      self.storeIdentifier = storeIdentifier
      self.entityName = entityName
      nameHash = entityName.hashValue
    }

    public static func == (lhs: Origin, rhs: Origin) -> Bool {
      lhs === rhs
        || (lhs.entityName == rhs.entityName && lhs.storeIdentifier == rhs.storeIdentifier)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(nameHash) }
  }

  /// The key of an object within its entity.
  public enum PrimaryKey: Hashable, Sendable {
    /// A key that no store has seen: the number of the insert.
    case temporary(Int64)
    case integer(Int64)
    case text(String)
    indirect case composite([PrimaryKey])
  }
}

extension PersistentIdentifier.PrimaryKey: Comparable {
  /// Temporary keys first, then integers, text and composites, each kind in its own order.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.temporary(let left), .temporary(let right)): left < right
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): TextOrder.compare(left, right) < 0
    case (.composite(let left), .composite(let right)): left.lexicographicallyPrecedes(right)
    default: lhs.rank < rhs.rank
    }
  }

  private var rank: Int {
    switch self {
    case .temporary: 0
    case .integer: 1
    case .text: 2
    case .composite: 3
    }
  }
}

extension PersistentIdentifier: Comparable {
  /// By entity name, then by primary key.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.entity != rhs.entity { return lhs.entity < rhs.entity }
    return lhs.primaryKey < rhs.primaryKey
  }
}

extension PersistentIdentifier: Identifiable {
  /// The identifier as `Identifiable` hands it out; nothing but equality is to be had from it.
  public struct ID: Hashable, Sendable {
    private let identifier: PersistentIdentifier

    init(_ identifier: PersistentIdentifier) { self.identifier = identifier }
  }

  public var id: ID { ID(self) }
}

extension PersistentIdentifier: CustomStringConvertible {
  /// The form that the shell shows and reads: `Trip#t1`, `Trip#p5`, `Trip#p"ab-1"`, `Line#p(3,"x")`.
  public var description: String { String { append(to: &$0) } }

  /// Appends ``description`` to bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: entityName.utf8)
    if case .temporary = primaryKey {
      bytes.append(contentsOf: "#t".utf8)
    } else {
      bytes.append(contentsOf: "#p".utf8)
    }
    primaryKey.append(to: &bytes)
  }
}

extension PersistentIdentifier.PrimaryKey: CustomStringConvertible {
  public var description: String { String { append(to: &$0) } }

  /// Appends ``description`` to bytes.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .temporary(let number), .integer(let number): bytes.append(decimal: number)
    case .text(let text): text.appendQuotedLiteral(to: &bytes)
    case .composite(let parts):
      bytes.append(UInt8(ascii: "("))
      for (index, part) in parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        part.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: ")"))
    }
  }
}
