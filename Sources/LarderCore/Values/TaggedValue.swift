import FoundationEssentials

/// A value in a form that encoders of JSON can write, and that reads back as the same value.
///
/// Null, truth values, integers, fractions, texts, arrays and objects are themselves. All else is an
/// object with one member, whose name begins with `$`: `{"$date": "7.5"}`, in seconds since 2001. The
/// members of an object come back in the order of their names.
package struct TaggedValue: Hashable, Sendable {
  package var value: AttributeValue

  package init(_ value: AttributeValue) { self.value = value }

  fileprivate enum Tag: String {
    case real = "$real"
    case decimal = "$decimal"
    case date = "$date"
    case uuid = "$uuid"
    case data = "$data"
    /// Names and values by turns, for what is no object of JSON.
    case object = "$object"
  }

  package struct Key: CodingKey {
    package var stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }

    package init?(intValue: Int) { nil }
  }
}

extension TaggedValue: Encodable {
  /// - Throws: `EncodingError` for an identifier.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .integer(let number): try container.encode(number)
    // A whole number would come back as an integer.
    case .real(let number) where number.isFinite && number != number.rounded():
      try container.encode(number)
    case .real(let number): try encode("\(number)", .real, to: encoder)
    case .decimal(let number): try encode("\(number)", .decimal, to: encoder)
    case .text(let text): try container.encode(text)
    case .date(let date):
      try encode("\(date.timeIntervalSinceReferenceDate)", .date, to: encoder)
    case .uuid(let uuid): try encode(uuid.uuidString, .uuid, to: encoder)
    case .data(let data): try encode(data.base64EncodedString(), .data, to: encoder)
    case .array(let elements): try container.encode(elements.map(TaggedValue.init))
    case .object(let object): try encode(object, to: encoder)
    case .identifier:
      throw EncodingError.invalidValue(
        value, .init(codingPath: encoder.codingPath, debugDescription: "an identifier is no value"))
    }
  }

  private func encode(_ text: some Encodable, _ tag: Tag, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(text, forKey: Key(stringValue: tag.rawValue))
  }

  private func encode(_ object: AttributeObject, to encoder: any Encoder) throws {
    let names = object.members.map(\.name.rawValue)
    guard Set(names).count == names.count, !names.contains(where: { $0.hasPrefix("$") }) else {
      let parts = object.members.flatMap {
        [TaggedValue(.text($0.name.rawValue)), TaggedValue($0.value)]
      }
      return try encode(parts, .object, to: encoder)
    }
    var container = encoder.container(keyedBy: Key.self)
    for member in object.members {
      try container.encode(
        TaggedValue(member.value), forKey: Key(stringValue: member.name.rawValue))
    }
  }
}

extension TaggedValue: Decodable {
  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      value = try TaggedValue.object(in: container)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let flag = try? container.decode(Bool.self) {
      value = .bool(flag)
    } else if let number = try? container.decode(Int64.self) {
      value = .integer(number)
    } else if let number = try? container.decode(Double.self) {
      value = .real(number)
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else {
      value = .array(try container.decode([TaggedValue].self).map(\.value))
    }
  }

  private static func object(in container: KeyedDecodingContainer<Key>) throws -> AttributeValue {
    if container.allKeys.count == 1, let key = container.allKeys.first,
      let tag = Tag(rawValue: key.stringValue)
    {
      if tag == .object {
        return try object(from: container.decode([TaggedValue].self, forKey: key).map(\.value))
      }
      let text = try container.decode(String.self, forKey: key)
      guard let value = value(of: text, tag) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "\(text) is not a value of \(key.stringValue)")
      }
      return value
    }
    let members = try container.allKeys.map { key in
      AttributeObject.Member(
        name: AttributeName(key.stringValue),
        value: try container.decode(TaggedValue.self, forKey: key).value)
    }
    return .object(AttributeObject(members.sorted { $0.name < $1.name }))
  }

  private static func object(from parts: [AttributeValue]) -> AttributeValue {
    let members = stride(from: 0, to: parts.count - 1, by: 2).compactMap {
      index -> AttributeObject.Member? in
      guard case .text(let name) = parts[index] else { return nil }
      return AttributeObject.Member(name: AttributeName(name), value: parts[index + 1])
    }
    return .object(AttributeObject(members))
  }

  private static func value(of text: String, _ tag: Tag) -> AttributeValue? {
    switch tag {
    case .real: Double(text).map { .real($0) }
    case .decimal: ExactDecimal(text).map { .decimal($0) }
    case .date: Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .data: Data(base64Encoded: text).map { .data($0) }
    case .object: nil
    }
  }
}
