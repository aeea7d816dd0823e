import Glibc
import LarderCore

/// Numbers the different values of a run of rows; a value is known by its bytes in the file.
///
/// One thread fills it.
final class CodeDictionary: @unchecked Sendable {
  /// More different values than this are not worth a dictionary.
  static let limit = 4096

  /// Codes that stand in every dictionary.
  static let null: UInt16 = 0
  static let missing: UInt16 = 1
  static let odd: UInt16 = 2
  static let firstValue: UInt16 = 3

  private struct Entry {
    var start: UnsafePointer<UInt8>
    var count: Int
    var hash: UInt64
  }

  private let bytes: FileBytes
  private let walker: JSONWalker
  private var entries: [Entry] = []
  private var buckets = [UInt16](repeating: 0, count: 1024)

  /// There were more values than the dictionary can hold.
  private(set) var isFull = false

  init(_ bytes: FileBytes) {
    self.bytes = bytes
    walker = JSONWalker(bytes)
  }

  /// The code of a value: 0 for null, 1 for missing, 2 for one of another kind, then the others.
  @inline(__always)
  func code(of place: ColumnSource.Place, areTexts: Bool) -> UInt16 {
    guard !isFull else { return 0 }
    switch place {
    case .missing: return Self.missing
    case .unclear: return Self.odd
    case .value(let text):
      switch text.pointee {
      case UInt8(ascii: "n"): return Self.null
      case UInt8(ascii: "\""):
        guard areTexts else { return Self.odd }
        let offset = text - bytes.base
        return code(of: text, count: walker.stringEnd(at: offset) - offset)
      case UInt8(ascii: "t"): return areTexts ? Self.odd : code(of: text, count: 4)
      case UInt8(ascii: "f"): return areTexts ? Self.odd : code(of: text, count: 5)
      default: return Self.odd
      }
    }
  }

  /// The values of the codes.
  func values() -> [AttributeValue?] {
    let all = UnsafeRawBufferPointer(start: bytes.base, count: bytes.count)
    return [.null, nil, nil]
      + entries.map { entry in
        let start = entry.start - bytes.base
        return JSONValueReader(all).value(at: start..<start + entry.count, as: .mixed)
      }
  }

  private func code(of text: UnsafePointer<UInt8>, count: Int) -> UInt16 {
    let hash = Self.hash(text, count)
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if entries[index].hash == hash, entries[index].count == count,
        memcmp(entries[index].start, text, count) == 0
      {
        return UInt16(index) + Self.firstValue
      }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    guard entries.count < Self.limit else {
      isFull = true
      return 0
    }
    entries.append(Entry(start: text, count: count, hash: hash))
    buckets[bucket] = UInt16(entries.count)
    if entries.count * 2 > buckets.count { grow() }
    return UInt16(entries.count - 1) + Self.firstValue
  }

  private func grow() {
    buckets = [UInt16](repeating: 0, count: buckets.count * 4)
    for (index, entry) in entries.enumerated() {
      var bucket = Int(truncatingIfNeeded: entry.hash) & (buckets.count - 1)
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
      buckets[bucket] = UInt16(index + 1)
    }
  }

  @inline(__always)
  private static func hash(_ text: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= count {
      let word = UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self)
      hash = mix(hash ^ word)
      index += 8
    }
    var rest: UInt64 = 0
    while index < count {
      rest = rest << 8 | UInt64(text[index])
      index += 1
    }
    return mix(hash ^ rest)
  }

  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}

/// Puts the dictionaries of all threads together.
struct CodeMerge {
  private let dictionaries: [CodeDictionary]
  private let ranges: [Range<Int>]
  private let count: Int

  /// `ranges`: the words of a row set that each dictionary's rows take.
  init(_ dictionaries: [CodeDictionary], ranges: [Range<Int>], count: Int) {
    self.dictionaries = dictionaries
    self.ranges = ranges
    self.count = count
  }

  /// The column of codes, where equal values have one code; `nil` where there are too many of them.
  func column(_ codes: UnsafeMutablePointer<UInt16>, arena: Arena) -> Column? {
    var values: [AttributeValue?] = [.null, nil, nil]
    var known: [AttributeValue: UInt16] = [:]
    for (index, dictionary) in dictionaries.enumerated() {
      var map: [UInt16] = [0, 1, 2]
      for value in dictionary.values().dropFirst(3) {
        guard let value else { continue }
        if known[value] == nil {
          guard values.count < Int(UInt16.max) else { return nil }
          known[value] = UInt16(values.count)
          values.append(value)
        }
        map.append(known[value] ?? 0)
      }
      guard map.indices.contains(where: { map[$0] != UInt16($0) }) else { continue }
      for row in ranges[index].lowerBound * 64..<min(ranges[index].upperBound * 64, count) {
        codes[row] = map[Int(codes[row])]
      }
    }
    return Column(
      values: .codes(codes, dictionary: values), nils: rows(codes) { $0 < 2 },
      missing: rows(codes) { $0 == 1 }, odd: rows(codes) { $0 == 2 }, arenas: [arena])
  }

  private func rows(
    _ codes: UnsafeMutablePointer<UInt16>, _ test: (UInt16) -> Bool
  ) -> RowSet {
    var rows = RowSet(count: count)
    for row in 0..<count where test(codes[row]) { rows.insert(row) }
    return rows
  }
}
