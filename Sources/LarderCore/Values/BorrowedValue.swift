/// A value looked at where its store reads it, without a copy of its text.
public enum BorrowedValue {
  /// `nil` where the value is missing, or the relationship not loaded.
  case value(AttributeValue?)

  /// The bytes of a text: valid UTF-8, gone when the store reads on.
  case text(UnsafeBufferPointer<UInt8>)

  /// The value itself, which may be kept.
  public var value: AttributeValue? {
    switch self {
    case .value(let value): value
    case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// The values of a row in the order of its columns, valid until the next row is read.
public typealias BorrowedRow = [BorrowedValue]

extension BorrowedRow {
  /// Puts other values in place of all that are there.
  public mutating func replace(with values: [AttributeValue?]) {
    removeAll(keepingCapacity: true)
    for value in values { append(.value(value)) }
  }
}

/// An object looked at where its store reads it, valid until the next one is read.
public struct BorrowedObject {
  public var identifier: PersistentIdentifier
  public var layout: EntityLayout

  /// A value a property, in layout order, as in ``EntitySnapshot/values``.
  public var values: BorrowedRow

  public init(_ snapshot: EntitySnapshot) {
    identifier = snapshot.identifier
    layout = snapshot.layout
    values = snapshot.values.map(BorrowedValue.value)
  }

  /// An object of which nothing is read yet.
  public init(identifier: PersistentIdentifier, layout: EntityLayout) {
    self.identifier = identifier
    self.layout = layout
    values = BorrowedRow(repeating: .value(nil), count: layout.names.count)
  }
}
