import Glibc

/// A text operator with its needle, prepared once for many texts.
///
/// A substring is one of whole letters: a match neither begins nor ends between a letter and its
/// combining marks, nor inside a Hangul syllable. "é" in either form therefore does not contain "e",
/// and contains "é" in either form. Unlike Swift's `contains`, a line feed is found in "\r\n", and
/// the scalars of an emoji sequence are found singly.
public struct TextMatcher: Sendable {
  public enum Position: Sendable { case anywhere, prefix, suffix, whole }

  private let position: Position
  private let options: EntityPredicate.TextOptions
  private let needle: [UInt8]

  /// Whether the needle can be looked for in text that is in no normal form.
  private let isNeedleInvariant: Bool

  public init(
    _ needle: String, _ position: Position, options: EntityPredicate.TextOptions = []
  ) {
    self.position = position
    self.options = options
    self.needle = TextFolding.bytes(of: needle, options)
    // Three ASCII characters are also the canonical form of others: the Kelvin sign, the Greek
    // question mark and the Greek varia.
    let shared: [UInt8] = [UInt8(ascii: "K"), UInt8(ascii: ";"), UInt8(ascii: "`")]
    isNeedleInvariant =
      options.isEmpty && self.needle.allSatisfy { $0 < 0x80 && !shared.contains($0) }
  }

  public func matches(_ text: String) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
      fastAnswer(bytes) ?? matchesFolded(text)
    }
    return answer ?? matchesFolded(text)
  }

  /// Whether a text in UTF-8, which must be valid, matches.
  public func matches(utf8 bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    fastAnswer(bytes) ?? matchesFolded(String(decoding: bytes, as: UTF8.self))
  }

  /// The same for any bytes: those that are no UTF-8 count as U+FFFD.
  public func matches(repairing bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if TextFolding.isASCII(bytes) { return matches(utf8: bytes) }
    if isNeedleInvariant {
      let occurs = needle.withUnsafeBufferPointer { place(of: $0, in: bytes, from: 0) != nil }
      guard occurs else { return false }
    }
    return matches(String(decoding: bytes, as: UTF8.self))
  }

  /// The answer where the text need not be brought into canonical form.
  private func fastAnswer(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard TextFolding.isASCII(bytes) else {
      return isNeedleInvariant ? matches(canonical: bytes) : nil
    }
    guard options.contains(.caseInsensitive) else { return matches(canonical: bytes) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { lowered in
      for index in bytes.indices {
        lowered.initializeElement(at: index, to: TextFolding.lowercased(bytes[index]))
      }
      return matches(canonical: UnsafeBufferPointer(lowered))
    }
  }

  private func matchesFolded(_ text: String) -> Bool {
    TextFolding.bytes(of: text, options).withUnsafeBufferPointer { matches(canonical: $0) }
  }

  private func matches(canonical text: UnsafeBufferPointer<UInt8>) -> Bool {
    needle.withUnsafeBufferPointer { needle in
      guard needle.count <= text.count else { return false }
      switch position {
      case .whole: return needle.count == text.count && isMatch(needle, text, at: 0)
      case .prefix: return isMatch(needle, text, at: 0)
      case .suffix: return isMatch(needle, text, at: text.count - needle.count)
      case .anywhere: return needle.isEmpty || contains(needle, text)
      }
    }
  }

  private func contains(
    _ needle: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var index = 0
    while let found = place(of: needle, in: text, from: index) {
      if isWhole(needle, text, at: found) { return true }
      index = found + 1
    }
    return false
  }

  /// Where the needle's bytes stand next, be it inside a letter.
  private func place(
    of needle: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let wanted = needle.baseAddress, let first = needle.first, let base = text.baseAddress
    else { return needle.isEmpty ? start : nil }
    var index = start
    let end = text.count - needle.count + 1
    while index < end {
      guard let found = memchr(base + index, Int32(first), end - index) else { return nil }
      index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(wanted, base + index, needle.count) == 0 { return index }
      index += 1
    }
    return nil
  }

  private func isMatch(
    _ needle: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    guard let wanted = needle.baseAddress, let start = text.baseAddress else {
      return needle.isEmpty
    }
    return memcmp(wanted, start + index, needle.count) == 0 && isWhole(needle, text, at: index)
  }

  /// Whether the needle's bytes at an index are whole letters.
  private func isWhole(
    _ needle: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Bool {
    TextFolding.isBoundary(text, at: index)
      && TextFolding.isBoundary(text, at: index + needle.count)
  }
}
