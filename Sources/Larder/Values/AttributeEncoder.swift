import LarderCore

/// Builds a value out of what a Codable type writes.
final class AttributeEncoder: Encoder {
  private enum Content {
    case value(AttributeValue)
    case elements([AttributeEncoder])
    case members([(name: AttributeName, encoder: AttributeEncoder)])
  }

  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var content = Content.members([])

  init(codingPath: [any CodingKey]) { self.codingPath = codingPath }

  var value: AttributeValue {
    switch content {
    case .value(let value): value
    case .elements(let elements): .array(elements.map(\.value))
    case .members(let members):
      .object(
        AttributeObject(
          members.map { AttributeObject.Member(name: $0.name, value: $0.encoder.value) }))
    }
  }

  var count: Int {
    if case .elements(let elements) = content { elements.count } else { 0 }
  }

  func set(_ value: AttributeValue) { content = .value(value) }

  func beginElements() {
    if case .elements = content { return }
    content = .elements([])
  }

  /// The encoder of the next element.
  func appendElement() -> AttributeEncoder {
    let element = AttributeEncoder(codingPath: codingPath + [AttributeKey(intValue: count)])
    if case .elements(let elements) = content { content = .elements(elements + [element]) }
    return element
  }

  /// The encoder of a member.
  func member(_ key: any CodingKey) -> AttributeEncoder {
    let member = AttributeEncoder(codingPath: codingPath + [key])
    if case .members(var members) = content {
      members.append((AttributeName(key.stringValue), member))
      content = .members(members)
    }
    return member
  }

  func encode(_ value: some Encodable) throws {
    if let convertible = value as? any AttributeConvertible {
      set(convertible.attributeValue)
    } else {
      try value.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedAttributes<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    beginElements()
    return UnkeyedAttributes(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleAttribute(encoder: self)
  }
}

/// A key of any name, or the place of an element.
struct AttributeKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

private struct KeyedAttributes<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: AttributeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) { encoder.member(key).set(.null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encoder.member(key).encode(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> { encoder.member(key).container(keyedBy: keyType) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.member(AttributeKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}

private struct UnkeyedAttributes: UnkeyedEncodingContainer {
  let encoder: AttributeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.count }

  func encodeNil() { encoder.appendElement().set(.null) }

  func encode<T: Encodable>(_ value: T) throws { try encoder.appendElement().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> { encoder.appendElement().container(keyedBy: keyType) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.appendElement().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.appendElement() }
}

private struct SingleAttribute: SingleValueEncodingContainer {
  let encoder: AttributeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() { encoder.set(.null) }

  func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value) }
}
