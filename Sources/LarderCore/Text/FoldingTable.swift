@_spi(_Unicode) import Swift

/// The folded bytes of every scalar of the Latin scripts' blocks, U+0080 to U+02FF, under one set of
/// options.
///
/// None of these is a combining mark, so that the canonical form of a text made of them and of ASCII
/// is that of its scalars one after the other.
struct FoldingTable: Sendable {
  private let bytes: [UInt8]

  /// Where the bytes of each scalar begin, and where the last one's end.
  private let starts: [UInt16]

  private init(_ options: EntityPredicate.TextOptions) {
    var bytes: [UInt8] = []
    var starts: [UInt16] = [0]
    for value in UInt32(0x80)..<0x300 {
      if let scalar = Unicode.Scalar(value) {
        for part in String(scalar)._nfd { TextFolding.append(part, options, to: &bytes) }
      }
      starts.append(UInt16(bytes.count))
    }
    self.bytes = bytes
    self.starts = starts
  }

  private static let tables = (0..<4).map {
    FoldingTable(EntityPredicate.TextOptions(rawValue: $0))
  }

  static func table(for options: EntityPredicate.TextOptions) -> FoldingTable {
    tables[Int(options.rawValue & 3)]
  }

  /// Appends the folded form of a text; false, with part of it appended, at a scalar beyond the table.
  func append(_ text: UnsafeBufferPointer<UInt8>, foldsCase: Bool, to result: inout [UInt8]) -> Bool
  {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        result.append(foldsCase ? TextFolding.lowercased(byte) : byte)
        index += 1
        continue
      }
      guard byte < 0xCC, byte >= 0xC2, index + 1 < text.count else { return false }
      let entry = (Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F)) - 0x80
      result.append(contentsOf: bytes[Int(starts[entry])..<Int(starts[entry + 1])])
      index += 2
    }
    return true
  }
}
