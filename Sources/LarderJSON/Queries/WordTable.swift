/// Numbers words in the order in which they are met.
struct WordTable {
  private(set) var count = 0
  private var words: [UInt64] = Array(repeating: 0, count: 1024)
  /// A number plus one a bucket; 0 where it is free.
  private var buckets: [UInt32] = Array(repeating: 0, count: 1024)

  mutating func number(of word: UInt64) -> UInt32 {
    var bucket = Self.hash(word) & (buckets.count - 1)
    while buckets[bucket] != 0 {
      if words[bucket] == word { return buckets[bucket] - 1 }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    count += 1
    buckets[bucket] = UInt32(truncatingIfNeeded: count)
    words[bucket] = word
    let number = buckets[bucket] - 1
    if count * 2 > buckets.count { grow() }
    return number
  }

  private mutating func grow() {
    let (oldWords, oldBuckets) = (words, buckets)
    words = Array(repeating: 0, count: oldWords.count * 4)
    buckets = Array(repeating: 0, count: oldWords.count * 4)
    for index in oldBuckets.indices where oldBuckets[index] != 0 {
      var bucket = Self.hash(oldWords[index]) & (buckets.count - 1)
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
      buckets[bucket] = oldBuckets[index]
      words[bucket] = oldWords[index]
    }
  }

  @inline(__always)
  static func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }

  @inline(__always)
  private static func hash(_ word: UInt64) -> Int { Int(truncatingIfNeeded: mix(word)) & Int.max }
}
