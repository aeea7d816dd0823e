/// What is not kept of what people type.
enum StatementPrivacy {
  /// Whether a statement is to be forgotten: it is empty, begins with a space, gives a parameter its value, or
  /// holds a password or key of an address.
  static func isPrivate(_ text: String) -> Bool {
    guard let first = text.first, first != " ", !text.trimmingSpaces.isEmpty else { return true }
    let lines = text.split(whereSeparator: { $0.isNewline || $0 == ";" })
    return lines.contains(where: setsParameter) || namesCredentials(text)
  }

  private static func setsParameter(_ line: Substring) -> Bool {
    let statement = String(line).trimmingSpaces.lowercased()
    return statement.hasPrefix(".param ") && statement.contains("=")
  }

  private static func namesCredentials(_ text: String) -> Bool {
    var rest = text[...]
    while let scheme = rest.firstRange(of: "://") {
      let address = rest[scheme.upperBound...].prefix { !$0.isWhitespace }
      rest = rest[scheme.upperBound...]
      if address.prefix(while: { $0 != "/" }).contains("@") { return true }
      guard let mark = address.firstIndex(of: "?") else { continue }
      let names = address[mark...].dropFirst().split(separator: "&").map {
        $0.prefix { $0 != "=" }.lowercased()
      }
      if names.contains(where: isSecret) { return true }
    }
    return false
  }

  private static func isSecret(_ name: String) -> Bool {
    ["key", "token", "secret", "password", "passwd", "pwd", "auth", "signature", "sig"]
      .contains { name.hasSuffix($0) }
  }
}
