import LarderCore
import Synchronization

/// The properties of a model class, found by key path.
///
/// Key paths and metatypes are immutable; Foundation does not declare them Sendable.
final class ModelTable: @unchecked Sendable {
  enum Kind {
    case attribute
    case toOne(any PersistentModel.Type)
    case toMany(any PersistentModel.Type)
  }

  struct Property {
    let name: AttributeName

    /// The key path of the class that declares the property.
    let keyPath: AnyKeyPath
    let kind: Kind
    let isTransient: Bool

    /// The value of a new object; nil where there is none, or nil is it.
    let defaultValue: Any?

    var isAttribute: Bool { if case .attribute = kind { true } else { false } }
  }

  let type: any PersistentModel.Type
  let entityName: EntityName
  let properties: [Property]

  /// The properties' key paths as users of this class write them, also for what it inherits.
  let ownKeyPaths: [AnyKeyPath]

  /// Where the value of each property stands in a snapshot, as far as this class knows: attributes first.
  let expectedSlots: [Int]

  /// What the temporary identifiers of the class's instances have in common.
  let temporaryOrigin: PersistentIdentifier.Origin

  /// The names of the properties by their key paths of this class and of those above it.
  private let namesByKeyPath: [AnyKeyPath: AttributeName]
  private let slotsByKeyPath: [AnyKeyPath: Int]
  private let slotsByName: [AttributeName: Int]

  // Hashing a key path takes longer than all the rest, and one literal is one object.
  private let recent = Mutex(RecentSlots())

  private init(_ type: any PersistentModel.Type) {
    self.type = type
    entityName = EntityName(Schema.name(of: type))
    let above = superclasses(of: type).first.map(ModelTable.table)
    let rows = type.schemaMetadata.filter { !$0.isConstraint }
    properties = rows.map { row in
      // The accessors of an inherited property know it by the key path of the class that declares it.
      above?.property(AttributeName(row.name)) ?? Property(row)
    }
    ownKeyPaths = rows.map(\.keypath)
    expectedSlots = Self.slotsInOrder(of: properties)
    temporaryOrigin = PersistentIdentifier.Origin(storeIdentifier: nil, entityName: entityName)
    let own = rows.map { ($0.keypath, AttributeName($0.name)) }
    namesByKeyPath = Dictionary(own, uniquingKeysWith: { first, _ in first })
      .merging(above?.namesByKeyPath ?? [:], uniquingKeysWith: { first, _ in first })
    slotsByName = Dictionary(
      properties.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    slotsByKeyPath = namesByKeyPath.compactMapValues { [slotsByName] in slotsByName[$0] }
  }

  /// The places of properties where attributes stand before relationships, as layouts have them.
  private static func slotsInOrder(of properties: [Property]) -> [Int] {
    let isAttribute = properties.map(\.isAttribute)
    let order =
      isAttribute.indices.filter { isAttribute[$0] }
      + isAttribute.indices.filter { !isAttribute[$0] }
    var slots = Array(properties.indices)
    for (place, slot) in order.enumerated() { slots[slot] = place }
    return slots
  }

  private static let tables = Mutex<[ObjectIdentifier: ModelTable]>([:])

  /// The table of a class, made once.
  static func table(of type: any PersistentModel.Type) -> ModelTable {
    let key = ObjectIdentifier(type)
    if let known = tables.withLock({ $0[key] }) { return known }
    // Outside the lock: a class's metadata may ask for that of others.
    let made = ModelTable(type)
    return tables.withLock { tables in
      if let known = tables[key] { return known }
      tables[key] = made
      return made
    }
  }

  /// The place of a property, or `nil` where the key path leads to none.
  func slot(of keyPath: AnyKeyPath) -> Int? {
    if let slot = recent.withLock({ $0.slot(of: keyPath) }) { return slot }
    guard let slot = slotsByKeyPath[keyPath] else { return nil }
    let entry = RecentSlot(keyPath: keyPath, slot: slot)
    recent.withLock { $0.insert(entry) }
    return slot
  }

  func slot(of name: AttributeName) -> Int? { slotsByName[name] }

  /// The name of a property, or `nil` where the key path leads to none.
  func name(of keyPath: AnyKeyPath) -> AttributeName? { namesByKeyPath[keyPath] }

  private func property(_ name: AttributeName) -> Property? {
    slotsByName[name].map { properties[$0] }
  }
}

/// A place that was found, with its key path, so that no other can have the same address.
///
/// Key paths are immutable; Foundation does not declare them Sendable.
private struct RecentSlot: @unchecked Sendable {
  let keyPath: AnyKeyPath
  let slot: Int
}

/// The places that were found last, by the addresses of their key paths.
private struct RecentSlots {
  private static let width = 128

  // What has the same place by its address is looked up among all.
  private var front = [RecentSlot?](repeating: nil, count: width)
  private var all: [ObjectIdentifier: RecentSlot] = [:]
  private static let limit = 500

  func slot(of keyPath: AnyKeyPath) -> Int? {
    let key = ObjectIdentifier(keyPath)
    if let entry = front[Self.place(of: key)], entry.keyPath === keyPath { return entry.slot }
    return all[key]?.slot
  }

  mutating func insert(_ entry: RecentSlot) {
    let key = ObjectIdentifier(entry.keyPath)
    guard all.count < Self.limit else { return }
    all[key] = entry
    front[Self.place(of: key)] = entry
  }

  private static func place(of key: ObjectIdentifier) -> Int {
    // Objects stand at multiples of 16.
    Int((UInt(bitPattern: key) >> 4) % UInt(width))
  }
}

extension ModelTable.Property {
  init(_ metadata: Schema.PropertyMetadata) {
    name = AttributeName(metadata.name)
    keyPath = metadata.keypath
    let valueType = Swift.type(of: metadata.keypath).valueType
    kind = ModelTable.Kind(valueType)
    let options = (metadata.metadata as? Schema.Attribute)?.options ?? []
    isTransient = options.contains(.ephemeral)
    defaultValue = metadata.defaultValue
  }
}

extension ModelTable.Kind {
  init(_ valueType: any Any.Type) {
    let unwrapped = (valueType as? any OptionalType.Type)?.wrappedType ?? valueType
    if let model = unwrapped as? any PersistentModel.Type {
      self = .toOne(model)
    } else if let collection = valueType as? any RelationshipCollection.Type {
      self = .toMany(collection.elementType)
    } else {
      self = .attribute
    }
  }
}

extension RelationshipCollection {
  static var elementType: any PersistentModel.Type { PersistentElement.self }
}
