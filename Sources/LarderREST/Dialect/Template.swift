/// A text with places to be filled in: `{path} eq {value}`; `{{` stands for a brace.
struct Template: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case place(String)
  }

  let parts: [Part]

  /// `nil` where a brace is not closed.
  init?(_ text: String) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      plain += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        plain += "{"
        rest = rest.dropFirst()
        continue
      }
      guard let end = rest.firstIndex(of: "}") else { return nil }
      if !plain.isEmpty { parts.append(.text(plain)) }
      plain = ""
      parts.append(.place(String(rest[..<end])))
      rest = rest[rest.index(after: end)...]
    }
    plain += rest
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  var places: Set<String> {
    Set(parts.compactMap { if case .place(let name) = $0 { name } else { nil } })
  }

  /// The text with every place filled; one that has no value is left empty.
  func filled(_ values: [String: String]) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .place(let name): values[name] ?? ""
      }
    }.joined()
  }
}
