/// The names and passwords in a netrc file, by host.
///
/// As curl reads it: the first `machine` of the host counts, else `default`; words may stand in double quotes;
/// macros are passed over. Who may read the file is not looked at.
public struct Netrc: Sendable {
  private var machines: [(host: String?, user: String, password: String)] = []

  /// Reads a file's text; what makes no sense in it is passed over.
  public init(_ text: String) {
    var words = NetrcWords(text)
    var host: String??
    var user = ""
    var password = ""
    func finish(_ machines: inout [(host: String?, user: String, password: String)]) {
      if let host { machines.append((host, user, password)) }
    }
    while let word = words.next() {
      switch word {
      case "machine":
        finish(&machines)
        (host, user, password) = (.some(words.next()?.lowercased() ?? ""), "", "")
      case "default":
        finish(&machines)
        (host, user, password) = (.some(nil), "", "")
      case "login": user = words.next() ?? ""
      case "password": password = words.next() ?? ""
      case "account": _ = words.next()
      case "macdef": words.skipMacro()
      default: break
      }
    }
    finish(&machines)
  }

  /// The credentials for an origin, or `nil`.
  public func credentials(for origin: HTTPOrigin) -> Credentials? {
    let machine =
      machines.first { $0.host == origin.host } ?? machines.first { $0.host == nil }
    return machine.map { Credentials(.basic(user: $0.user, password: $0.password), for: origin) }
  }
}

/// The words of a netrc file.
private struct NetrcWords {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func next() -> String? {
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard let first = rest.first else { return nil }
      if first == "#" {
        rest = rest.drop { !$0.isNewline }
      } else if first == "\"" {
        return quoted()
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        rest = rest[word.endIndex...]
        return String(word)
      }
    }
  }

  /// A word in quotes, in which `\n`, `\r` and `\t` are what they are in C, and others stand for themselves.
  private mutating func quoted() -> String {
    rest = rest.dropFirst()
    var word = ""
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let escaped = rest.popFirst() else {
        word.append(character)
        continue
      }
      word.append(["n": "\n", "r": "\r", "t": "\t"][escaped] ?? escaped)
    }
    return word
  }

  /// Passes over a macro, which ends at an empty line.
  mutating func skipMacro() {
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...].dropFirst()
      if line.isEmpty { return }
    }
  }
}
