public import FoundationEssentials

/// A value stored in one attribute of a snapshot, or computed by an expression.
///
/// The set of cases is closed. A missing value is not `null`: where a value can be missing, its type
/// is `AttributeValue?` and `nil` means missing (for a relationship: not loaded). A to-one
/// relationship holds an `identifier` or `null`, a to-many one an `array` of identifiers.
public enum AttributeValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  /// A number that needs more than `Int64` or `Double` can hold, exact in base ten.
  indirect case decimal(ExactDecimal)
  case text(String)
  case date(Date)
  case uuid(UUID)
  case data(Data)
  case array([AttributeValue])
  case object(AttributeObject)
  /// The identity of another object.
  indirect case identifier(PersistentIdentifier)
}

/// The members of a composite value, in the order of their source.
public struct AttributeObject: Hashable, Sendable {
  public struct Member: Hashable, Sendable {
    public var name: AttributeName
    public var value: AttributeValue

    public init(name: AttributeName, value: AttributeValue) {
      self.name = name
      self.value = value
    }
  }

  /// In source order; a name may stand more than once, the last one is meant.
  public var members: [Member]

  public init(_ members: [Member]) { self.members = members }

  /// The value of the last member with a name, or `nil` when there is none.
  public subscript(name: AttributeName) -> AttributeValue? {
    members.last { $0.name == name }?.value
  }
}

extension AttributeValue {
  /// The kind of a value, without its payload.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case null, bool, integer, real, decimal, text, date, uuid, data, array, object, identifier
  }

  public var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer: .integer
    case .real: .real
    case .decimal: .decimal
    case .text: .text
    case .date: .date
    case .uuid: .uuid
    case .data: .data
    case .array: .array
    case .object: .object
    case .identifier: .identifier
    }
  }
}
