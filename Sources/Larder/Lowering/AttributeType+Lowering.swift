import Foundation
import LarderCore

extension EntitySchema.AttributeType {
  /// The entity plane's type of a Swift type; a Codable type that nothing is known of is `mixed`.
  ///
  /// `outer` are the types around, whose members have the type.
  init(lowering type: any Any.Type, inside outer: [ObjectIdentifier] = []) {
    switch type {
    case is String.Type, is URL.Type: self = .text
    case is Bool.Type: self = .bool
    case is any FixedWidthInteger.Type: self = .integer
    case is any BinaryFloatingPoint.Type: self = .real
    case is Decimal.Type: self = .decimal
    case is Date.Type: self = .date
    case is UUID.Type: self = .uuid
    case is Data.Type: self = .data
    case let collection as any ElementCollection.Type:
      self = .array(of: Self(lowering: collection.collectedType, inside: outer))
    case let raw as any RawRepresentable.Type:
      let rawType = Self(lowering: rawType(of: raw), inside: outer)
      self = Self(enumeration: type, rawType) ?? rawType
    case let codable as any Decodable.Type:
      self =
        outer.isEmpty
        ? CodableShape.shape(of: codable).type
        : CodableShape(probing: codable, inside: outer).type
    default: self = .mixed
    }
  }

  /// The type of an enum that says what its cases are; `nil` for any other.
  private init?(enumeration type: any Any.Type, _ rawType: EntitySchema.AttributeType) {
    guard rawType == .text || rawType == .integer,
      let listed = type as? any (RawRepresentable & CaseIterable).Type
    else { return nil }
    let cases = enumerationCases(of: listed)
    guard !cases.isEmpty else { return nil }
    self = .enumeration(name: String(describing: type), rawType: rawType, cases: cases)
  }
}

private func rawType<R: RawRepresentable>(of type: R.Type) -> any Any.Type { R.RawValue.self }

private func enumerationCases<R: RawRepresentable & CaseIterable>(
  of type: R.Type
) -> [EntitySchema.EnumerationCase] {
  R.allCases.compactMap { each in
    AttributeValue(lowering: each.rawValue).map {
      EntitySchema.EnumerationCase(name: String(describing: each), rawValue: $0)
    }
  }
}
