import LarderCore

/// Finds out how a file arranges its records, and scans them.
struct DocumentReader {
  let bytes: FileBytes
  let naming: EntityNaming

  /// How the records stood before an edit, which few records may not show any more; `nil` to find out.
  let expectedShape: JSONDocument.Shape?

  private var checker: JSONChecker
  private var notices: [String] = []
  private let hasByteOrderMark: Bool

  private init(_ bytes: FileBytes, naming: EntityNaming, expecting shape: JSONDocument.Shape?) {
    self.bytes = bytes
    self.naming = naming
    expectedShape = shape
    hasByteOrderMark = bytes.slice(0..<3).elementsEqual([0xEF, 0xBB, 0xBF])
    checker = JSONChecker(base: bytes.base, at: hasByteOrderMark ? 3 : 0)
  }

  /// Reads and checks the whole file, which stays of a shape that it is known to have.
  ///
  /// - Throws: ``PersistenceError`` with code `store.corrupt` and line and column where the text is
  ///   not JSON, or with `store.unsupported` where it holds no records.
  static func read(
    _ bytes: FileBytes, naming: EntityNaming, expecting shape: JSONDocument.Shape? = nil
  ) throws -> JSONDocument {
    var reader = DocumentReader(bytes, naming: naming, expecting: shape)
    let document: JSONDocument?
    do throws(JSONSyntaxError) {
      document = try reader.watchedDocument()
    } catch {
      throw error.persistenceError(in: bytes)
    }
    if let document { return document }
    throw PersistenceError(
      .unsupported,
      detail: "\(bytes.path) holds a \(reader.firstKind), but a store is made of records in braces")
  }

  private mutating func watchedDocument() throws(JSONSyntaxError) -> JSONDocument? {
    let name = bytes.path.split(separator: "/").last ?? ""
    let result = WorkProgress.shared.track("reading \(name)", of: bytes.count, in: .bytes) {
      Result { () throws(JSONSyntaxError) in try document() }
    }
    return try result.get()
  }

  private mutating func document() throws(JSONSyntaxError) -> JSONDocument? {
    checker.skipSpace()
    switch checker.position.pointee {
    case 0 where checker.offset >= bytes.count:
      return makeDocument(
        naming.isNamedAsLines || expectedShape == .lines ? .lines : .array,
        [makeTable(naming.main, parts: [], container: checker.offset..<checker.offset)])
    case UInt8(ascii: "["): return try arrayDocument()
    case UInt8(ascii: "{"):
      return isOfLines ? try lines() : try objectDocument()
    default:
      try checker.skipValue()
      try expectEnd()
      return nil
    }
  }

  private mutating func arrayDocument() throws(JSONSyntaxError) -> JSONDocument? {
    let start = checker.offset
    let first = JSONWalker(bytes).skippingSpace(at: start + 1)
    if IdentifiedRecords.entityName(ofRecordAt: first, in: bytes) != nil {
      let (tables, end) = try IdentifiedRecords.tables(
        bytes, array: start, first: first, unnamed: naming.main)
      checker = JSONChecker(base: bytes.base, at: end)
      try expectEnd()
      return makeDocument(.identified, tables)
    }
    let run = try RecordRun(bytes, at: first, .commas)
    checker = JSONChecker(base: bytes.base, at: run.end)
    try expectEnd()
    let table = makeTable(naming.main, parts: run.parts, container: start..<run.end)
    let isOfRecords = table.count > 0 || run.strayCount == 0 || expectedShape == .array
    guard isOfRecords else { return nil }
    noteStrays(run.strayCount, of: naming.main)
    return makeDocument(.array, [table])
  }

  private mutating func lines() throws(JSONSyntaxError) -> JSONDocument {
    let start = checker.offset
    let run = try RecordRun(bytes, at: start, .lines)
    return makeDocument(
      .lines, [makeTable(naming.main, parts: run.parts, container: start..<run.end)])
  }

  private var isOfLines: Bool {
    switch expectedShape {
    case .lines: true
    case .arrays, .keyed: false
    case .array, .identified, nil: naming.isNamedAsLines || isFirstOfLines
    }
  }

  /// Whether a second object follows the first one, as in JSON Lines; large objects are not followed.
  private var isFirstOfLines: Bool {
    let limit = min(bytes.count, checker.offset + (4 << 20))
    let walker = JSONWalker(base: bytes.base, count: limit)
    let end = walker.skippingSpace(at: walker.valueEnd(at: checker.offset))
    return end < limit && bytes.base[end] == UInt8(ascii: "{")
  }

  private mutating func objectDocument() throws(JSONSyntaxError) -> JSONDocument {
    if let description = try SelfDescription(bytes, at: checker.offset) {
      return try selfDescribed(description)
    }
    var members = ObjectMembers(bytes, at: checker.offset)
    try members.take()
    let start = checker.offset
    checker = JSONChecker(base: bytes.base, at: members.end)
    try expectEnd()
    if !members.arrays.isEmpty, expectedShape != .keyed { return arraysDocument(members) }
    if members.isKeyed || expectedShape == .keyed {
      let table = makeTable(
        naming.main, parts: [members.keyedPart], container: start..<members.end, isKeyed: true)
      if members.otherCount > 0 {
        notices.append("\(counted(members.otherCount, "key")) beside the records: left as they are")
      }
      return makeDocument(.keyed, [table])
    }
    checker = JSONChecker(base: bytes.base, at: start)
    return try lines()
  }

  private mutating func selfDescribed(
    _ description: SelfDescription
  ) throws(JSONSyntaxError) -> JSONDocument {
    let first = JSONWalker(bytes).skippingSpace(at: description.array + 1)
    var (tables, end) = try IdentifiedRecords.tables(
      bytes, array: description.array, first: first, unnamed: naming.main)
    let container = description.array..<end
    checker = JSONChecker(base: bytes.base, at: end)
    checker.skipSpace()
    try checker.take(UInt8(ascii: "}"), or: .commaOrBrace)
    try expectEnd()
    let known = Set(tables.map(\.entityName))
    for entity in (naming.schema ?? description.schema).entities where !known.contains(entity.name)
    {
      tables.append(makeTable(entity.name, parts: [], container: container))
    }
    return makeDocument(.identified, tables, schema: description.schema)
  }

  private mutating func arraysDocument(_ members: ObjectMembers) -> JSONDocument {
    let isAlone = members.arrays.count == 1
    let tables = members.arrays.map { array in
      let isGeographic = isAlone && array.key == "features" && members.isFeatureCollection
      let name = isGeographic ? naming.main : naming.entity(forKey: array.key, isAlone: isAlone)
      noteStrays(array.run.strayCount, of: name)
      return makeTable(name, parts: array.run.parts, container: array.start..<array.run.end)
    }
    if members.keyedCount + members.otherCount > 0 {
      let count = members.keyedCount + members.otherCount
      notices.append("\(counted(count, "key")) beside the arrays of records: left as they are")
    }
    return makeDocument(.arrays, tables)
  }

  private var firstKind: String {
    let start = JSONWalker(bytes).skippingSpace(at: hasByteOrderMark ? 3 : 0)
    return switch bytes.base[start] {
    case UInt8(ascii: "["): "list without records"
    case UInt8(ascii: "\""): "text"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "boolean"
    case UInt8(ascii: "n"): "null"
    default: "number"
    }
  }

  private mutating func expectEnd() throws(JSONSyntaxError) {
    checker.skipSpace()
    guard checker.offset >= bytes.count else { throw checker.failure(.endOfFile) }
  }

  private mutating func noteStrays(_ count: Int, of entity: EntityName) {
    guard count > 0 else { return }
    notices.append("`\(entity)`: \(counted(count, "element")) without braces: left as they are")
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private func makeTable(
    _ name: EntityName, parts: [RecordPart], container: Range<Int>, isKeyed: Bool = false
  ) -> RecordTable {
    RecordTable(
      entityName: name, bytes: bytes, container: container, isKeyed: isKeyed, parts: parts)
  }

  private func makeDocument(
    _ shape: JSONDocument.Shape, _ tables: [RecordTable], schema: EntitySchema? = nil
  ) -> JSONDocument {
    JSONDocument(
      bytes: bytes, shape: shape, tables: tables, hasByteOrderMark: hasByteOrderMark,
      schema: schema, notices: notices)
  }
}
