import Foundation
import LarderCore

extension AttributeValue {
  /// Decodes a value of a declared type, as the Swift type that it stands for.
  init(as type: EntitySchema.AttributeType, from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      return
    }
    switch type {
    case .bool: self = .bool(try container.decode(Bool.self))
    case .integer: self = .integer(try container.decode(Int64.self))
    case .real: self = .real(try container.decode(Double.self))
    case .decimal:
      let text = try container.decode(Decimal.self).description
      guard let decimal = ExactDecimal(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "`\(text)` is not a number")
      }
      self = .decimal(decimal)
    case .text: self = .text(try container.decode(String.self))
    case .date: self = .date(try container.decode(Date.self))
    case .uuid: self = .uuid(try container.decode(UUID.self))
    case .data: self = .data(try container.decode(Data.self))
    case .array(let element): self = try Self.array(of: element, from: decoder)
    case .composite(let members): self = try Self.object(of: members, from: decoder)
    case .enumeration(_, let rawType, _): self = try Self(as: rawType, from: decoder)
    case .mixed: self = try Self(untypedFrom: decoder)
    }
  }

  private static func array(
    of type: EntitySchema.AttributeType, from decoder: any Decoder
  ) throws -> AttributeValue {
    var container = try decoder.unkeyedContainer()
    var elements: [AttributeValue] = []
    while !container.isAtEnd {
      elements.append(try AttributeValue(as: type, from: container.superDecoder()))
    }
    return .array(elements)
  }

  private static func object(
    of attributes: [EntitySchema.Attribute], from decoder: any Decoder
  ) throws -> AttributeValue {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    let members = try attributes.compactMap { attribute -> AttributeObject.Member? in
      let key = DataStoreSnapshotCodingKey.modeledProperty(attribute.name.rawValue)
      guard container.contains(key) else { return nil }
      let value = try AttributeValue(
        as: attribute.type, from: container.superDecoder(forKey: key))
      return AttributeObject.Member(name: attribute.name, value: value)
    }
    return .object(AttributeObject(members))
  }

  /// Reads whatever stands there, by its form in the text.
  private init(untypedFrom decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: DataStoreSnapshotCodingKey.self) {
      self = .object(
        AttributeObject(
          try container.allKeys.map { key in
            AttributeObject.Member(
              name: AttributeName(key.stringValue),
              value: try AttributeValue(as: .mixed, from: container.superDecoder(forKey: key)))
          }.sorted { $0.name < $1.name }))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = try Self.array(of: .mixed, from: decoder)
    } else {
      self = try Self(untypedScalarFrom: decoder.singleValueContainer())
    }
  }

  private init(untypedScalarFrom container: any SingleValueDecodingContainer) throws {
    if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let real = try? container.decode(Double.self) {
      self = .real(real)
    } else {
      self = .text(try container.decode(String.self))
    }
  }
}
