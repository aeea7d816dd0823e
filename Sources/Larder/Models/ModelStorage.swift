import LarderCore
import Synchronization

/// The values of one model instance: its own before it is inserted, its context's after.
public final class ModelStorage {
  private(set) var table: ModelTable
  var identifier: PersistentIdentifier
  private(set) var core: ContextCore?

  /// The attributes by place, while there is no context.
  var values: [AttributeValue?]

  /// The relationships by place, while there is no context.
  var links: [Int: [any PersistentModel]] = [:]

  /// The values as the context last had them, and when that was.
  private(set) var snapshot: EntitySnapshot?
  private var seenGeneration = -1
  private var isPartial = false

  /// The first failure of a setter or a getter while there is no context to tell.
  var failure: PersistenceError?

  /// Whether another storage has taken over the values.
  var isAdopted = false

  var context: ModelContext? { core?.context }

  private static let nextNumber = Atomic<Int64>(1)

  /// Makes the storage of a new object.
  init(of type: any PersistentModel.Type) {
    table = ModelTable.table(of: type)
    identifier = Self.makeIdentifier(table)
    values = Array(repeating: nil, count: table.properties.count)
  }

  /// Makes the storage of an object that a context has.
  init(
    _ table: ModelTable, _ identifier: PersistentIdentifier, in context: ModelContext
  ) {
    self.table = table
    self.identifier = identifier
    core = context.core
    values = []
  }

  /// Makes the storage of an object outside any context, as it stands in a snapshot.
  ///
  /// What relationships lead to are models that have nothing but their identity.
  init(
    of type: any PersistentModel.Type, holding snapshot: EntitySnapshot,
    _ models: [String: any PersistentModel.Type]
  ) {
    table = ModelTable.table(of: type)
    identifier = snapshot.identifier
    values = table.properties.map { snapshot[$0.name] }
    for (slot, property) in table.properties.enumerated() {
      if case .attribute = property.kind { continue }
      links[slot] = snapshot[property.name].identifierList.compactMap { identifier in
        models[identifier.entityName]?.stub(for: identifier)
      }
    }
  }

  private static func makeIdentifier(_ table: ModelTable) -> PersistentIdentifier {
    let number = nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
    return PersistentIdentifier(origin: table.temporaryOrigin, primaryKey: .temporary(number))
  }

  /// Takes over the values of a storage whose class is below this one's.
  func adopt(_ other: ModelStorage) {
    guard !other.isAdopted else { return }
    other.isAdopted = true
    let (oldTable, oldValues, oldLinks) = (table, values, links)
    table = other.table
    values = other.values
    links = other.links
    identifier = other.identifier
    for (slot, property) in oldTable.properties.enumerated() {
      guard let new = table.slot(of: property.name) else { continue }
      if let value = oldValues[slot] { values[new] = value }
      if let models = oldLinks[slot] { links[new] = models }
    }
  }

  /// Gives the values to a context, which has the object from now on.
  func attach(to context: ModelContext) {
    core = context.core
    values = []
    links = [:]
    seenGeneration = -1
    if let failure { context.note(failure) }
    failure = nil
  }

  /// Takes the values back as they last were; relationships are empty then.
  func detach() {
    core = nil
    values = table.properties.map { snapshot?[$0.name] }
    snapshot = nil
    links = [:]
  }

  /// Remembers the values that the context has at the moment.
  ///
  /// Of a partial snapshot a value that is missing is read when somebody asks for it.
  func see(_ snapshot: EntitySnapshot, generation: Int, isPartial: Bool = false) {
    self.snapshot = snapshot
    self.isPartial = isPartial
    seenGeneration = generation
  }

  /// The value of an attribute where what was seen last is what the context has now.
  func currentValue(at slot: Int, in core: ContextCore) -> AttributeValue? {
    guard seenGeneration == core.generation, let snapshot else { return nil }
    return value(at: slot, in: snapshot)
  }

  /// The value of an attribute as the context has it now.
  func currentValue(of name: AttributeName, in context: ModelContext) -> AttributeValue? {
    if let value = currentSnapshot(in: context)?[name] { return value }
    guard isPartial else { return nil }
    seenGeneration = -1
    return currentSnapshot(in: context)?[name]
  }

  /// The values as the context has them now; as they last were where the object is gone.
  func currentSnapshot(in context: ModelContext) -> EntitySnapshot? {
    if seenGeneration != context.generation, let found = context.snapshot(for: identifier) {
      see(found, generation: context.generation)
    }
    return snapshot
  }

  /// The place of a property.
  func slot(of keyPath: AnyKeyPath) -> Int {
    guard let slot = table.slot(of: keyPath) else {
      preconditionFailure("\(table.entityName) has no persisted property at \(keyPath).")
    }
    return slot
  }
}
