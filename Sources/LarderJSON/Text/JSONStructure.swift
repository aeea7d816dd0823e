/// A member of an object in JSON text.
struct MemberRange: Hashable, Sendable {
  /// With its quotes.
  var name: Range<Int>
  var value: Range<Int>
}

/// Finds the parts of objects and arrays in checked JSON text.
enum JSONStructure {
  /// The members of the object at a range, in source order; empty when no object stands there.
  static func members(
    of object: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> [MemberRange] {
    var cursor = JSONCursor(bytes, in: object)
    guard cursor.take(UInt8(ascii: "{")) else { return [] }
    var members: [MemberRange] = []
    cursor.skipWhitespace()
    while cursor.byte == UInt8(ascii: "\"") {
      let name = cursor.takeValue()
      cursor.skipWhitespace()
      guard cursor.take(UInt8(ascii: ":")) else { break }
      cursor.skipWhitespace()
      members.append(MemberRange(name: name, value: cursor.takeValue()))
      cursor.skipWhitespace()
      guard cursor.take(UInt8(ascii: ",")) else { break }
      cursor.skipWhitespace()
    }
    return members
  }

  /// The elements of the array at a range, in order; empty when no array stands there.
  static func elements(of array: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    var cursor = JSONCursor(bytes, in: array)
    guard cursor.take(UInt8(ascii: "[")) else { return [] }
    var elements: [Range<Int>] = []
    cursor.skipWhitespace()
    while !cursor.isAtEnd, cursor.byte != UInt8(ascii: "]") {
      let element = cursor.takeValue()
      guard !element.isEmpty else { break }
      elements.append(element)
      cursor.skipWhitespace()
      guard cursor.take(UInt8(ascii: ",")) else { break }
      cursor.skipWhitespace()
    }
    return elements
  }

  /// The last member with a name: the one that is meant where a name stands twice.
  static func member(
    _ name: String, of object: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> MemberRange? {
    members(of: object, in: bytes).last { JSONStringText.isText(bytes, $0.name, equalTo: name) }
  }
}
