import LarderCore

/// The keys of the rows of a table, and a hash table of them.
final class KeyIndex: @unchecked Sendable {  // Written by its initialisers, then only read.
  private let table: RecordTable
  private let locate: @Sendable (Int) -> Range<Int>?

  /// Keys stand in identifiers in SwiftData's form.
  private let isIdentified: Bool
  private let arena: Arena
  private let buckets: UnsafeMutablePointer<UInt64>
  private let mask: Int
  private var hasDuplicates = false

  /// Indexes the values of a field.
  ///
  /// `nil` where a value is missing, null or neither a text nor an integer, or where two are equal and
  /// must not be.
  convenience init?(valuesOf table: RecordTable, field: Int, mustBeUnique: Bool) {
    self.init(table, isIdentified: false) { table.valueRange(ofField: field, row: $0) }
    let isUsable = fill(mustBeUnique: mustBeUnique) { rows, hashes in
      var isWhole = true
      table.forEachValue(ofField: field, in: rows) { row, value in
        let hash = value.flatMap { Self.hash(at: $0, end: table.bytes.base + table.bytes.count) }
        hashes[row] = hash ?? 0
        if hash == nil { isWhole = false }
      }
      return isWhole || !mustBeUnique
    }
    guard isUsable else { return nil }
  }

  /// Indexes the keys that records stand under.
  convenience init(keyedRowsOf table: RecordTable) {
    self.init(table, isIdentified: false) { table.keyRange(ofRow: $0) }
    fillByLocating()
  }

  /// Indexes the keys in the records' `persistentIdentifier`.
  convenience init(identifiedRowsOf table: RecordTable, field: Int?) {
    self.init(table, isIdentified: true) { row in
      field.flatMap { table.valueRange(ofField: $0, row: row) }
    }
    fillByLocating()
  }

  private init(
    _ table: RecordTable, isIdentified: Bool, locate: @escaping @Sendable (Int) -> Range<Int>?
  ) {
    self.table = table
    self.isIdentified = isIdentified
    self.locate = locate
    var capacity = 16
    while capacity < table.count * 2 { capacity *= 2 }
    arena = Arena(expected: capacity * 8)
    buckets = arena.allocate(UInt64.self, count: capacity)
    mask = capacity - 1
  }

  func key(ofRow row: Int) -> PersistentIdentifier.PrimaryKey {
    locate(row).flatMap(key(at:)) ?? .integer(Int64(row) + 1)
  }

  func row(of key: PersistentIdentifier.PrimaryKey) -> Int? {
    guard let hash = Self.hash(of: key) else { return nil }
    return probe(hash) { self.key(ofRow: $0) == key }
  }

  private func key(at range: Range<Int>) -> PersistentIdentifier.PrimaryKey? {
    let bytes = UnsafeRawBufferPointer(start: table.bytes.base, count: table.bytes.count)
    if isIdentified { return IdentifierText.primaryKey(range, in: bytes) }
    switch JSONValueReader(bytes).value(at: range, as: .mixed) {
    case .integer(let number): return .integer(number)
    case .text(let text): return .text(text)
    case .null, .bool, .real, .decimal, .date, .uuid, .data, .array, .object, .identifier:
      return nil
    }
  }
}

extension KeyIndex {
  private func fillByLocating() {
    for row in 0..<table.count {
      let key = key(ofRow: row)
      guard let hash = Self.hash(of: key) else { continue }
      insert(row, hash) { self.key(ofRow: $0) == key }
    }
  }

  /// Fills the table with hashes that are computed by several threads.
  private func fill(
    mustBeUnique: Bool,
    _ hashRows: @escaping @Sendable (Range<Int>, UnsafeMutablePointer<UInt64>) -> Bool
  ) -> Bool {
    let count = table.count
    let scratch = Arena(expected: count * 8)
    let hashes = Hashes(scratch.allocate(UInt64.self, count: count))
    let ranges = Parallel.ranges(of: count)
    let answers = Parallel.map(ranges.count) { hashRows(ranges[$0], hashes.pointer) }
    guard answers.allSatisfy({ $0 }) else { return false }
    for row in 0..<count where hashes.pointer[row] != 0 {
      let isNew = insert(row, hashes.pointer[row]) { [self] in isSameKey($0, row) }
      if !isNew, mustBeUnique { return false }
    }
    return withExtendedLifetime(scratch) { true }
  }

  private struct Hashes: @unchecked Sendable {  // Each thread writes to rows of its own.
    let pointer: UnsafeMutablePointer<UInt64>
    init(_ pointer: UnsafeMutablePointer<UInt64>) { self.pointer = pointer }
  }

  private func isSameKey(_ left: Int, _ right: Int) -> Bool {
    guard let first = locate(left), let second = locate(right) else { return false }
    if table.bytes.slice(first).elementsEqual(table.bytes.slice(second)) { return true }
    return key(at: first) == key(at: second)
  }

  /// A bucket holds a row plus one in its lower half, the upper half of the row's hash above it.
  @discardableResult
  private func insert(_ row: Int, _ hash: UInt64, isEqual: (Int) -> Bool) -> Bool {
    guard probe(hash, isEqual) == nil else { return false }
    var bucket = Int(truncatingIfNeeded: hash) & mask
    while buckets[bucket] != 0 { bucket = (bucket + 1) & mask }
    buckets[bucket] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(row + 1)
    return true
  }

  @inline(__always)
  private func probe(_ hash: UInt64, _ isEqual: (Int) -> Bool) -> Int? {
    var bucket = Int(truncatingIfNeeded: hash) & mask
    while buckets[bucket] != 0 {
      let row = Int(buckets[bucket] & 0xFFFF_FFFF) - 1
      if (buckets[bucket] ^ hash) >> 32 == 0, isEqual(row) { return row }
      bucket = (bucket + 1) & mask
    }
    return nil
  }
}

extension KeyIndex {
  /// The hash of a text or an integer in the file; `nil` for other values.
  ///
  /// Texts that are the same by canonical equivalence or through escapes have the same hash.
  private static func hash(at value: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> UInt64? {
    let walker = JSONWalker(base: value, count: end - value)
    let length = walker.valueEnd(at: 0)
    let bytes = UnsafeBufferPointer(start: value, count: length)
    switch value.pointee {
    case UInt8(ascii: "\""):
      guard length >= 2 else { return nil }
      var seen: UInt8 = 0
      var hash = seed
      var index = 1
      while index + 8 < length {
        let word = UnsafeRawPointer(value + index).loadUnaligned(as: UInt64.self)
        hash = mix(hash, word)
        index += 8
        seen |= word & 0x8080_8080_8080_8080 == 0 ? 0 : 0x80
      }
      var rest: UInt64 = 0
      while index < length - 1 {
        rest = rest << 8 | UInt64(value[index])
        seen |= value[index]
        index += 1
      }
      guard seen & 0x80 == 0, !bytes.contains(UInt8(ascii: "\\")) else {
        return Self.hash(
          of: .text(JSONStringText.value(UnsafeRawBufferPointer(bytes), 0..<length)))
      }
      return finish(mix(hash, rest))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let value = JSONNumberText.value(UnsafeRawBufferPointer(bytes), 0..<length)
      guard case .integer(let number) = value else { return nil }
      return Self.hash(of: .integer(number))
    default: return nil
    }
  }

  private static func hash(of key: PersistentIdentifier.PrimaryKey) -> UInt64? {
    switch key {
    case .integer(let number): return finish(mix(1, UInt64(bitPattern: number)))
    case .text(let text):
      let bytes = TextFolding.bytes(of: text)
      var hash = seed
      var index = 0
      while index + 8 <= bytes.count {
        hash = mix(hash, bytes[index..<index + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        index += 8
      }
      return finish(mix(hash, bytes[index...].reduce(0) { $0 << 8 | UInt64($1) }))
    case .temporary, .composite: return nil
    }
  }

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  /// Never 0, which stands for no hash.
  @inline(__always)
  private static func finish(_ hash: UInt64) -> UInt64 {
    let mixed = mix(hash, 0xE703_7ED1_A0B4_28DB)
    return mixed == 0 ? 1 : mixed
  }
}
