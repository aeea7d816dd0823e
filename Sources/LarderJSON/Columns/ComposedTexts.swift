import LarderCore
@_spi(_Unicode) import Swift

/// The texts of a column in canonical composition, whose bytes are ordered as the texts are.
final class ComposedTexts: @unchecked Sendable {  // Written by its initialiser, then only read.
  let slices: UnsafeMutablePointer<TextSlice>
  private let arenas: [Arena]

  /// `nil` where all texts are in that form as they stand.
  init?(_ texts: UnsafeMutablePointer<TextSlice>, count: Int) {
    guard !(0..<count).allSatisfy({ Self.isComposed(texts[$0]) }) else { return nil }
    let arena = Arena(expected: count * MemoryLayout<TextSlice>.stride)
    slices = arena.allocate(TextSlice.self, count: count)
    let (source, target) = (Slices(texts), Slices(slices))
    let ranges = Parallel.ranges(of: count)
    arenas =
      [arena]
      + Parallel.map(ranges.count) { index in
        let arena = Arena()
        for row in ranges[index] {
          let text = source.start[row]
          target.start[row] = Self.isComposed(text) ? text : Self.composed(text, in: arena)
        }
        return arena
      }
  }

  private struct Slices: @unchecked Sendable {  // Each thread writes to rows of its own.
    let start: UnsafeMutablePointer<TextSlice>
    init(_ start: UnsafeMutablePointer<TextSlice>) { self.start = start }
  }

  /// Scalars below U+0300 are letters of their own, and no marks on others.
  private static func isComposed(_ text: TextSlice) -> Bool {
    text.isASCII || text.bytes.allSatisfy { $0 < 0xCC }
  }

  private static func composed(_ text: TextSlice, in arena: Arena) -> TextSlice {
    var composed: [UInt8] = []
    for scalar in text.text._nfc { composed.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    let copy = arena.allocate(UInt8.self, count: composed.count)
    for index in composed.indices { copy[index] = composed[index] }
    return TextSlice(start: copy, count: Int32(composed.count), isASCII: false)
  }
}
