import FoundationEssentials
import LarderCore
import LarderQuery
import LarderStore

/// What names in a statement mean to a session, as of the statement's start.
struct SessionScope: ResolutionScope {
  private unowned let session: Session
  private let variables: [String: SessionVariable]
  private let listing: [PersistentIdentifier]
  private let parameters: [String: AttributeValue]
  private let zone: SessionZone
  var now = Date()

  init(_ session: Session) { self.init(session, variables: session.variables) }

  /// The names as they are now, but some of the variables alone.
  init(_ session: Session, variables: [String: SessionVariable]) {
    self.session = session
    self.variables = variables
    listing = session.listing
    parameters = session.parameters
    zone = session.zone
  }

  var stores: [(name: String, schema: EntitySchema)] {
    session.stores.map { ($0.name, $0.store.schema) }
  }

  var currentStore: String? { session.currentStore }

  var declaredEntities: EntitySchema {
    guard let open = session.stores.first(where: { $0.name == session.currentStore }),
      let store = open.store.base as? any SchemaDeclaring, store.isDeclared
    else { return EntitySchema(entities: []) }
    return store.schema
  }

  func object(at row: Int) -> PersistentIdentifier? {
    guard row >= 1, row <= listing.count else { return nil }
    return session.context.permanentIdentifier(for: listing[row - 1])
  }

  /// A key without its entity means the newest insert with that number, or the one entity of the
  /// current store.
  func handleIdentifier(
    entity: String?, key: PersistentIdentifier.PrimaryKey
  ) -> PersistentIdentifier? {
    if case .temporary = key {
      return session.inserted.last {
        $0.primaryKey == key && (entity == nil || $0.entityName == entity)
      }
    }
    guard let open = store(holding: entity) else { return nil }
    guard let name = entity ?? onlyEntity(of: open) else { return nil }
    return PersistentIdentifier(
      storeIdentifier: open.store.identifier, entityName: EntityName(name), primaryKey: key)
  }

  func variable(_ name: String) -> ResolutionVariable? { variables[name]?.meaning(at: now) }
  var variableNames: [String] { variables.keys.sorted() }
  func parameter(_ name: String) -> AttributeValue? { parameters[name] }

  /// A relationship that is not loaded is read from its store.
  func value(of property: AttributeName, in object: PersistentIdentifier) -> AttributeValue? {
    let context = session.context
    guard let snapshot = try? context.snapshot(for: object) else { return nil }
    if let value = snapshot[property] { return value }
    let destinations = try? context.destinations(of: property, from: object)
    return destinations.map { .array($0.map(AttributeValue.identifier)) } ?? .null
  }

  func storeName(of identifier: PersistentIdentifier) -> String? {
    let identifier = session.context.permanentIdentifier(for: identifier)
    if let store = identifier.storeIdentifier {
      return session.stores.first { $0.store.identifier == store }?.name
    }
    return session.homes[identifier]
  }

  func zoneOffset(at date: Date) -> Int { zone.offset(at: date) }

  private func store(holding entity: String?) -> OpenStore? {
    let current = session.stores.first { $0.name == session.currentStore }
    guard let entity else { return current }
    let candidates = (current.map { [$0] } ?? []) + session.stores
    return candidates.first { $0.store.schema.entity(EntityName(entity)) != nil }
  }

  private func onlyEntity(of open: OpenStore) -> String? {
    let entities = open.store.schema.entities
    return entities.count == 1 ? entities.first?.name.rawValue : nil
  }
}
