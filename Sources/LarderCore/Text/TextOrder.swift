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
        compareIfASCII(left, right)
      }
    }
    if let order = order.flatMap({ $0.flatMap { $0 } }) { return order }
    return compareScalars(left, right)
  }

  /// The same for texts in UTF-8; bytes that are no UTF-8 count as U+FFFD.
  public static func compare(utf8 left: Bytes, _ right: Bytes) -> Int {
    compareIfASCII(left, right)
      ?? compareScalars(
        String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
  }

  private static func compareIfASCII(_ left: Bytes, _ right: Bytes) -> Int? {
    guard TextFolding.isASCII(left), TextFolding.isASCII(right) else { return nil }
    if let first = left.baseAddress, let second = right.baseAddress {
      let order = memcmp(first, second, min(left.count, right.count))
      if order != 0 { return order < 0 ? -1 : 1 }
    }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
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
