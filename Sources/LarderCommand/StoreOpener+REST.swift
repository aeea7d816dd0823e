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
      return try RESTStore.open(
        address,
        access: ServiceAccess(
          sources: CredentialSources(
            file: options.authPath, environment: environment("LARDER_AUTH", "NETRC", "HOME")),
          authoritiesPath: options.authoritiesPath, dialectPath: options.dialectPath),
        options: RESTStore.Options(
          schema: options.schema,
          collections: (options.entityName?.rawValue ?? "").split(separator: ",").map(String.init),
          isReadOnly: options.isReadOnly))
    })

  private static func environment(_ names: String...) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = getenv(name).map { String(cString: $0) } }
    return values
  }
}
