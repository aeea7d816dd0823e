@_spi(_Unicode) import Swift

/// Canonical and folded forms of text as UTF-8 bytes, so that text operators are searches of bytes.
///
/// The form is the canonical decomposition (NFD), so that texts are canonically equivalent exactly if
/// their bytes are equal. `caseInsensitive` maps every scalar to lower, upper and lower case, which takes ß
/// to ss, the final sigma to σ and ﬁ to fi, but keeps the dotless ı. `diacriticInsensitive` drops the
/// accents of the Latin, Greek and Cyrillic scripts; marks that make another letter, such as the
/// kana voicing marks, stay.
public enum TextFolding {
  /// The bytes to compare under the options.
  public static func bytes(
    of text: String, _ options: EntityPredicate.TextOptions = []
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    let isDone = text.utf8.withContiguousStorageIfAvailable { bytes in
      appendLatin(bytes, options, to: &result)
    }
    if isDone == true { return result }
    result.removeAll(keepingCapacity: true)
    for scalar in text._nfd {
      append(scalar, options, to: &result)
    }
    return result
  }

  /// The text under the options, in canonical decomposition.
  public static func folded(
    _ text: String, _ options: EntityPredicate.TextOptions
  ) -> String {
    String(decoding: bytes(of: text, options), as: UTF8.self)
  }

  /// Appends a text of the Latin scripts; false, with part of it appended, for any other.
  private static func appendLatin(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: EntityPredicate.TextOptions,
    to result: inout [UInt8]
  ) -> Bool {
    let foldsCase = options.contains(.caseInsensitive)
    if !foldsCase, isASCII(bytes) {
      result.append(contentsOf: bytes)
      return true
    }
    return FoldingTable.table(for: options).append(bytes, foldsCase: foldsCase, to: &result)
  }

  /// Appends one scalar of a canonical decomposition.
  static func append(
    _ scalar: Unicode.Scalar, _ options: EntityPredicate.TextOptions, to result: inout [UInt8]
  ) {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      result.append(options.contains(.caseInsensitive) ? lowercased(byte) : byte)
    } else if options.contains(.diacriticInsensitive), isAccent(scalar) {
      return
    } else if options.contains(.caseInsensitive), scalar != dotlessI {
      appendCaseFolded(scalar, to: &result)
    } else {
      result.append(contentsOf: String(scalar).utf8)
    }
  }

  private static func appendCaseFolded(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        result.append(contentsOf: upper.properties.lowercaseMapping.utf8)
      }
    }
  }

  /// Its upper case is I, but it is not another i.
  private static let dotlessI: Unicode.Scalar = "\u{131}"

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}

extension TextFolding {
  static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    return raw[index...].allSatisfy { $0 < 0x80 }
  }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether a scalar goes on with the one before it: a combining mark, or a vowel or final
  /// consonant of a Hangul syllable.
  static func isContinuation(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x300: false
    case 0x300...0x36F, 0x1160...0x11FF, 0xD7B0...0xD7FB: true
    default: scalar.properties.isGraphemeExtend
    }
  }

  /// Whether a match may begin or end in front of a byte.
  ///
  /// It may not inside a scalar, nor between a letter and its marks. The bytes must be valid UTF-8.
  static func isBoundary(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index > 0, index < bytes.count else { return true }
    let lead = bytes[index]
    if lead < 0xCC { return lead < 0x80 || lead >= 0xC0 }
    guard let scalar = scalar(bytes, at: index) else { return true }
    return !isContinuation(scalar)
  }

  /// The scalar that begins at a byte, or `nil` where none does.
  static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes[index..<min(index + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}
