import FoundationEssentials
package import LarderCore

/// Arrays, composites and values of several kinds as JSON text, so that SQL reaches into them.
///
/// Inside, dates are seconds since 2001, UUIDs and decimals texts, data Base64; what is not of its
/// declared type is written as ``TaggedValue`` writes it.
package enum StoredJSON {
  /// `nil` for what has no such text, which is an identifier.
  package static func text(of value: AttributeValue, _ type: EntitySchema.AttributeType) -> String?
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(TypedValue(value: value, type: type)) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// `nil` for what is no JSON.
  package static func value(
    of text: String, _ type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    let decoder = JSONDecoder()
    guard let key = TypeGuided.key else { return nil }
    decoder.userInfo[key] = type
    return try? decoder.decode(TypeGuided.self, from: Data(text.utf8)).value
  }
}

/// A value that is written by its declared type.
private struct TypedValue: Encodable {
  var value: AttributeValue
  var type: EntitySchema.AttributeType

  func encode(to encoder: any Encoder) throws {
    switch (type, value) {
    case (.date, .date(let date)) where date.timeIntervalSinceReferenceDate.isFinite:
      try date.timeIntervalSinceReferenceDate.encode(to: encoder)
    case (.real, .real(let number)) where number.isFinite: try number.encode(to: encoder)
    case (.uuid, .uuid(let uuid)): try uuid.uuidString.encode(to: encoder)
    case (.data, .data(let data)): try data.base64EncodedString().encode(to: encoder)
    case (.decimal, _):
      if let text = StoredDecimal.text(of: value) {
        try text.encode(to: encoder)
      } else {
        try TaggedValue(value).encode(to: encoder)
      }
    case (.enumeration(_, let rawType, _), _):
      try TypedValue(value: value, type: rawType).encode(to: encoder)
    case (.array(let element), .array(let elements)):
      try elements.map { TypedValue(value: $0, type: element) }.encode(to: encoder)
    case (.composite(let members), .object(let object)):
      try encode(object, members, to: encoder)
    default: try TaggedValue(value).encode(to: encoder)
    }
  }

  private func encode(
    _ object: AttributeObject, _ members: [EntitySchema.Attribute], to encoder: any Encoder
  ) throws {
    var container = encoder.container(keyedBy: TaggedValue.Key.self)
    for member in object.members {
      let type = members.first { $0.name == member.name }?.type ?? .mixed
      try container.encode(
        TypedValue(value: member.value, type: type),
        forKey: TaggedValue.Key(stringValue: member.name.rawValue))
    }
  }
}

/// A value that is read by the type that the decoder was given.
private struct TypeGuided: Decodable {
  var value: AttributeValue

  static let key = CodingUserInfoKey(rawValue: "type")

  init(from decoder: any Decoder) throws {
    let type = TypeGuided.key.flatMap { decoder.userInfo[$0] } as? EntitySchema.AttributeType
    value = try TypeGuided.value(from: decoder, type ?? .mixed)
  }

  private static func value(
    from decoder: any Decoder, _ type: EntitySchema.AttributeType
  ) throws -> AttributeValue {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return .null }
    switch type {
    case .array(let element):
      guard var elements = try? decoder.unkeyedContainer() else { break }
      var values: [AttributeValue] = []
      while !elements.isAtEnd {
        values.append(try value(from: elements.superDecoder(), element))
      }
      return .array(values)
    case .composite(let members):
      guard let container = try? decoder.container(keyedBy: TaggedValue.Key.self) else { break }
      return .object(try object(in: container, members))
    case .enumeration(_, let rawType, _): return try value(from: decoder, rawType)
    default:
      if let value = scalar(in: container, type) { return value }
    }
    return try TaggedValue(from: decoder).value
  }

  private static func scalar(
    in container: any SingleValueDecodingContainer, _ type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    switch type {
    case .real: return (try? container.decode(Double.self)).map { .real($0) }
    case .date:
      return (try? container.decode(Double.self)).map {
        .date(Date(timeIntervalSinceReferenceDate: $0))
      }
    case .uuid:
      return (try? container.decode(String.self)).flatMap(UUID.init).map { .uuid($0) }
    case .data:
      return (try? container.decode(String.self)).flatMap { Data(base64Encoded: $0) }
        .map { .data($0) }
    case .decimal: return (try? container.decode(String.self)).flatMap(StoredDecimal.value(of:))
    default: return nil
    }
  }

  /// Members in the order in which they are declared, others behind them.
  private static func object(
    in container: KeyedDecodingContainer<TaggedValue.Key>, _ members: [EntitySchema.Attribute]
  ) throws -> AttributeObject {
    let declared = members.map(\.name)
    let others = container.allKeys.map { AttributeName($0.stringValue) }
      .filter { !declared.contains($0) }
    let names = (declared + others.sorted()).filter {
      container.contains(TaggedValue.Key(stringValue: $0.rawValue))
    }
    return AttributeObject(
      try names.map { name in
        let key = TaggedValue.Key(stringValue: name.rawValue)
        let type = members.first { $0.name == name }?.type ?? .mixed
        return AttributeObject.Member(
          name: name, value: try value(from: container.superDecoder(forKey: key), type))
      })
  }
}
