/// The text of a value somewhere in a file, which its holder keeps in memory.
struct RawText {
  let bytes: UnsafeRawBufferPointer
  let range: Range<Int>

  /// The range is cut to the bytes.
  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range.clamped(to: 0..<bytes.count)
  }

  var first: UInt8 { range.isEmpty ? 0 : bytes[range.lowerBound] }

  var isText: Bool { first == UInt8(ascii: "\"") }
  var isObject: Bool { first == UInt8(ascii: "{") }
  var isArray: Bool { first == UInt8(ascii: "[") }
  var isNull: Bool { first == UInt8(ascii: "n") }
  var isNumber: Bool { first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") < 10 }

  /// The text of a string, or `nil` when another value stands here.
  var text: String? { isText ? JSONStringText.value(bytes, range) : nil }

  var members: [MemberRange] { JSONStructure.members(of: range, in: bytes) }

  var elements: [Range<Int>] { JSONStructure.elements(of: range, in: bytes) }

  /// The value of the last member with a name, or `nil`.
  func member(_ name: String) -> RawText? {
    JSONStructure.member(name, of: range, in: bytes).map { RawText(bytes, $0.value) }
  }

  /// The text of a range around or inside of the value.
  func slice(_ part: Range<Int>) -> Slice<UnsafeRawBufferPointer> {
    bytes[part.clamped(to: 0..<bytes.count)]
  }
}
