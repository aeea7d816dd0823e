public import HTTPTransport
import LarderCore

/// How a service is reached, and who asks.
public struct ServiceAccess: Sendable {
  /// Who asks; `nil` to look in the sources.
  public var account: Credentials.Kind?

  /// Where names and passwords are looked for: a file of ours, a variable, a netrc file.
  public var sources: CredentialSources

  /// A file with the certificates that are trusted; `nil` for the system's.
  public var authoritiesPath: String?

  /// A file that describes the dialect; `nil` for the one that the address names.
  public var dialectPath: String?

  public init(
    account: Credentials.Kind? = nil, sources: CredentialSources = CredentialSources(),
    authoritiesPath: String? = nil, dialectPath: String? = nil
  ) {
    self.account = account
    self.sources = sources
    self.authoritiesPath = authoritiesPath
    self.dialectPath = dialectPath
  }
}

extension RESTStore {
  /// Opens the service at an address over libcurl, with retries and redirects as they are safe.
  ///
  /// - Throws: ``PersistenceError`` as ``init(base:dialect:transport:options:)``, and `store.unavailable` for
  ///   a dialect or credentials that cannot be read.
  public static func open(
    _ address: ServiceAddress, access: ServiceAccess, options: Options = Options()
  ) throws -> RESTStore {
    let base = try address.httpURL()
    let dialect = try address.dialect(path: access.dialectPath)
    let credentials = try access.credentials(for: base.origin)
    var settings = HTTPSettings()
    settings.security.authorities = access.authoritiesPath
    let transport = CarefulTransport(
      over: CurlTransport(settings),
      credentials: dialect.takesSignIn(credentials) ? [] : credentials.map { [$0] } ?? [])
    var options = options
    options.credentials = credentials
    let store = try RESTStore(
      base: base, dialect: dialect, transport: transport, options: options)
    store.setTraceRegistration { transport.setListener($0) }
    return store
  }
}

extension ServiceAccess {
  fileprivate func credentials(for origin: HTTPOrigin) throws -> Credentials? {
    if let account { return Credentials(account, for: origin) }
    do { return try sources.credentials(for: origin) } catch {
      throw PersistenceError(.unavailable, detail: "\(error)", underlyingError: error)
    }
  }
}
