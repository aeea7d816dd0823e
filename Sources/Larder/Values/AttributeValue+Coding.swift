import LarderCore

extension AttributeValue {
  /// The form of any Codable value.
  ///
  /// - Throws: What its `encode(to:)` throws.
  init(encoding value: some Encodable) throws {
    if let convertible = value as? any AttributeConvertible {
      self = convertible.attributeValue
    } else {
      let encoder = AttributeEncoder(codingPath: [])
      try value.encode(to: encoder)
      self = encoder.value
    }
  }

  /// The Swift value that this is the form of.
  ///
  /// - Throws: `DecodingError` where it is the form of another type.
  func decoded<Value: Decodable>(
    as type: Value.Type, codingPath: [any CodingKey] = []
  ) throws -> Value {
    if let convertible = type as? any AttributeConvertible.Type {
      if let value = convertible.init(attributeValue: self) as? Value { return value }
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "expected \(type), found \(kind.rawValue)"))
    }
    // As deep as anything that is read.
    guard codingPath.count < 200 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: codingPath, debugDescription: "nested too deeply"))
    }
    return try Value(from: AttributeDecoder(value: self, codingPath: codingPath))
  }
}
