import HTTPTransport

/// Takes bodies of `multipart/mixed` apart.
enum MultipartReader {
  struct Part: Hashable {
    var headers: HTTPHeaders
    var body: ArraySlice<UInt8>
  }

  /// The parts of a body by the boundary that its media type names.
  ///
  /// `nil` for another media type, and for a body that does not end as it must: it was cut.
  static func parts(of bytes: [UInt8], type: String) -> [Part]? {
    guard let boundary = boundary(in: type) else { return nil }
    let mark = Array("--\(boundary)".utf8)
    var parts: [Part] = []
    var start: Int?
    for line in lines(of: bytes[...]) where bytes[line.content].starts(with: mark) {
      let rest = bytes[line.content].dropFirst(mark.count).filter { $0 != 0x20 && $0 != 0x09 }
      let isLast = rest == Array("--".utf8)
      guard rest.isEmpty || isLast else { continue }
      if let start {
        parts.append(
          part(bytes[start..<max(start, withoutBreak(bytes, before: line.content.lowerBound))]))
      }
      if isLast { return start == nil ? nil : parts }
      start = line.end
    }
    return nil
  }

  /// The lines to the first empty one, and what stands behind that.
  static func head(of bytes: ArraySlice<UInt8>) -> (lines: [String], body: ArraySlice<UInt8>) {
    var found: [String] = []
    for line in lines(of: bytes) {
      if line.content.isEmpty { return (found, bytes[line.end...]) }
      found.append(String(decoding: bytes[line.content], as: UTF8.self))
    }
    return (found, [])
  }

  /// Headers from their lines; what is none is left out.
  static func headers(_ lines: some Sequence<String>) -> HTTPHeaders {
    HTTPHeaders(
      lines.compactMap { line in
        guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else { return nil }
        return HTTPHeader(trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
      })
  }

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part {
    let (lines, body) = head(of: bytes)
    return Part(headers: headers(lines), body: body)
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let rest = text.drop(while: isSpace)
    let trailing = rest.reversed().prefix(while: isSpace).count
    return String(rest.dropLast(trailing))
  }

  private static func boundary(in type: String) -> String? {
    let parts = type.split(separator: ";", omittingEmptySubsequences: false).map { trimmed($0) }
    guard parts.first?.lowercased().hasPrefix("multipart/") == true else { return nil }
    for part in parts.dropFirst() where part.lowercased().hasPrefix("boundary=") {
      let value = part.dropFirst("boundary=".count)
      let plain =
        value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        ? value.dropFirst().dropLast() : value
      return plain.isEmpty ? nil : String(plain)
    }
    return nil
  }

  private struct Line {
    /// Without the line break.
    var content: Range<Int>

    /// Behind the line break.
    var end: Int
  }

  private static func lines(of bytes: ArraySlice<UInt8>) -> some Sequence<Line> {
    sequence(state: bytes.startIndex) { (position: inout Int) -> Line? in
      guard position < bytes.endIndex else { return nil }
      let start = position
      let feed = bytes[start...].firstIndex(of: 0x0A)
      let end = feed ?? bytes.endIndex
      position = feed.map { $0 + 1 } ?? bytes.endIndex
      let hasReturn = end > start && bytes[end - 1] == 0x0D
      return Line(content: start..<(hasReturn ? end - 1 : end), end: position)
    }
  }

  /// The line break before a boundary belongs to that.
  private static func withoutBreak(_ bytes: [UInt8], before index: Int) -> Int {
    guard index > 0, bytes[index - 1] == 0x0A else { return index }
    return index > 1 && bytes[index - 2] == 0x0D ? index - 2 : index - 1
  }
}
