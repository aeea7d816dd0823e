import JSONTree

/// Reads the objects of a JSON array, or those that stand one a line.
///
/// Only the object at hand is held as a tree.
struct JSONRecordReader {
  private let bytes: [UInt8]
  private let isArray: Bool
  private var index = 0
  private var isOpen = false
  private var isDone = false

  init(_ bytes: [UInt8], isArray: Bool) {
    self.bytes = bytes
    self.isArray = isArray
    if bytes.starts(with: ImportFile.byteOrderMark) { index = ImportFile.byteOrderMark.count }
  }

  mutating func next() throws(ImportProblem) -> ImportRecord? {
    guard !isDone else { return nil }
    return isArray ? try nextElement() : try nextLine()
  }

  private mutating func nextLine() throws(ImportProblem) -> ImportRecord? {
    while index < bytes.count {
      let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
      let line = index..<end
      index = min(end + 1, bytes.count)
      if bytes[line].contains(where: { !$0.isJSONSpace }) { return try record(in: line) }
    }
    return nil
  }

  /// A fault of the array ends the reading: behind it nothing can be told from its text.
  private mutating func nextElement() throws(ImportProblem) -> ImportRecord? {
    var scanner = JSONScanner(bytes, at: index)
    if !isOpen {
      guard scanner.take(UInt8(ascii: "[")) else {
        isDone = true
        throw ImportProblem(
          offset: scanner.index, message: "the file is to be an array of objects, in `[` and `]`")
      }
      isOpen = true
      if scanner.take(UInt8(ascii: "]")) { return try finish(scanner) }
    } else if scanner.take(UInt8(ascii: "]")) {
      return try finish(scanner)
    } else if !scanner.take(UInt8(ascii: ",")) {
      isDone = true
      throw ImportProblem(offset: scanner.index, message: "expected `,` or `]` behind an object")
    }
    scanner.skipSpace()
    let start = scanner.index
    guard scanner.skipValue() else {
      isDone = true
      throw ImportProblem(offset: start, message: "the text ends inside this value")
    }
    index = scanner.index
    return try record(in: start..<index)
  }

  private mutating func finish(_ scanner: JSONScanner) throws(ImportProblem) -> ImportRecord? {
    isDone = true
    var scanner = scanner
    scanner.skipSpace()
    guard scanner.index == bytes.count else {
      throw ImportProblem(offset: scanner.index, message: "text behind the end of the array")
    }
    return nil
  }

  private func record(in range: Range<Int>) throws(ImportProblem) -> ImportRecord {
    let tree = bytes.withUnsafeBufferPointer {
      JSONReader.node(UnsafeBufferPointer(rebasing: $0[range]))
    }
    guard let tree else { throw fault(in: range) }
    guard case .object(let members) = tree else {
      throw ImportProblem(
        offset: range.lowerBound, message: "expected an object, found \(tree.kind)")
    }
    var scanner = JSONScanner(bytes, at: range.lowerBound)
    scanner.skipSpace()
    return ImportRecord(
      offset: scanner.index,
      fields: members.map { .init(name: $0.name, value: .json($0.value)) })
  }

  private func fault(in range: Range<Int>) -> ImportProblem {
    do throws(JSONError) {
      _ = try JSONReader.read(Array(bytes[range]))
      return ImportProblem(offset: range.lowerBound, message: "expected JSON")
    } catch {
      return ImportProblem(offset: range.lowerBound + error.offset, message: error.problem)
    }
  }
}

extension JSONNode {
  /// What the value is, in a word.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .text: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
