import FoundationEssentials
import LarderCore

/// The head of a file that says its own schema: `{"schema": {…}, "objects": […]}`, as stores of models
/// are written.
struct SelfDescription {
  static let schemaKey = "schema"
  static let objectsKey = "objects"

  let schema: EntitySchema

  /// The offset of the bracket that opens the array of the records of all entities.
  let array: Int

  /// Reads the head of the object that starts at an offset; `nil` where it is none of this form.
  ///
  /// The text in front of the array is checked, the array is not.
  init?(_ bytes: FileBytes, at offset: Int) throws(JSONSyntaxError) {
    guard Self.isLikely(bytes, at: offset) else { return nil }
    var checker = JSONChecker(base: bytes.base, at: offset)
    try checker.enter()
    try Self.skipKey(&checker)
    let start = checker.offset
    try checker.skipValue()
    let text = Data(bytes.slice(start..<checker.offset))
    // What another program calls a schema.
    guard let schema = try? JSONDecoder().decode(EntitySchema.self, from: text) else { return nil }
    checker.skipSpace()
    guard checker.position.pointee == UInt8(ascii: ",") else { return nil }
    try checker.take(UInt8(ascii: ","), or: .commaOrBrace)
    checker.skipSpace()
    guard Self.key(bytes, at: checker.offset) == Self.objectsKey else { return nil }
    try Self.skipKey(&checker)
    guard checker.position.pointee == UInt8(ascii: "[") else { return nil }
    self.schema = schema
    array = checker.offset
  }

  /// The text of a file without objects.
  static func emptyFile(of schema: EntitySchema) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(schema), as: UTF8.self)
    return Array("{\n  \"\(schemaKey)\": \(text),\n  \"\(objectsKey)\": []\n}\n".utf8)
  }

  private static func isLikely(_ bytes: FileBytes, at offset: Int) -> Bool {
    let walker = JSONWalker(bytes)
    let first = walker.skippingSpace(at: offset + 1)
    guard key(bytes, at: first) == schemaKey else { return false }
    let colon = walker.skippingSpace(at: walker.stringEnd(at: first))
    guard colon < bytes.count, bytes.base[colon] == UInt8(ascii: ":") else { return false }
    let value = walker.skippingSpace(at: colon + 1)
    return value < bytes.count && bytes.base[value] == UInt8(ascii: "{")
  }

  /// The key that starts at an offset; `nil` where no text does, or a longer one than any of ours.
  private static func key(_ bytes: FileBytes, at offset: Int) -> String? {
    guard offset < bytes.count, bytes.base[offset] == UInt8(ascii: "\"") else { return nil }
    let end = JSONWalker(bytes).stringEnd(at: offset)
    guard end - offset <= 16 else { return nil }
    return String(decoding: bytes.slice(offset + 1..<max(offset + 1, end - 1)), as: UTF8.self)
  }

  private static func skipKey(_ checker: inout JSONChecker) throws(JSONSyntaxError) {
    checker.skipSpace()
    try checker.skipString()
    checker.skipSpace()
    try checker.take(UInt8(ascii: ":"), or: .colon)
    checker.skipSpace()
  }
}
