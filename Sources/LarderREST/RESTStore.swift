public import HTTPTransport
public import LarderCore
public import LarderStore
import Synchronization

/// A service over HTTP as a store: entities, conditions pushed down as its dialect allows, pages followed.
///
/// Reading is here and in `Store/`; `apply(_:)` and what it needs stand in `Writing/`.
public final class RESTStore: EntityStore, FindingProviding {
  public struct Options: Sendable {
    /// The declared entities, or `nil` to ask the service or to look at its rows.
    public var schema: EntitySchema?

    /// Collections, where the service does not name them or only some are wanted; empty for all.
    public var collections: [String]
    public var isReadOnly: Bool

    /// The name and password of a log-in that gives a token; used where the dialect has one.
    public var credentials: Credentials?

    /// The rows of a page; `nil` for the dialect's own number.
    public var pageSize: Int?

    public init(
      schema: EntitySchema? = nil, collections: [String] = [], isReadOnly: Bool = false,
      credentials: Credentials? = nil, pageSize: Int? = nil
    ) {
      self.schema = schema
      self.collections = collections
      self.isReadOnly = isReadOnly
      self.credentials = credentials
      self.pageSize = pageSize
    }
  }

  /// The service's address, without secrets.
  public let identifier: String
  public let dialect: Dialect
  public let readOnlyReason: String?
  let client: ServiceClient
  let model: ServiceModel
  let memory = PushDownMemory()
  let writes = WriteMemory()
  let included = IncludedObjects()
  let pageSize: Int?
  private let isInterrupted = Atomic(false)
  private let state = Mutex(State())

  private struct State {
    var record: FetchRecord?
    var traceRegistration: (@Sendable (HTTPTraceListener?) -> Void)?
  }

  public var schema: EntitySchema { model.schema }

  var planner: ServicePlanner { ServicePlanner(client: client, model: model, memory: memory) }

  /// Opens a service and finds out what it holds.
  ///
  /// `base` is the service's address.
  ///
  /// - Throws: ``PersistenceError``: `store.unavailable` where it is not reached or refuses the caller,
  ///   `store.corrupt` for replies that are not as the dialect says, `store.unsupported` where it does
  ///   not say what it holds, `operation.cancelled`.
  public init(
    base: HTTPURL, dialect: Dialect, transport: any HTTPTransport, options: Options = Options()
  ) throws {
    var account: ServiceClient.Account?
    if dialect.takesSignIn(options.credentials),
      case .basic(let user, let password)? = options.credentials?.kind
    {
      account = ServiceClient.Account(user: user, password: password)
    }
    let client = ServiceClient(
      base: base, dialect: dialect, transport: transport, account: account)
    self.client = client
    self.dialect = dialect
    identifier = client.base.description
    pageSize = options.pageSize
    readOnlyReason = options.isReadOnly ? "it was opened as read-only" : nil
    do {
      model = try ServiceDiscovery(
        client: client, storeIdentifier: client.base.description, names: options.collections,
        schema: options.schema
      ).model()
    } catch { throw PersistenceError(error) }
  }

  /// What was guessed or left aside, what the service was seen not to do, and what it cannot hold.
  public var findings: [StoreFinding] {
    var findings = model.notes.map { StoreFinding($0) }
    switch dialect.evidence {
    case .documentation:
      findings.append(
        StoreFinding("the dialect `\(dialect.name)` was checked against documentation only"))
    case .unknown:
      findings.append(StoreFinding("the dialect `\(dialect.name)` is a description of the user's"))
    case .server: break
    }
    findings += memory.notes.map { StoreFinding($0.text, entity: $0.entity) }
    findings += writeFindings
    return findings + dialect.losses.map { StoreFinding("the service cannot hold \($0)") }
  }

  public func interrupt() {
    isInterrupted.store(true, ordering: .relaxed)
    client.interrupt()
  }
}

extension RESTStore {
  /// Runs a read, and turns what went wrong into the store's own error.
  func reading<Result>(of entity: EntityName?, _ body: () throws -> Result) throws -> Result {
    isInterrupted.store(false, ordering: .relaxed)
    do { return try body() } catch let error as RESTError {
      throw PersistenceError(error, entity: entity)
    } catch let error as HTTPError { throw PersistenceError(error, entity: entity) }
  }

  func checkInterruption() throws {
    if wasInterrupted { throw PersistenceError(.cancelled) }
  }

  /// Whether what runs is to end.
  var wasInterrupted: Bool { isInterrupted.load(ordering: .relaxed) }

  func forgetInterruption() { isInterrupted.store(false, ordering: .relaxed) }

  func remember(_ record: FetchRecord) { state.withLock { $0.record = record } }

  var lastRecord: FetchRecord? { state.withLock { $0.record } }
}

extension RESTStore: StoreRefreshing {
  /// Forgets every reply, every version and what the service was seen not to do.
  public func refresh() {
    client.cache.removeAll()
    memory.removeAll()
    writes.forgetVersions()
    included.removeAll()
    state.withLock { $0.record = nil }
  }
}

extension RESTStore: RequestTelling {
  /// Says how the transport is told who hears of its requests; whoever made it knows.
  public func setTraceRegistration(_ register: @escaping @Sendable (HTTPTraceListener?) -> Void) {
    state.withLock { $0.traceRegistration = register }
  }

  public func tellRequests(_ listener: @escaping @Sendable (_ text: () -> String) -> Void) {
    let register = state.withLock { $0.traceRegistration }
    register? { exchange in listener { exchange.description } }
  }
}

extension Dialect {
  /// Whether credentials are for the dialect's log-in, and go to the service only there.
  public func takesSignIn(_ credentials: Credentials?) -> Bool {
    guard signIn != nil, case .basic? = credentials?.kind else { return false }
    return true
  }
}
