extension Lexer {
  /// `/…/` on one line; false, with nothing read, when no closing slash follows.
  mutating func pattern(from start: Int) -> Bool {
    guard dialect == .query else { return false }
    var position = start + 1
    var bytes: [UInt8] = []
    while position < source.bytes.count, source[position] != 0x0A, source[position] != 0x0D {
      let byte = source[position]
      if byte == UInt8(ascii: "/"), !bytes.isEmpty {
        offset = position + 1
        append(.pattern(String(decoding: bytes, as: UTF8.self)), from: start)
        return true
      }
      if byte == UInt8(ascii: "\\"), position + 1 < source.bytes.count,
        source[position + 1] != 0x0A
      {
        // An escaped slash is only a slash; every other escape belongs to the pattern.
        if source[position + 1] != UInt8(ascii: "/") { bytes.append(byte) }
        bytes.append(source[position + 1])
        position += 2
      } else {
        bytes.append(byte)
        position += 1
      }
    }
    offset = position
    report(
      .unclosedPattern, "this regular expression has no closing slash", at: start..<position,
      help: "end it with /")
    append(.pattern(String(decoding: bytes, as: UTF8.self)), from: start)
    return true
  }
}
