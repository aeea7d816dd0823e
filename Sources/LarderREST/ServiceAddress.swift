public import HTTPTransport
import LarderCore

/// A service's address with the word for its dialect before it: `odata+https://host/service/`.
public struct ServiceAddress: Hashable, Sendable {
  /// The dialect's name; `rest` where a file describes it; `nil` where the address names none.
  public var dialectName: String?

  /// The address proper.
  public var url: String

  /// `nil` for what is no address of a service.
  public init?(_ address: String) {
    guard let colon = address.range(of: "://") else { return nil }
    let scheme = address[..<colon.lowerBound].lowercased()
    let parts = scheme.split(separator: "+", omittingEmptySubsequences: false)
    guard let last = parts.last, last == "http" || last == "https", parts.count <= 2 else {
      return nil
    }
    dialectName = parts.count == 2 ? String(parts[0]) : nil
    url = last + String(address[colon.lowerBound...])
  }

  /// The dialect: that of a file where one is given, else the one that the address names.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable`.
  public func dialect(path: String?) throws -> Dialect {
    let list = Dialect.builtInNames.map { "\($0)+" }.joined(separator: ", ")
    if let path {
      let dialect = try Dialect(path: path)
      guard let dialectName, dialectName == "rest" || dialectName == dialect.name else {
        throw PersistenceError(
          .unavailable,
          detail: "\(path) describes the dialect `\(dialect.name)`: write rest+ before the address")
      }
      return dialect
    }
    guard let dialectName else {
      throw PersistenceError(
        .unavailable,
        detail:
          "the address does not say how the service is spoken to: write one of \(list) before it, "
          + "or rest+ with --dialect FILE")
    }
    guard dialectName != "rest" else {
      throw PersistenceError(.unavailable, detail: "rest+ needs --dialect FILE")
    }
    do throws(DialectError) {
      if let dialect = try Dialect.builtIn(named: dialectName) { return dialect }
    } catch { throw PersistenceError(.unavailable, detail: "\(error)") }
    throw PersistenceError(
      .unavailable, detail: "there is no dialect `\(dialectName)`; there are \(list), and rest+")
  }

  /// The address as the transport takes it.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable`; also for an address that holds a name
  ///   and a password, which others could read.
  public func httpURL() throws -> HTTPURL {
    let authority = url.drop { $0 != "/" }.dropFirst(2).prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else {
      throw PersistenceError(
        .unavailable,
        detail: "an address with a name and a password can be read by others: keep them in the "
          + "variable LARDER_AUTH, in a netrc file or in a file named by --auth-file")
    }
    do { return try HTTPURL(url) } catch {
      throw PersistenceError(.unavailable, detail: "\(error)")
    }
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(part) {
        return start..<index(start, offsetBy: part.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
