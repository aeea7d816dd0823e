/// An object's values at one moment, as a plain value.
///
/// Values stand in the order of a shared ``EntityLayout``: no dictionary a row.
public struct EntitySnapshot: Hashable, Sendable {
  public var identifier: PersistentIdentifier
  public let layout: EntityLayout

  /// A value a property, in layout order.
  ///
  /// `nil`: the attribute is missing, or the relationship is not loaded.
  public var values: [AttributeValue?]

  /// Makes a snapshot from a value for each property of the layout, in its order.
  public init(
    identifier: PersistentIdentifier, layout: EntityLayout, values: [AttributeValue?]
  ) {
    precondition(values.count == layout.names.count, "A snapshot needs a value a property.")
    self.identifier = identifier
    self.layout = layout
    self.values = values
  }

  public var entityName: EntityName { layout.entityName }

  /// The value of a property; `nil` when it is missing, not loaded, or no property of the entity.
  public subscript(name: AttributeName) -> AttributeValue? {
    get { layout.slot(of: name).flatMap { values[$0] } }
    set {
      guard let slot = layout.slot(of: name) else {
        preconditionFailure("`\(entityName)` has no property `\(name)`.")
      }
      values[slot] = newValue
    }
  }
}

extension EntitySnapshot {
  /// The value of a property, found at once where it stands at the place that is expected.
  package func value(of name: AttributeName, expectedAt place: Int) -> AttributeValue? {
    layout.slot(of: name, expectedAt: place).flatMap { values[$0] }
  }
}

/// The properties of one entity in a fixed order, shared by all snapshots of it.
public final class EntityLayout: Hashable, Sendable {
  public let entityName: EntityName

  /// Attributes first, then relationships, inherited ones before own, as the schema orders them.
  public let names: [AttributeName]

  private let slots: [AttributeName: Int]

  public init(entityName: EntityName, names: [AttributeName]) {
    self.entityName = entityName
    self.names = names
    slots = Dictionary(
      names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The position of a property's value, or `nil` when there is no such property.
  public func slot(of name: AttributeName) -> Int? { slots[name] }

  /// The same, found at once where the property stands at the place that is expected.
  package func slot(of name: AttributeName, expectedAt place: Int) -> Int? {
    if names.indices.contains(place), names[place] == name { return place }
    return slots[name]
  }

  public static func == (lhs: EntityLayout, rhs: EntityLayout) -> Bool {
    lhs === rhs || (lhs.entityName == rhs.entityName && lhs.names == rhs.names)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(entityName) }
}
