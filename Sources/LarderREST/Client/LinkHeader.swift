/// Reads the header `Link` (RFC 8288).
enum LinkHeader {
  /// The address of the link with `rel="next"`; `nil` where there is none.
  ///
  /// Addresses stand in angle brackets and may hold commas and quotes.
  static func next(in values: [String]) -> String? {
    for value in values {
      var rest = value[...]
      while let open = rest.firstIndex(of: "<") {
        rest = rest[rest.index(after: open)...]
        guard let close = rest.firstIndex(of: ">") else { break }
        let address = rest[..<close]
        rest = rest[rest.index(after: close)...]
        let parameters = rest.prefix { $0 != "<" }
        if isNext(parameters) { return String(address) }
      }
    }
    return nil
  }

  private static func isNext(_ parameters: Substring) -> Bool {
    parameters.split(separator: ";").contains { parameter in
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "rel" else {
        return false
      }
      let words = parts[1].filter { $0 != "\"" && $0 != "," }.lowercased()
      return words.split(separator: " ").contains("next")
    }
  }
}
