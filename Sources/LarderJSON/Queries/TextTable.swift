import Glibc
import LarderCore

/// Numbers texts in the order in which they are met; canonically equivalent ones are one.
///
/// Keeps pointers to the texts that it is asked for.
struct TextTable {
  /// UUIDs, whose digits may be spelled in upper and lower case.
  private let areUUIDs: Bool
  private let arena = Arena()
  private var texts: [TextSlice] = []
  private var hashes: [UInt64] = []

  /// A number plus one a bucket; 0 where it is free.
  private var buckets = [UInt32](repeating: 0, count: 1024)

  var count: Int { texts.count }

  init(areUUIDs: Bool = false) { self.areUUIDs = areUUIDs }

  mutating func number(of text: TextSlice) -> UInt32 {
    if text.isASCII { return number(of: text, isKept: true) }
    return Self.withCanonical(text.text) { number(of: $0, isKept: false) }
  }

  /// Adds a text, which is copied.
  mutating func insert(_ text: String) {
    _ = Self.withCanonical(text) { number(of: $0, isKept: false) }
  }

  func contains(_ text: TextSlice) -> Bool {
    if text.isASCII { return find(text, hash: hash(of: text)).isFound }
    return Self.withCanonical(text.text) { find($0, hash: hash(of: $0)).isFound }
  }

  private static func withCanonical<Result>(
    _ text: String, _ body: (TextSlice) -> Result
  ) -> Result {
    // A byte more, so that there is a first one.
    let bytes = TextFolding.bytes(of: text) + [0]
    return bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { preconditionFailure("There is a byte.") }
      return body(TextSlice(start: start, count: Int32(bytes.count - 1), isASCII: false))
    }
  }

  /// `isKept`: the bytes live at least as long as the table.
  private mutating func number(of text: TextSlice, isKept: Bool) -> UInt32 {
    let hash = hash(of: text)
    let (bucket, isFound) = find(text, hash: hash)
    if isFound { return buckets[bucket] - 1 }
    texts.append(isKept ? text : copy(of: text))
    hashes.append(hash)
    buckets[bucket] = UInt32(truncatingIfNeeded: texts.count)
    let number = buckets[bucket] - 1
    if texts.count * 2 > buckets.count { grow() }
    return number
  }

  /// The bucket of a text, or the free one that it would take.
  private func find(_ text: TextSlice, hash: UInt64) -> (bucket: Int, isFound: Bool) {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      let index = Int(buckets[bucket]) - 1
      if hashes[index] == hash, isEqual(texts[index], text) { return (bucket, true) }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return (bucket, false)
  }

  private func copy(of text: TextSlice) -> TextSlice {
    let bytes = arena.allocate(UInt8.self, count: Int(text.count))
    memcpy(bytes, text.start, Int(text.count))
    return TextSlice(start: bytes, count: text.count, isASCII: text.isASCII)
  }

  private mutating func grow() {
    buckets = [UInt32](repeating: 0, count: buckets.count * 4)
    for (index, hash) in hashes.enumerated() {
      var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
      buckets[bucket] = UInt32(truncatingIfNeeded: index + 1)
    }
  }

  private func isEqual(_ left: TextSlice, _ right: TextSlice) -> Bool {
    guard left.count == right.count else { return false }
    if areUUIDs { return UUIDText.compare(left.start, right.start) == 0 }
    return memcmp(left.start, right.start, Int(left.count)) == 0
  }

  /// Sets the bit that upper and lower case of a UUID's digits differ in.
  private func hash(of text: TextSlice) -> UInt64 {
    let bits: UInt64 = areUUIDs ? 0x2020_2020_2020_2020 : 0
    let count = Int(text.count)
    var hash = UInt64(truncatingIfNeeded: count)
    var index = 0
    while index + 8 <= count {
      let word = UnsafeRawPointer(text.start + index).loadUnaligned(as: UInt64.self)
      hash = WordTable.mix(hash ^ (word | bits))
      index += 8
    }
    var rest: UInt64 = 0
    while index < count {
      rest = rest << 8 | UInt64(text.start[index])
      index += 1
    }
    return WordTable.mix(hash ^ (rest | bits))
  }
}
