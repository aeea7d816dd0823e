import Foundation
import LarderCore

extension AttributeValue {
  /// The entity plane's form of a default; `nil` where it has none, or is another one each time.
  init?(lowering value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let bool as Bool: self = .bool(bool)
    case let integer as any FixedWidthInteger:
      guard let exact = Int64(exactly: integer) else { return nil }
      self = .integer(exact)
    case let real as any BinaryFloatingPoint: self = .real(Double(real))
    case is Date, is UUID: return nil
    case let decimal as Decimal: self = decimal.attributeValue
    case let data as Data: self = .data(data)
    case let url as URL: self = .text(url.absoluteString)
    case let identifier as PersistentIdentifier: self = .identifier(identifier)
    case let array as [Any]:
      let elements = array.compactMap(AttributeValue.init(lowering:))
      guard elements.count == array.count else { return nil }
      self = .array(elements)
    case let raw as any RawRepresentable: self.init(lowering: raw.rawValue)
    default: return nil
    }
  }
}
