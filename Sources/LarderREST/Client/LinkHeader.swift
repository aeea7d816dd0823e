/// Reads the header `Link` (RFC 8288).
enum LinkHeader {
  /// The address of the link with `rel="next"`; `nil` where there is none.
  ///
  /// Addresses stand in angle brackets and may hold commas and quotes; quoted parameters may hold anything.
  static func next(in values: [String]) -> String? {
    for value in values {
      var rest = value[...]
      while let open = rest.firstIndex(of: "<") {
        rest = rest[rest.index(after: open)...]
        guard let close = rest.firstIndex(of: ">") else { break }
        let address = rest[..<close]
        rest = rest[rest.index(after: close)...]
        if parameters(&rest).contains(where: isNext) { return String(address) }
      }
    }
    return nil
  }

  /// The parameters up to the comma before the next link, without their quotes.
  private static func parameters(_ rest: inout Substring) -> [String] {
    var found = [""]
    var isQuoted = false
    while let character = rest.popFirst() {
      switch character {
      case "\"": isQuoted.toggle()
      case "\\" where isQuoted: found[found.count - 1] += rest.popFirst().map(String.init) ?? ""
      case ";" where !isQuoted: found.append("")
      case "," where !isQuoted: return found
      default: found[found.count - 1].append(character)
      }
    }
    return found
  }

  private static func isNext(_ parameter: String) -> Bool {
    let parts = parameter.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "rel" else {
      return false
    }
    return parts[1].lowercased().split(separator: " ").contains("next")
  }
}
