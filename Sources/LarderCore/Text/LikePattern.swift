/// A wildcard pattern over a whole text: `*` for any letters, `?` for one, `\` before either for itself.
///
/// A letter is a base with its combining marks. The time is at most that of comparing every literal
/// of the pattern at every place of the text; nothing backtracks over more than one `*`.
public struct LikePattern: Sendable {
  private enum Element: Sendable {
    case any
    case one
    case letter([UInt8])
  }

  private let elements: [Element]
  private let options: EntityPredicate.TextOptions

  public init(_ pattern: String, options: EntityPredicate.TextOptions = []) {
    self.options = options
    var elements: [Element] = []
    var literal = String.UnicodeScalarView()
    func flush() {
      let letters = Letters(of: String(literal), options)
      elements += (0..<letters.count).map { .letter(Array(letters[$0])) }
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
    let letters = Letters(of: text, options)
    var (position, index) = (0, 0)
    var retry: (position: Int, index: Int)?
    while position < letters.count {
      if index < elements.count, case .any = elements[index] {
        index += 1
        retry = (position, index)
      } else if index < elements.count, accepts(elements[index], letters[position]) {
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

  private func accepts(_ element: Element, _ letter: ArraySlice<UInt8>) -> Bool {
    switch element {
    case .any: false
    case .one: true
    case .letter(let bytes): letter.elementsEqual(bytes)
    }
  }
}

/// The letters of a folded text, each a base with its marks.
private struct Letters {
  private let bytes: [UInt8]

  /// Where each letter begins; `nil` where every byte is one.
  private let starts: [Int]?

  init(of text: String, _ options: EntityPredicate.TextOptions) {
    let bytes = TextFolding.bytes(of: text, options)
    self.bytes = bytes
    starts = bytes.withUnsafeBufferPointer { buffer in
      TextFolding.isASCII(buffer)
        ? nil : buffer.indices.filter { TextFolding.isBoundary(buffer, at: $0) }
    }
  }

  var count: Int { starts?.count ?? bytes.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    guard let starts else { return bytes[index...index] }
    return bytes[starts[index]..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)]
  }
}
