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
    if let plain = plainValue(as: type) { return plain }
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

/// The usual types, told by themselves: to look for a conformance takes longer than all the rest.
extension AttributeValue {
  /// `nil` where the value is of another type.
  private init?<Value>(plain value: Value) {
    if let text = optional(value, of: String.self) {
      self = text.map { .text($0) } ?? .null
    } else if let integer = optional(value, of: Int.self) {
      self = integer.map { .integer(Int64($0)) } ?? .null
    } else if let real = optional(value, of: Double.self) {
      self = real.map { .real($0) } ?? .null
    } else if let bool = optional(value, of: Bool.self) {
      self = bool.map { .bool($0) } ?? .null
    } else if let date = optional(value, of: Date.self) {
      self = date.map { .date($0) } ?? .null
    } else {
      return nil
    }
  }

  /// `nil` where the type is another, or the value not of the kind that stands for it.
  private func plainValue<Value>(as type: Value.Type) -> Value? {
    switch self {
    case .text(let text): exactly(text, as: type)
    case .integer(let integer): exactly(Int(truncatingIfNeeded: integer), as: type)
    case .real(let real): exactly(real, as: type)
    case .bool(let bool): exactly(bool, as: type)
    case .date(let date): exactly(date, as: type)
    case .null where type == String?.self: String?.none as? Value
    case .null where type == Int?.self: Int?.none as? Value
    case .null where type == Double?.self: Double?.none as? Value
    case .null where type == Bool?.self: Bool?.none as? Value
    case .null where type == Date?.self: Date?.none as? Value
    default: nil
    }
  }
}

/// A value as a type that is its own or the optional one of it; `nil` for any other type.
@inline(__always)
private func exactly<Plain, Value>(_ plain: Plain, as type: Value.Type) -> Value? {
  if type == Plain.self { return plain as? Value }
  if type == Plain?.self { return Optional(plain) as? Value }
  return nil
}

/// The value of a type or of the optional one of it; `nil` where it is of any other.
@inline(__always)
private func optional<Value, Plain>(_ value: Value, of type: Plain.Type) -> Plain?? {
  if Value.self == Plain.self { return (value as? Plain).map { .some($0) } }
  if Value.self == Plain?.self { return value as? Plain? }
  return nil
}
