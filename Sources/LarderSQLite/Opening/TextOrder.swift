import Glibc

/// Swift's order of texts given as UTF-8.
enum TextOrder {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Negative where the first stands first, 0 where they are canonically equivalent.
  static func compare(_ left: Bytes, _ right: Bytes) -> Int {
    if isASCII(left), isASCII(right) { return compareBytes(left, right) }
    let (left, right) = (
      String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self)
    )
    return left == right ? 0 : left < right ? -1 : 1
  }

  private static func isASCII(_ bytes: Bytes) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

  private static func compareBytes(_ left: Bytes, _ right: Bytes) -> Int {
    guard let first = left.baseAddress, let second = right.baseAddress else {
      return left.count - right.count
    }
    let order = memcmp(first, second, min(left.count, right.count))
    return order != 0 ? Int(order) : left.count - right.count
  }
}
