public import Foundation
public import Larder
public import LarderCore
import HTTPTransport
import LarderREST
public import LarderStore

/// A store of models in a service over HTTP: an entity a collection, by the dialect that the address names.
///
/// ```swift
/// let container = try ModelContainer(
///   for: Person.self,
///   configurations: RESTStoreConfiguration("people", address: "odata+https://host/service/"))
/// ```
///
/// The classes' names are those of the collections, and their properties those of the rows. What a service
/// cannot hold, and what becomes of a save that it breaks off, say the dialects in `docs/rest-dialects.md`.
public typealias RESTStoreConfiguration = EntityDataStoreConfiguration<RESTService>

/// The store of a ``RESTStoreConfiguration``.
public typealias RESTDataStore = EntityDataStore<RESTService>

/// A service over HTTP as the medium of a store.
public struct RESTService: EntityStoreMedium {
  /// Who a service is asked as.
  public enum Account: Hashable, Sendable {
    /// A name and a password; where the dialect has a log-in, that of the log-in.
    case password(user: String, password: String)
    /// A token of a bearer.
    case token(String)
    /// A header of the service's own.
    case header(name: String, value: String)
  }

  /// The dialect, `+` and the address: `odata+https://host/service/`.
  public let address: String

  /// Who asks; nil to look into the environment (`LARDER_AUTH`) and the user's netrc file.
  public let account: Account?

  /// A file that describes the dialect of an address that begins with `rest+`.
  public let dialectFile: URL?

  /// A file with the certificates that are trusted; nil for the system's.
  public let authoritiesFile: URL?

  /// False opens the service for reading alone.
  public let allowsSave: Bool

  public init(
    address: String, account: Account? = nil, dialectFile: URL? = nil,
    authoritiesFile: URL? = nil, allowsSave: Bool = true
  ) {
    self.address = address
    self.account = account
    self.dialectFile = dialectFile
    self.authoritiesFile = authoritiesFile
    self.allowsSave = allowsSave
  }

  /// - Throws: ``LarderCore/PersistenceError`` with code `store.unavailable` for what is no address, or a
  ///   service that is not reached.
  public func open(for schema: EntitySchema) throws -> any EntityStore {
    guard let service = ServiceAddress(address) else {
      throw PersistenceError(
        .unavailable,
        detail: "`\(address)` is no address of a service, such as odata+https://host/service/")
    }
    return try RESTStore.open(
      service,
      access: ServiceAccess(
        account: account?.kind,
        sources: CredentialSources(file: nil, environment: ProcessInfo.processInfo.environment),
        authoritiesPath: authoritiesFile?.path, dialectPath: dialectFile?.path),
      options: RESTStore.Options(schema: schema, isReadOnly: !allowsSave))
  }
}

extension RESTService.Account {
  fileprivate var kind: Credentials.Kind {
    switch self {
    case .password(let user, let password): .basic(user: user, password: password)
    case .token(let token): .bearer(token: token)
    case .header(let name, let value): .header(name: name, value: value)
    }
  }
}

extension EntityDataStoreConfiguration where Medium == RESTService {
  public var address: String { medium.address }

  /// A store in a service, under a name of one's own choice.
  public init(
    _ name: String = "service", schema: Schema? = nil, address: String,
    account: RESTService.Account? = nil, dialectFile: URL? = nil, authoritiesFile: URL? = nil,
    allowsSave: Bool = true
  ) {
    self.init(
      name, schema: schema,
      medium: RESTService(
        address: address, account: account, dialectFile: dialectFile,
        authoritiesFile: authoritiesFile, allowsSave: allowsSave))
  }
}
