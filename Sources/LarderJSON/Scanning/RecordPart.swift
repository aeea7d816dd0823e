/// A run of records of one entity, found by one thread in one pass.
///
/// Rows are counted from 0 within the part. A record is known by its offset; the values of its first
/// attributes by two bytes each, counted from the record's start.
final class RecordPart: @unchecked Sendable {  // Written by one scan, then only read.
  /// Rows that share a stride.
  struct Segment {
    var firstRow: Int
    var count: Int
    /// What ``starts`` count from.
    var base: Int
    var starts: UnsafeMutablePointer<UInt32>
    /// ``stride`` numbers a row: 0 where the attribute is missing, ``tooFar`` where it must be looked
    /// for.
    var offsets: UnsafeMutablePointer<UInt16>
    var stride: Int
  }

  static let tooFar = UInt16.max

  let arena: Arena
  let shape: UnsafeMutablePointer<ShapeNode>
  var segments: [Segment] = []
  var count = 0

  init(arena: Arena, shape: UnsafeMutablePointer<ShapeNode>) {
    self.arena = arena
    self.shape = shape
  }

  /// The segment that holds a row.
  func segment(ofRow row: Int) -> Segment {
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].firstRow <= row { low = middle } else { high = middle }
    }
    return segments[low]
  }
}
