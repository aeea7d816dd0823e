/// The sort keys of an ordered relationship: far apart, so that an object can be put between two others.
enum SortKeys {
  private static let first: Int64 = 2048
  private static let step: Int64 = 1024

  /// Keys that rise from object to object, as many as can be kept as they are.
  ///
  /// `keys` are those that the objects have, in the wanted order; `nil` for one that has none.
  static func keys(keeping keys: [Int64?]) -> [Int64] {
    let kept = risingRun(keys)
    var result: [Int64] = []
    var index = 0
    while index < keys.count {
      if kept.contains(index), let key = keys[index] {
        result.append(key)
        index += 1
        continue
      }
      let end = keys.indices[index...].first(where: kept.contains) ?? keys.count
      let upper = end < keys.count ? keys[end] : nil
      guard let new = between(result.last, upper, count: end - index) else {
        return keys.indices.map { first + Int64($0) * step }
      }
      result += new
      index = end
    }
    return result
  }

  /// Every object has a key, and each a higher one than the one before.
  static func areRising(_ keys: [Int64?]) -> Bool {
    let known = keys.compactMap(\.self)
    return known.count == keys.count && zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// New keys between two; `nil` where there is no room.
  private static func between(_ lower: Int64?, _ upper: Int64?, count: Int) -> [Int64]? {
    guard let upper else {
      let start = lower ?? first - step
      let (width, isTooWide) = step.multipliedReportingOverflow(by: Int64(count))
      guard !isTooWide, start <= .max - width else { return nil }
      return (1...count).map { start + Int64($0) * step }
    }
    let lower = lower ?? 0
    let (room, overflow) = upper.subtractingReportingOverflow(lower)
    let gap = room / Int64(count + 1)
    guard !overflow, gap > 0 else { return nil }
    return (1...count).map { lower + Int64($0) * gap }
  }

  /// The places of the longest run of keys that rise.
  private static func risingRun(_ keys: [Int64?]) -> Set<Int> {
    // The last place of the best run of each length, by patience.
    var tails: [Int] = []
    var previous: [Int: Int] = [:]
    for (place, key) in keys.enumerated() {
      guard let key else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if let tail = keys[tails[middle]], tail < key { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[place] = tails[low - 1] }
      if low == tails.count { tails.append(place) } else { tails[low] = place }
    }
    var run: Set<Int> = []
    var next = tails.last
    while let place = next {
      run.insert(place)
      next = previous[place]
    }
    return run
  }
}
