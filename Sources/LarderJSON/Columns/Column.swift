import Glibc
import LarderCore

/// The values of one attribute, or of one member of a composite, a row each, in a typed form.
final class Column: @unchecked Sendable {  // Written by its builder, then only read.
  enum Values {
    /// Few different values: a number a row, which stands for an entry of the dictionary.
    case codes(UnsafeMutablePointer<UInt16>, dictionary: [AttributeValue?])
    case integers(UnsafeMutablePointer<Int64>)
    case reals(UnsafeMutablePointer<Double>)
    /// Seconds since 2001.
    case dates(UnsafeMutablePointer<Double>)
    case texts(UnsafeMutablePointer<TextSlice>)
    /// The texts of UUIDs.
    case uuids(UnsafeMutablePointer<TextSlice>)
  }

  let count: Int
  let values: Values

  /// Rows whose value is null or missing.
  let nils: RowSet
  let missing: RowSet

  /// Rows whose value the column cannot hold, because it is of another kind than the most.
  let odd: RowSet
  let hasOddRows: Bool
  private let arenas: [Arena]

  init(values: Values, nils: RowSet, missing: RowSet, odd: RowSet, arenas: [Arena]) {
    count = nils.count
    self.values = values
    self.nils = nils
    self.missing = missing
    self.odd = odd
    hasOddRows = !odd.isEmpty
    self.arenas = arenas
  }
}

/// A text's bytes, without quotes and escapes, in the file or in an arena.
struct TextSlice: BitwiseCopyable, @unchecked Sendable {  // Only reads bytes.
  var start: UnsafePointer<UInt8>
  var count: Int32
  var isASCII: Bool

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: Int(count)) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The first eight bytes as a number that is ordered as they are; zeros stand behind the end.
  @inline(__always)
  var prefix: UInt64 {
    let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self).bigEndian
    return count >= 8 ? word : count == 0 ? 0 : word & ~(UInt64.max >> (UInt64(count) * 8))
  }

  @inline(__always)
  static func compareBytes(_ left: TextSlice, _ right: TextSlice) -> Int {
    let count = min(Int(left.count), Int(right.count))
    let order = memcmp(left.start, right.start, count)
    if order != 0 { return order < 0 ? -1 : 1 }
    return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
  }
}
