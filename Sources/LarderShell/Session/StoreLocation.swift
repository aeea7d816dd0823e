/// Where a store is, and the name that the shell gives it.
public struct StoreLocation: Hashable, Sendable {
  /// The name given, or `nil` to take one from the address.
  public var name: String?

  /// A path, or a URL.
  public var address: String

  public init(name: String? = nil, address: String) {
    self.name = name
    self.address = address
  }

  /// Reads `NAME=ADDRESS` or an address; a name is letters, digits, `_` and `-`.
  public init(argument: String) {
    if let sign = argument.firstIndex(of: "="), sign != argument.startIndex,
      argument[..<sign].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    {
      self.init(
        name: String(argument[..<sign]), address: String(argument[argument.index(after: sign)...]))
    } else {
      self.init(address: argument)
    }
  }

  /// The address without a name and password that somebody wrote into it.
  public var shownAddress: String {
    guard let scheme = address.firstRange(of: "://") else { return address }
    let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let sign = authority.lastIndex(of: "@") else { return address }
    return address[..<scheme.upperBound] + "***" + address[sign...]
  }

  /// The last part of a service's path, else the word for its dialect, else its host.
  private func serviceName(behind scheme: Range<String.Index>) -> String {
    let parts = address[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
      .split(separator: "/")
    if parts.count > 1, let last = parts.last { return String(last) }
    let words = address[..<scheme.lowerBound].split(separator: "+")
    return String(words.count > 1 ? words[0] : parts.first ?? "service")
  }

  /// The name given, else the file's name without its extension.
  public var suggestedName: String {
    if let name { return name }
    if let scheme = address.firstRange(of: "://") { return serviceName(behind: scheme) }
    let last = address.split(separator: "/").last.map(String.init) ?? address
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
    return String(last[..<dot])
  }
}
