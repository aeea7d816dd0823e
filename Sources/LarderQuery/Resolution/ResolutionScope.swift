public import FoundationEssentials
public import LarderCore

/// What names outside a statement mean: open stores, handles, variables, the time.
public protocol ResolutionScope {
  /// Every open store, in the order they were opened.
  var stores: [(name: String, schema: EntitySchema)] { get }

  /// The store whose entities are meant first; `nil` when none is open.
  var currentStore: String? { get }

  /// The object at a row of the last listing, from 1; `nil` when there is no such row.
  func object(at row: Int) -> PersistentIdentifier?

  /// The identifier with a key; `entity` is nil where it was not named, as in `#t1`.
  func handleIdentifier(
    entity: String?, key: PersistentIdentifier.PrimaryKey
  ) -> PersistentIdentifier?

  func variable(_ name: String) -> ResolutionVariable?

  /// The entities beside which new ones are declared, which may lead to them; none by default.
  var declaredEntities: EntitySchema { get }

  /// For "did you mean".
  var variableNames: [String] { get }

  /// The value of `--param name=…`; `nil` when there is none.
  func parameter(_ name: String) -> AttributeValue?

  /// The store that an object belongs to; `nil` to go by its entity.
  func storeName(of identifier: PersistentIdentifier) -> String?

  /// A property of an object as it is now, null where it is nil or missing; `nil` where there is no
  /// such object.
  func value(of property: AttributeName, in object: PersistentIdentifier) -> AttributeValue?

  /// What `now` means, the same throughout a statement.
  var now: Date { get }

  /// Seconds east of UTC at a moment, for dates without a zone.
  func zoneOffset(at date: Date) -> Int
}

extension ResolutionScope {
  public var declaredEntities: EntitySchema { EntitySchema(entities: []) }
  public var variableNames: [String] { [] }
  public func storeName(of identifier: PersistentIdentifier) -> String? { nil }
  public func zoneOffset(at date: Date) -> Int { 0 }

  public func value(
    of property: AttributeName, in object: PersistentIdentifier
  ) -> AttributeValue? { nil }
}

/// What `let` gave a name to.
public enum ResolutionVariable: Hashable, Sendable {
  case value(AttributeValue)
  /// A query, run anew when it is used.
  case query(EntityQuery, store: String)
}
