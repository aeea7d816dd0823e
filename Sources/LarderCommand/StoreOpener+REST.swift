import Glibc
import HTTPTransport
import LarderCore
import LarderREST
import LarderShell

extension StoreOpener {
  /// Services over HTTP, by the dialect that stands before their address.
  static let rest = StoreOpener(
    kind: "REST", sought: "an address such as odata+https://host/service/",
    recognises: { location, prefix in
      prefix == nil && ServiceAddress(location.address) != nil
    },
    open: { location, options in
      guard let address = ServiceAddress(location.address) else {
        throw PersistenceError(.unavailable, detail: "it is no address of a service")
      }
      let base = try address.httpURL()
      let dialect = try address.dialect(path: options.dialectPath)
      return try RESTStore.open(base, dialect, options)
    })
}

extension RESTStore {
  fileprivate static func open(
    _ base: HTTPURL, _ dialect: Dialect, _ options: StoreOptions
  ) throws -> RESTStore {
    let credentials: Credentials?
    do {
      credentials = try CredentialSources(
        file: options.authPath, environment: environment("LARDER_AUTH", "NETRC", "HOME")
      ).credentials(for: base.origin)
    } catch { throw PersistenceError(.unavailable, detail: "\(error)", underlyingError: error) }
    var settings = HTTPSettings()
    settings.security.authorities = options.authoritiesPath
    let transport = CarefulTransport(
      over: CurlTransport(settings),
      credentials: dialect.takesSignIn(credentials) ? [] : credentials.map { [$0] } ?? [])
    let store = try RESTStore(
      base: base, dialect: dialect, transport: transport,
      options: RESTStore.Options(
        schema: options.schema,
        collections: (options.entityName?.rawValue ?? "").split(separator: ",").map(String.init),
        isReadOnly: options.isReadOnly, credentials: credentials))
    store.setTraceRegistration { transport.setListener($0) }
    return store
  }

  private static func environment(_ names: String...) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = getenv(name).map { String(cString: $0) } }
    return values
  }
}
