import LarderCore

/// Reads a Codable type out of a value.
struct AttributeDecoder: Decoder {
  let value: AttributeValue
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch("an object") }
    return KeyedDecodingContainer(KeyedValues<Key>(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch("an array") }
    return UnkeyedValues(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleValue(value: value, codingPath: codingPath)
  }

  private func mismatch(_ wanted: String) -> DecodingError {
    DecodingError.typeMismatch(
      AttributeValue.self,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "expected \(wanted), found \(value.kind.rawValue)"
      ))
  }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: AttributeObject
  let codingPath: [any CodingKey]

  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name.rawValue) } }

  func contains(_ key: Key) -> Bool { object[AttributeName(key.stringValue)] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try value(key).decoded(as: type, codingPath: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(value(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(value(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = AttributeKey(stringValue: "super")
    return decoder(object[AttributeName(key.stringValue)] ?? .null, key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(value(key), key) }

  private func decoder(_ value: AttributeValue, _ key: any CodingKey) -> AttributeDecoder {
    AttributeDecoder(value: value, codingPath: codingPath + [key])
  }

  private func value(_ key: Key) throws -> AttributeValue {
    guard let value = object[AttributeName(key.stringValue)] else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "there is no member `\(key.stringValue)`"))
    }
    return value
  }
}

private struct UnkeyedValues: UnkeyedDecodingContainer {
  let elements: [AttributeValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [AttributeValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let decoder = try next()
    return try decoder.value.decoded(as: type, codingPath: decoder.codingPath)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> { try next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> AttributeDecoder {
    let path = codingPath + [AttributeKey(intValue: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        AttributeValue.self,
        DecodingError.Context(codingPath: path, debugDescription: "there are no more elements"))
    }
    defer { currentIndex += 1 }
    return AttributeDecoder(value: elements[currentIndex], codingPath: path)
  }
}

private struct SingleValue: SingleValueDecodingContainer {
  let value: AttributeValue
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { value == .null }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try value.decoded(as: type, codingPath: codingPath)
  }
}
