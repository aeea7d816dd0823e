extension HTTPExchange: CustomStringConvertible {
  /// Lines that start with `>` for what was sent and `<` for what came; secrets as stars, bodies cut short.
  public var description: String {
    let tried = tryNumber > 1 ? " (try \(tryNumber))" : ""
    var lines = ["> \(request.method.rawValue) \(request.url)\(tried)"]
    lines += Self.lines(of: request.headers).map { "> " + $0 }
    if let body = request.body, !body.isEmpty {
      lines.append("> " + Self.shown(body, isHidden: request.hidesBodies))
    }
    let time = "\(duration.wholeMilliseconds) ms"
    switch outcome {
    case .failure(let error): lines.append("< \(error.summary), \(time)")
    case .success(let response):
      lines.append("< \(response.status), \(time)")
      lines += Self.lines(of: response.headers).map { "< " + $0 }
      if !response.body.isEmpty {
        lines.append("< " + Self.shown(response.body, isHidden: request.hidesBodies))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(of headers: HTTPHeaders) -> [String] {
    headers.fields.map { header in
      let isLink = header.isNamed("Location") || header.isNamed("Content-Location")
      let link = isLink ? (try? HTTPURL(header.value))?.description : nil
      return "\(header.name): \(link ?? shown(header.shownValue))"
    }
  }

  private static let mostCharacters = 1000

  /// Text on one line, without what a terminal would obey.
  private static func shown(_ text: String) -> String {
    let short = text.prefix(mostCharacters)
    let line = String(String.UnicodeScalarView(short.unicodeScalars.map { isPlain($0) ? $0 : " " }))
    return short.endIndex < text.endIndex ? line + "…" : line
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category != .control && category != .format && category != .lineSeparator
  }

  private static func shown(_ body: [UInt8], isHidden: Bool) -> String {
    if isHidden { return "(\(body.count) bytes, hidden)" }
    let start = body.prefix(4 * mostCharacters)
    let text = String(decoding: start, as: UTF8.self)
    if start.contains(0) { return "(\(body.count) bytes)" }
    return shown(text) + (text.count > mostCharacters ? " (\(body.count) bytes)" : "")
  }
}
