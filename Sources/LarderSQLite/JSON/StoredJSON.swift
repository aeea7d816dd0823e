import JSONTree
package import LarderCore

/// Arrays, composites and values of several kinds as JSON text.
///
/// Inside, dates are seconds since 2001, UUIDs and decimals texts, data Base64, each where the declared
/// type asks for it. What is not of its declared type, and JSON cannot tell apart, is an object with
/// one member, whose name begins with `$`: `{"$date":"7.5"}`. Members stand in the order of their names.
package enum StoredJSON {
  /// `nil` for what has no such text, which is an identifier.
  package static func text(of value: AttributeValue, _ type: EntitySchema.AttributeType) -> String?
  {
    JSONNode(value, type)?.text
  }

  /// `nil` for what is no JSON.
  package static func value(
    of text: String, _ type: EntitySchema.AttributeType
  ) -> AttributeValue? {
    JSONReader.node(text).map { AttributeValue($0, type) }
  }
}
