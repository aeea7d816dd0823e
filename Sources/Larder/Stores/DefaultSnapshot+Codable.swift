import Foundation
import LarderCore

/// The keys of an encoded snapshot: the identifier, and one a modelled property.
public enum DataStoreSnapshotCodingKey: CodingKey, Hashable, Sendable {
  case persistentIdentifier
  case modeledProperty(String)

  public init?(stringValue: String) {
    self =
      stringValue == "persistentIdentifier"
      ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  public init?(intValue: Int) { nil }

  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  public var intValue: Int? { nil }
}

extension DefaultSnapshot: Codable {
  /// Reads by the schema registered for the entity that the identifier names.
  ///
  /// Throws `DecodingError.dataCorrupted` where no open store has that entity. A property without a
  /// key is null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    let identifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
    let names = container.allKeys.compactMap { key in
      if case .modeledProperty(let name) = key { AttributeName(name) } else { nil }
    }
    guard let entry = SnapshotSchemas.entry(for: identifier.entity, with: Set(names)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .persistentIdentifier, in: container,
        debugDescription: "no open store has an entity `\(identifier.entity)`")
    }
    let values = try entry.layout.names.map { name in
      try Self.value(of: name, entry: entry, in: container)
    }
    self.init(EntitySnapshot(identifier: identifier, layout: entry.layout, values: values))
  }

  private static func value(
    of name: AttributeName, entry: SnapshotSchemas.Entry,
    in container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>
  ) throws -> AttributeValue {
    let key = DataStoreSnapshotCodingKey.modeledProperty(name.rawValue)
    if let relationship = entry.relationships[name] {
      if relationship.isToMany {
        let identifiers = try container.decodeIfPresent([PersistentIdentifier].self, forKey: key)
        return .array((identifiers ?? []).map { .identifier($0) })
      }
      let identifier = try container.decodeIfPresent(PersistentIdentifier.self, forKey: key)
      return identifier.map { .identifier($0) } ?? .null
    }
    guard container.contains(key), try !container.decodeNil(forKey: key) else { return .null }
    let coder = try container.superDecoder(forKey: key)
    return try AttributeValue(as: entry.types[name] ?? .mixed, from: coder)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (name, value) in zip(snapshot.layout.names, snapshot.values) {
      let key = DataStoreSnapshotCodingKey.modeledProperty(name.rawValue)
      if let value, value != .null {
        try container.encode(EncodedValue(value), forKey: key)
      } else {
        try container.encodeNil(forKey: key)
      }
    }
  }
}

extension DefaultSnapshot {
  /// Takes over the values of a snapshot of another type, by the names of its coding.
  init(of other: some DataStoreSnapshot, _ schema: EntitySchema) throws {
    if let own = other as? DefaultSnapshot {
      self = own
      return
    }
    let identifier = other.persistentIdentifier
    guard let layout = schema.layout(of: identifier.entity),
      case .object(let members) = try AttributeValue(encoding: other)
    else {
      throw PersistenceError(.unknownEntity, entity: identifier.entity)
    }
    self.init(
      EntitySnapshot(
        identifier: identifier, layout: layout, values: layout.names.map { members[$0] ?? .null }))
  }
}

/// Encodes a value as the Swift type it stands for, so that the encoder's own strategies apply.
private struct EncodedValue: Encodable {
  let value: AttributeValue

  init(_ value: AttributeValue) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .real(let real): try container.encode(real)
    case .decimal(let decimal): try container.encode(Decimal(string: decimal.description))
    case .text(let text): try container.encode(text)
    case .date(let date): try container.encode(date)
    case .uuid(let uuid): try container.encode(uuid)
    case .data(let data): try container.encode(data)
    case .array(let elements): try container.encode(elements.map { EncodedValue($0) })
    case .object(let object): try EncodedObject(object: object).encode(to: encoder)
    case .identifier(let identifier): try container.encode(identifier)
    }
  }
}

private struct EncodedObject: Encodable {
  let object: AttributeObject

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    for member in object.members {
      try container.encode(
        EncodedValue(member.value), forKey: .modeledProperty(member.name.rawValue))
    }
  }
}
