import Foundation
import LarderCore

/// A Swift type with a form of its own in the entity plane; every other goes by its Codable form.
protocol AttributeConvertible {
  /// The value, or `nil` where it is of another kind or does not fit.
  init?(attributeValue: AttributeValue)

  var attributeValue: AttributeValue { get }
}

extension Bool: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    guard case .bool(let bool) = attributeValue else { return nil }
    self = bool
  }

  var attributeValue: AttributeValue { .bool(self) }
}

extension String: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    guard case .text(let text) = attributeValue else { return nil }
    self = text
  }

  var attributeValue: AttributeValue { .text(self) }
}

extension FixedWidthInteger {
  init?(attributeValue: AttributeValue) {
    switch attributeValue {
    case .integer(let integer): self.init(exactly: integer)
    case .real(let real): self.init(exactly: real)
    case .decimal(let decimal): self.init(decimal.description)
    default: return nil
    }
  }

  var attributeValue: AttributeValue {
    if let integer = Int64(exactly: self) { return .integer(integer) }
    return ExactDecimal(description).map { .decimal($0) } ?? .text(description)
  }
}

extension Int: AttributeConvertible {}
extension Int8: AttributeConvertible {}
extension Int16: AttributeConvertible {}
extension Int32: AttributeConvertible {}
extension Int64: AttributeConvertible {}
extension UInt: AttributeConvertible {}
extension UInt8: AttributeConvertible {}
extension UInt16: AttributeConvertible {}
extension UInt32: AttributeConvertible {}
extension UInt64: AttributeConvertible {}

extension Double: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    switch attributeValue {
    case .real(let real): self = real
    case .integer(let integer): self = Double(integer)
    case .decimal(let decimal): self.init(decimal.description)
    default: return nil
    }
  }

  var attributeValue: AttributeValue { .real(self) }
}

extension Float: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    guard let double = Double(attributeValue: attributeValue) else { return nil }
    self = Float(double)
  }

  var attributeValue: AttributeValue { .real(Double(self)) }
}

extension Decimal: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    switch attributeValue {
    case .decimal(let decimal): self.init(string: decimal.description)
    case .integer(let integer): self.init(integer)
    case .real(let real): self.init(real)
    default: return nil
    }
  }

  var attributeValue: AttributeValue {
    ExactDecimal(description).map { .decimal($0) } ?? .real(.nan)
  }
}

extension Date: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    // Inside a value whose members have no declared type a store knows texts and numbers only.
    switch attributeValue {
    case .date(let date): self = date
    case .text(let text):
      guard let date = DateText.parse(text) else { return nil }
      self = date
    case .real(let seconds): self.init(timeIntervalSinceReferenceDate: seconds)
    case .integer(let seconds): self.init(timeIntervalSinceReferenceDate: Double(seconds))
    default: return nil
    }
  }

  var attributeValue: AttributeValue { .date(self) }
}

extension UUID: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    switch attributeValue {
    case .uuid(let uuid): self = uuid
    case .text(let text): self.init(uuidString: text)
    default: return nil
    }
  }

  var attributeValue: AttributeValue { .uuid(self) }
}

extension Data: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    switch attributeValue {
    case .data(let data): self = data
    case .text(let text): self.init(base64Encoded: text)
    default: return nil
    }
  }

  var attributeValue: AttributeValue { .data(self) }
}

extension URL: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    guard case .text(let text) = attributeValue else { return nil }
    self.init(string: text)
  }

  var attributeValue: AttributeValue { .text(absoluteString) }
}

extension PersistentIdentifier: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    guard case .identifier(let identifier) = attributeValue else { return nil }
    self = identifier
  }

  var attributeValue: AttributeValue { .identifier(self) }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    if attributeValue == .null {
      self = .none
    } else {
      guard let wrapped = Wrapped(attributeValue: attributeValue) else { return nil }
      self = wrapped
    }
  }

  var attributeValue: AttributeValue { map(\.attributeValue) ?? .null }
}

extension Array: AttributeConvertible where Element: AttributeConvertible {
  init?(attributeValue: AttributeValue) {
    guard case .array(let values) = attributeValue else { return nil }
    let elements = values.compactMap(Element.init(attributeValue:))
    guard elements.count == values.count else { return nil }
    self = elements
  }

  var attributeValue: AttributeValue { .array(map(\.attributeValue)) }
}
