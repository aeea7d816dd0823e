import LarderCore

/// The records of one entity in a file, in file order: row 0 is the first.
final class RecordTable: Sendable {
  /// An attribute that records were seen to hold.
  struct Field: Hashable, Sendable {
    let name: AttributeName
    /// Its place among the offsets of each part's records; `nil` where the part has none of it.
    let slots: [Int?]
  }

  let entityName: EntityName
  let bytes: FileBytes

  /// From the opening bracket of the array or object that holds the records to past the closing one;
  /// all of the file's content where the records stand one after the other.
  let container: Range<Int>

  /// The records are values of an object, and their keys are their identity.
  let isKeyed: Bool
  let parts: [RecordPart]

  /// The first row of each part.
  let partStarts: [Int]
  let count: Int
  let fields: [Field]

  /// What was inferred of the fields, in their order.
  let attributes: [EntitySchema.Attribute]

  /// Some keys hold escapes or text beyond ASCII, so that one name may be spelled in several ways.
  let hasOddKeys: Bool

  init(
    entityName: EntityName, bytes: FileBytes, container: Range<Int>, isKeyed: Bool,
    parts: [RecordPart]
  ) {
    self.entityName = entityName
    self.bytes = bytes
    self.container = container
    self.isKeyed = isKeyed
    self.parts = parts
    let merge = ShapeMerge(parts.map(\.shape))
    let members = merge.members
    hasOddKeys = parts.contains { $0.shape.pointee.hasOddKeys }
    fields = members.map { Field(name: $0.name, slots: $0.slots) }
    attributes = members.map {
      $0.merge.attribute(named: $0.name, holders: merge.total(\.objectCount))
    }
    var starts: [Int] = []
    var total = 0
    for part in parts {
      starts.append(total)
      total += part.count
    }
    partStarts = starts
    count = total
  }

  /// The offset of a record's opening brace.
  func recordStart(ofRow row: Int) -> Int {
    precondition((0..<count).contains(row), "There is no such row.")
    let part = partIndex(ofRow: row)
    let local = row - partStarts[part]
    let segment = parts[part].segment(ofRow: local)
    return segment.base + Int(segment.starts[local - segment.firstRow])
  }

  /// A record, from its opening brace to past its closing one.
  func recordRange(ofRow row: Int) -> Range<Int> {
    let start = recordStart(ofRow: row)
    return start..<max(start, JSONWalker(bytes).valueEnd(at: start))
  }

  /// The key of a record with its quotes, where the records are values of an object; else `nil`.
  func keyRange(ofRow row: Int) -> Range<Int>? {
    guard isKeyed else { return nil }
    var position = recordStart(ofRow: row) - 1
    // Back over white space and the colon to the closing quote, then to the opening one.
    while position > container.lowerBound, bytes.base[position] != UInt8(ascii: "\"") {
      position -= 1
    }
    let end = position + 1
    repeat {
      position -= 1
      while position > container.lowerBound, bytes.base[position] != UInt8(ascii: "\"") {
        position -= 1
      }
    } while position > container.lowerBound && isEscaped(position)
    return position..<end
  }

  func partIndex(ofRow row: Int) -> Int {
    var index = parts.count - 1
    while index > 0, partStarts[index] > row { index -= 1 }
    return index
  }

  private func isEscaped(_ position: Int) -> Bool {
    var backslashes = 0
    while position - backslashes - 1 > container.lowerBound,
      bytes.base[position - backslashes - 1] == UInt8(ascii: "\\")
    { backslashes += 1 }
    return backslashes % 2 == 1
  }
}
