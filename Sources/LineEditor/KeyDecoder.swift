/// A key that may mean more here than libedit makes of it.
enum NamedKey: String, Hashable, CaseIterable {
  case up = "\u{1B}[A"
  case down = "\u{1B}[B"
  case applicationUp = "\u{1B}OA"
  case applicationDown = "\u{1B}OB"
  case backTab = "\u{1B}[Z"
  case newline = "\u{1B}\r"
}

/// Turns the bytes of a terminal into characters, keys and pastes.
///
/// A paste arrives between two markers and is handed over whole, so that its newlines and tabs are
/// text. Bytes that are no UTF-8 become U+FFFD.
struct KeyDecoder {
  enum Key: Hashable {
    case character(Unicode.Scalar)
    case named(NamedKey)
    case paste(String)
    /// The bytes so far may be the start of something longer.
    case needsMore
  }

  private var bytes: [UInt8] = []
  private var start = 0
  private var paste: [UInt8]?

  static let pasteStart = Array("\u{1B}[200~".utf8)
  static let pasteEnd = Array("\u{1B}[201~".utf8)

  mutating func append(_ chunk: some Collection<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: true)
      start = 0
    }
    bytes.append(contentsOf: chunk)
  }

  /// Whether nothing is left to decode.
  var isEmpty: Bool { start == bytes.count }

  /// Takes the next key.
  ///
  /// With `isFinal` nothing more will come soon: an unfinished marker is keys.
  mutating func next(isFinal: Bool) -> Key {
    if paste != nil { return continuePaste() }
    guard start < bytes.count else { return .needsMore }
    if bytes[start] == 0x1B {
      switch match(Self.pasteStart, at: start) {
      case .whole:
        start += Self.pasteStart.count
        paste = []
        return continuePaste()
      case .partial where !isFinal: return .needsMore
      case .partial, .none: break
      }
      if let key = namedKey() { return key }
      if !isFinal, mayBecomeNamed { return .needsMore }
    }
    return nextScalar(isFinal: isFinal)
  }

  private static let named = NamedKey.allCases.map { (key: $0, bytes: Array($0.rawValue.utf8)) }

  private mutating func namedKey() -> Key? {
    for (key, sequence) in Self.named where match(sequence, at: start) == .whole {
      start += sequence.count
      return .named(key)
    }
    return nil
  }

  private var mayBecomeNamed: Bool {
    Self.named.contains { match($0.bytes, at: start) == .partial }
  }

  private enum Match { case whole, partial, none }

  private func match(_ marker: [UInt8], at index: Int) -> Match {
    let available = bytes[index...].prefix(marker.count)
    guard marker.starts(with: available) else { return .none }
    return available.count == marker.count ? .whole : .partial
  }

  private mutating func continuePaste() -> Key {
    while start < bytes.count {
      if bytes[start] == 0x1B {
        switch match(Self.pasteEnd, at: start) {
        case .whole:
          start += Self.pasteEnd.count
          return finishPaste()
        case .partial: return .needsMore
        case .none: break
        }
      }
      paste?.append(bytes[start])
      start += 1
    }
    return .needsMore
  }

  /// Terminals send a pasted newline as a carriage return.
  private mutating func finishPaste() -> Key {
    let text = String(decoding: paste ?? [], as: UTF8.self)
    paste = nil
    return .paste(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
  }

  private mutating func nextScalar(isFinal: Bool) -> Key {
    let length = Self.sequenceLength(bytes[start])
    if start + length > bytes.count, !isFinal { return .needsMore }
    let end = min(bytes.count, start + length)
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
      end == start + length
    else {
      start += 1
      return .character("\u{FFFD}")
    }
    start = end
    return .character(scalar)
  }

  private static func sequenceLength(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
