import LarderCore

/// The file of SwiftData's JSON store sample: one array with the records of all entities, each with a
/// `persistentIdentifier` that names its entity.
enum IdentifiedRecords {
  static let identifierKey = "persistentIdentifier"

  /// The entity that a record names in its identifier; `nil` when it has none.
  static func entityName(ofRecordAt offset: Int, in bytes: FileBytes) -> EntityName? {
    guard offset < bytes.count, bytes.base[offset] == UInt8(ascii: "{") else { return nil }
    let all = UnsafeRawBufferPointer(bytes.slice(0..<bytes.count))
    let record = offset..<JSONWalker(bytes).valueEnd(at: offset)
    return JSONStructure.member(identifierKey, of: record, in: all)
      .flatMap { IdentifierText.entityName($0.value, in: all) }
  }

  /// The tables of all entities, in the order in which they were met, and the offset behind the array.
  ///
  /// `unnamed`: the entity of records without an identifier.
  static func tables(
    _ bytes: FileBytes, array: Int, first: Int, unnamed: EntityName
  ) throws(JSONSyntaxError) -> (tables: [RecordTable], end: Int) {
    var names: [EntityName] = []
    var scanners: [EntityName: RecordScanner] = [:]
    var checker = JSONChecker(base: bytes.base, at: first)
    while checker.position.pointee != UInt8(ascii: "]") {
      if checker.position.pointee == UInt8(ascii: "{") {
        let name = entityName(ofRecordAt: checker.offset, in: bytes) ?? unnamed
        if scanners[name] == nil {
          names.append(name)
          scanners[name] = RecordScanner(
            base: bytes.base, at: checker.offset, expectedLength: 0)
        }
        scanners[name]?.checker.position = checker.position
        try scanners[name]?.takeOneRecord()
        if let scanner = scanners[name] { checker.position = scanner.checker.position }
      } else {
        try checker.skipValue()
      }
      checker.skipSpace()
      if checker.position.pointee == UInt8(ascii: "]") { break }
      try checker.take(UInt8(ascii: ","), or: .commaOrBracket)
      checker.skipSpace()
      guard checker.position.pointee != UInt8(ascii: "]") else { throw checker.failure(.value) }
    }
    let end = checker.offset + 1
    let tables = names.map { name in
      scanners[name]?.finish()
      return RecordTable(
        entityName: name, bytes: bytes, container: array..<end, isKeyed: false,
        parts: scanners[name].map { [$0.part] } ?? [])
    }
    return (tables, end)
  }
}

/// The JSON form of a persistent identifier: `{"implementation": {"entityName": …, "primaryKey": …}}`.
enum IdentifierText {
  static func entityName(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> EntityName? {
    implementation(range, in: bytes)
      .flatMap { text("entityName", of: $0, in: bytes) }.map { EntityName($0) }
  }

  /// The primary key; `p5` is the integer 5, as SwiftData's SQLite stores write it.
  static func primaryKey(
    _ range: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> PersistentIdentifier.PrimaryKey? {
    guard let implementation = implementation(range, in: bytes),
      let member = JSONStructure.member("primaryKey", of: implementation, in: bytes)
    else { return nil }
    switch JSONValueReader(bytes).value(at: member.value, as: .mixed) {
    case .integer(let number): return .integer(number)
    case .text(let text):
      guard text.first == "p", let number = Int64(text.dropFirst()), number >= 0,
        String(number) == text.dropFirst()
      else { return .text(text) }
      return .integer(number)
    default: return nil
    }
  }

  private static func implementation(
    _ range: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int>? {
    JSONStructure.member("implementation", of: range, in: bytes)?.value
  }

  private static func text(
    _ name: String, of object: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> String? {
    guard let member = JSONStructure.member(name, of: object, in: bytes),
      case .text(let text) = JSONValueReader(bytes).value(at: member.value, as: .text)
    else { return nil }
    return text
  }
}
