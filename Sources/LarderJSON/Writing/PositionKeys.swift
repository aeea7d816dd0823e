/// Identities of records that have none of their own: their positions in the file as first read.
///
/// Keys are counted from 1 and never given twice in a session; a record keeps its key when records
/// before it are deleted.
struct PositionKeys: Hashable, Sendable {
  /// How many keys were given.
  private(set) var givenCount: Int

  /// Keys of records that are gone, in order.
  private(set) var gone: [Int]

  init(count: Int) {
    givenCount = count
    gone = []
  }

  /// Keys that were given from `1` to `givenCount`, of which some are gone.
  init(givenCount: Int, gone: some Sequence<Int>) {
    self.givenCount = givenCount
    self.gone = gone.sorted()
  }

  var liveCount: Int { givenCount - gone.count }

  /// The row of a record, or `nil` when no record has the key.
  func row(ofKey key: Int) -> Int? {
    guard key >= 1, key <= givenCount else { return nil }
    let before = goneCount(before: key)
    if before < gone.count, gone[before] == key { return nil }
    return key - 1 - before
  }

  func key(ofRow row: Int) -> Int {
    // The smallest key with exactly `row` live keys before it that lives itself.
    var (low, high) = (row + 1, row + 1 + gone.count)
    while low < high {
      let middle = (low + high) / 2
      if middle - goneCount(before: middle + 1) > row { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func goneCount(before key: Int) -> Int {
    var (low, high) = (0, gone.count)
    while low < high {
      let middle = (low + high) / 2
      if gone[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
