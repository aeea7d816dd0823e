/// A wildcard pattern over a whole text: `*` for any letters, `?` for one, `\` before either for itself.
///
/// A letter is a base with its combining marks. The time is at most that of comparing every literal
/// of the pattern at every place of the text; nothing backtracks over more than one `*`.
public struct LikePattern: Sendable {
  private enum Element: Sendable {
    case any
    case one
    /// A letter of one byte.
    case byte(UInt8)
    case letter([UInt8])
  }

  private let elements: [Element]
  private let options: EntityPredicate.TextOptions

  public init(_ pattern: String, options: EntityPredicate.TextOptions = []) {
    self.options = options
    var elements: [Element] = []
    var literal = String.UnicodeScalarView()
    func flush() {
      elements += Self.letters(of: String(literal), options)
      literal = String.UnicodeScalarView()
    }
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        literal.append(scalar)
        isEscaped = false
      case "\\": isEscaped = true
      case "*", "?":
        flush()
        elements.append(scalar == "*" ? .any : .one)
      default: literal.append(scalar)
      }
    }
    if isEscaped { literal.append("\\") }
    flush()
    self.elements = elements
  }

  public func matches(_ text: String) -> Bool {
    let answer = text.utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
      guard TextFolding.isASCII(bytes) else { return nil }
      return matches(ascii: bytes)
    }
    if let answer, let answer { return answer }
    return TextFolding.bytes(of: text, options).withUnsafeBufferPointer { matches(folded: $0) }
  }

  private func matches(ascii text: UnsafeBufferPointer<UInt8>) -> Bool {
    let foldsCase = options.contains(.caseInsensitive)
    return matches(letterCount: text.count) { element, position in
      switch element {
      case .one: true
      case .byte(let byte):
        byte == (foldsCase ? TextFolding.lowercased(text[position]) : text[position])
      case .any, .letter: false
      }
    }
  }

  private func matches(folded text: UnsafeBufferPointer<UInt8>) -> Bool {
    var starts = text.indices.filter { TextFolding.isBoundary(text, at: $0) }
    starts.append(text.count)
    return matches(letterCount: starts.count - 1) { element, position in
      let letter = text[starts[position]..<starts[position + 1]]
      return switch element {
      case .one: true
      case .byte(let byte): letter.count == 1 && letter.first == byte
      case .letter(let bytes): letter.elementsEqual(bytes)
      case .any: false
      }
    }
  }

  /// Whether the letters match, where `accepts` says whether one does; goes back only to the last `*`.
  private func matches(letterCount: Int, _ accepts: (Element, Int) -> Bool) -> Bool {
    var (position, index) = (0, 0)
    var retry: (position: Int, index: Int)?
    while position < letterCount {
      if index < elements.count, case .any = elements[index] {
        index += 1
        if index == elements.count { return true }
        retry = (position, index)
      } else if index < elements.count, accepts(elements[index], position) {
        position += 1
        index += 1
      } else if let last = retry {
        retry = (last.position + 1, last.index)
        (position, index) = (last.position + 1, last.index)
      } else {
        return false
      }
    }
    return elements[index...].allSatisfy { if case .any = $0 { true } else { false } }
  }

  private static func letters(
    of literal: String, _ options: EntityPredicate.TextOptions
  ) -> [Element] {
    TextFolding.bytes(of: literal, options).withUnsafeBufferPointer { bytes in
      let starts = bytes.indices.filter { TextFolding.isBoundary(bytes, at: $0) }
      return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
        end == start + 1 ? .byte(bytes[start]) : .letter(Array(bytes[start..<end]))
      }
    }
  }
}
