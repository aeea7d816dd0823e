package import LarderCore
package import SQLiteDriver

/// How values are stored in a form that SQL cannot look into.
package struct ValueCodec: Hashable, Sendable {
  /// Tells codecs apart.
  package let name: String

  /// The value of what is stored; `nil` where it is of another form, and then shown as it is.
  package let decode: @Sendable (SQLiteValue) -> AttributeValue?

  /// What is to be stored for a value; `nil` for one that has no such form.
  package let encode: @Sendable (AttributeValue) -> SQLiteValue?

  package init(
    name: String, decode: @escaping @Sendable (SQLiteValue) -> AttributeValue?,
    encode: @escaping @Sendable (AttributeValue) -> SQLiteValue?
  ) {
    self.name = name
    self.decode = decode
    self.encode = encode
  }

  package static func == (left: ValueCodec, right: ValueCodec) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
