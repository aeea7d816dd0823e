import Glibc
@_spi(_Unicode) import Swift

/// The order of texts by the Unicode scalars of their canonical composition.
///
/// It is what `<` of `String` promises. That of Swift 6.3 answers false both ways where one text begins
/// with a canonical equivalent of the other, such as "e\u{301}" and "\u{E9}2", so that a sort by it
/// depends on where it starts.
public enum TextOrder {
  public typealias Bytes = UnsafeBufferPointer<UInt8>

  /// -1, 0 where the texts are canonically equivalent, or 1.
  public static func compare(_ left: String, _ right: String) -> Int {
    let order = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in
        compareBytes(left, right)
      }
    }
    if let order = order.flatMap({ $0.flatMap { $0 } }) { return order }
    return compareScalars(left, right)
  }

  /// The same for texts in UTF-8; bytes that are no UTF-8 count as U+FFFD.
  public static func compare(utf8 left: Bytes, _ right: Bytes) -> Int {
    compareBytes(left, right)
      ?? compareScalars(
        String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
  }

  /// The order by the first bytes that differ; `nil` where composition may change what stands there.
  private static func compareBytes(_ left: Bytes, _ right: Bytes) -> Int? {
    let shared = min(left.count, right.count)
    var place = 0
    while place < shared, left[place] == right[place] { place += 1 }
    var start = place
    while start > 0, isInsideScalar(left, start) || isInsideScalar(right, start) { start -= 1 }
    // Only a scalar of two bytes may differ in its second one.
    guard start == place || (start + 1 == place && left[start] >= 0x80),
      isStable(left, at: start), isStable(right, at: start)
    else { return nil }
    guard place < shared else {
      return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }
    return left[place] < right[place] ? -1 : 1
  }

  private static func isInsideScalar(_ bytes: Bytes, _ index: Int) -> Bool {
    index < bytes.count && bytes[index] & 0xC0 == 0x80
  }

  /// Whether a text ends at an index, or has a scalar below U+0300 there that no mark follows: such a
  /// scalar stands in the composition too, and nothing before it joins it.
  private static func isStable(_ bytes: Bytes, at index: Int) -> Bool {
    guard index < bytes.count else { return true }
    let lead = bytes[index]
    var next = index + 1
    if lead >= 0x80 {
      guard (0xC2..<0xCC).contains(lead), isInsideScalar(bytes, next) else { return false }
      next += 1
    }
    return next >= bytes.count || bytes[next] < 0xCC
  }

  private static func compareScalars(_ left: String, _ right: String) -> Int {
    if left == right { return 0 }
    var (left, right) = (left._nfc.makeIterator(), right._nfc.makeIterator())
    while true {
      guard let first = left.next() else { return right.next() == nil ? 0 : -1 }
      guard let second = right.next() else { return 1 }
      if first != second { return first < second ? -1 : 1 }
    }
  }
}
