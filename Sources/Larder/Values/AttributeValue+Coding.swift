import Foundation
import LarderCore

extension AttributeValue {
  /// The form of any Codable value.
  ///
  /// - Throws: What its `encode(to:)` throws.
  init(encoding value: some Encodable) throws {
    if let plain = AttributeValue(plain: value) {
      self = plain
    } else if let convertible = value as? any AttributeConvertible {
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
    if let plain = plainValue as? Value { return plain }
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

/// The usual types, told by the value alone: to look for a conformance takes longer than all the rest.
extension AttributeValue {
  fileprivate init?(plain value: some Encodable) {
    switch value {
    case let text as String: self = .text(text)
    case let integer as Int: self = .integer(Int64(integer))
    case let bool as Bool: self = .bool(bool)
    case let real as Double: self = .real(real)
    case let date as Date: self = .date(date)
    default: return nil
    }
  }

  /// The Swift value of a kind that has one obvious type; else `nil`.
  fileprivate var plainValue: (any Sendable)? {
    switch self {
    case .text(let text): text
    case .bool(let bool): bool
    case .real(let real): real
    case .date(let date): date
    case .integer(let integer): Int(exactly: integer)
    default: nil
    }
  }
}
