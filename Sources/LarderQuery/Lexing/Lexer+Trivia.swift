extension Lexer {
  /// Skips a byte order mark.
  mutating func skipMark() {
    if source[0] == 0xEF, source[1] == 0xBB, source[2] == 0xBF { offset = 3 }
  }

  /// Skips a `#!` line.
  mutating func skipFirstLine() {
    guard source[offset] == UInt8(ascii: "#"), source[offset + 1] == UInt8(ascii: "!") else {
      return
    }
    skipToLineEnd()
  }

  /// Skips spaces, line ends and comments.
  mutating func skipTrivia() {
    while let (scalar, length) = source.scalar(at: offset) {
      switch scalar {
      case "\n", "\r", "\u{2028}", "\u{2029}":
        startsLine = true
        offset += length
      case "/" where source[offset + 1] == UInt8(ascii: "/"):
        skipToLineEnd()
      case "/" where source[offset + 1] == UInt8(ascii: "*"):
        skipComment()
      case _ where scalar.properties.isWhitespace || scalar == "\u{FEFF}":
        offset += length
      default:
        return
      }
    }
  }

  mutating func skipToLineEnd() {
    while offset < source.bytes.count, source[offset] != 0x0A, source[offset] != 0x0D {
      offset += 1
    }
  }

  /// Skips a comment; comments nest, as Swift's do.
  private mutating func skipComment() {
    let start = offset
    var depth = 0
    repeat {
      guard offset < source.bytes.count else {
        report(
          .unclosedComment, "this comment is never closed", at: start..<start + 2,
          help: "end it with */")
        cutOffOpener = "/*"
        return
      }
      let (first, second) = (source[offset], source[offset + 1])
      if first == UInt8(ascii: "/"), second == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if first == UInt8(ascii: "*"), second == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
      } else {
        if first == 0x0A { startsLine = true }
        offset += 1
      }
    } while depth > 0
    offset = min(offset, source.bytes.count)
  }
}
