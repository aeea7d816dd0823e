import HTTPTransport
import JSONTree
import LarderCore
import Synchronization

/// Sends the requests of one service, signed in where its dialect asks for it, and reads JSON replies.
///
/// Reading and writing share it: reads go through ``read(_:)``, changes through ``send(_:)``.
final class ServiceClient: Sendable {
  /// The service's address; its path ends with a slash.
  let base: HTTPURL
  let dialect: Dialect
  private let transport: any HTTPTransport

  /// The name and password of a log-in that gives a token; `nil` where there is none.
  private let account: Account?
  private let token = Mutex<AccessToken?>(nil)
  let cache = ReplyCache()

  struct Account: Hashable, Sendable {
    var user: String
    var password: String
  }

  init(
    base: HTTPURL, dialect: Dialect, transport: any HTTPTransport, account: Account? = nil
  ) {
    self.base =
      base.path.hasSuffix("/") ? base : HTTPURL(base.origin, path: base.path + "/", query: nil)
    self.dialect = dialect
    self.transport = transport
    self.account = account
  }

  func interrupt() { transport.interrupt() }

  /// Sends a request with the dialect's headers, signed in; a reply with any status comes back.
  func send(_ request: HTTPRequest) throws -> HTTPResponse {
    var request = request
    for header in dialect.headers where request.headers[header.name] == nil {
      request.headers.add(HTTPHeader(header.name, header.value))
    }
    guard let account, dialect.signIn != nil, request.url.origin == base.origin else {
      return try transport.send(request)
    }
    let token = try signIn(account, renewing: nil)
    let response = try send(request, token)
    // What was refused was not done, unless an earlier try of it was: then a repetition would be one more.
    guard token.isDoubted(by: response.status), !response.mayHaveBeenDoneBefore else {
      return response
    }
    let new = try signIn(account, renewing: token)
    let second = try send(request, new)
    if second.status == 403 { trust(new) }
    return second
  }

  private func trust(_ token: AccessToken) {
    self.token.withLock { if $0 == token { $0?.isTrusted = true } }
  }

  private func send(_ request: HTTPRequest, _ token: AccessToken) throws -> HTTPResponse {
    var signed = request
    signed.headers.set(token.header)
    return try transport.send(signed)
  }

  /// The token of a log-in: the one at hand, unless it is the one to be renewed.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable` where the log-in is refused; ``HTTPError``.
  private func signIn(_ account: Account, renewing old: AccessToken?) throws -> AccessToken {
    guard let form = dialect.signIn else { throw PersistenceError(.unsupported) }
    return try token.withLock { token in
      if let known = token, known != old, known.renewal.map({ $0 > .now }) ?? true { return known }
      let values = ["user": account.user, "password": account.password]
      let body = JSONNode.object(
        form.body.map { .init(name: $0.name, value: .text($0.value.filled(values))) })
      let request = HTTPRequest(
        .post, try url(form.path), headers: ["Content-Type": "application/json"],
        body: Array(body.text.utf8), repetition: .safe, hidesBodies: true)
      let response = try transport.send(request)
      guard response.isSuccess else {
        let error = RESTError(response, to: request)
        throw PersistenceError(
          .unavailable, detail: "the log-in failed: \(error)", underlyingError: error)
      }
      guard let secret = try node(response).member(at: form.token)?.plainText else {
        throw RESTError.unreadable(url: request.url.description, problem: "it holds no token")
      }
      let header = HTTPHeader(
        "Authorization", form.header.filled(["token": secret]), isSecret: true)
      let new = AccessToken(secret, header: header)
      token = new
      return new
    }
  }

  /// The reply to a read; one that is known already where the service says that it still holds.
  ///
  /// - Throws: ``RESTError`` for a status that is no success and for what is no JSON; ``HTTPError``.
  func read(_ request: HTTPRequest) throws -> ServiceReply {
    var request = request
    let address = request.url.text
    let isCacheable = request.method == .get
    let known = isCacheable ? cache.entry(for: address) : nil
    if let known { request.headers["If-None-Match"] = known.etag }
    let response = try send(request)
    if response.status == 304, let known { return known.reply }
    guard response.isSuccess else { throw RESTError(response, to: request) }
    let body = request.method == .head ? .null : try node(response)
    let reply = ServiceReply(url: response.url, headers: response.headers, body: body)
    if isCacheable, let etag = response.headers["ETag"] {
      cache.store(reply, etag: etag, size: response.body.count, for: address)
    }
    return reply
  }

  /// The JSON of a reply's body; null for an empty one.
  func node(_ response: HTTPResponse) throws -> JSONNode {
    if response.body.isEmpty { return .null }
    // Texts with other letters in them than the service has would pass for its own.
    guard String(validating: response.body, as: UTF8.self) != nil else {
      throw RESTError.unreadable(
        url: response.url.description, problem: "it is not UTF-8\(Self.typeText(response))")
    }
    let read: (node: JSONNode, repeatedNames: [String])
    do { read = try JSONReader.read(response.body) } catch {
      throw RESTError.unreadable(
        url: response.url.description, problem: "\(error)\(Self.typeText(response))")
    }
    if let name = read.repeatedNames.first {
      throw RESTError.unreadable(
        url: response.url.description, problem: "`\(name)` stands twice in one object")
    }
    return read.node
  }

  private static func typeText(_ response: HTTPResponse) -> String {
    response.headers["Content-Type"].map { ", of type \($0)" } ?? ""
  }
}

extension ServiceClient {
  /// An address below the service's: a path, percent-encoded already, and parameters.
  func url(_ path: String, _ parameters: [QueryParameter] = []) throws -> HTTPURL {
    let query = parameters.queryText
    let mark = query.isEmpty ? "" : path.contains("?") ? "&" : "?"
    return try base.resolving("./" + path + mark + query)
  }

  /// The path of an entity's objects.
  func path(of entity: ServiceEntity) -> String {
    let path = dialect.collection.path.filled([
      "entity": entity.collection.percentEncoded(keeping: "/")
    ])
    return dialect.collection.hasTrailingSlash && !path.hasSuffix("/") ? path + "/" : path
  }

  /// The path of one object.
  func path(of identifier: PersistentIdentifier, _ entity: ServiceEntity) throws -> String {
    var collection = path(of: entity)
    if collection.hasSuffix("/") { collection.removeLast() }
    let path = dialect.collection.item.filled([
      "collection": collection, "entity": entity.collection.percentEncoded(keeping: "/"),
      "id": try keyText(identifier.primaryKey, entity),
    ])
    return dialect.collection.hasTrailingSlash && !path.hasSuffix("/") ? path + "/" : path
  }

  /// A key as addresses spell it.
  private func keyText(
    _ key: PersistentIdentifier.PrimaryKey, _ entity: ServiceEntity
  ) throws -> String {
    switch (dialect.identifier.spelling, key) {
    case (_, .temporary): throw PersistenceError(.objectNotFound, entity: entity.name)
    case (.plain, .integer(let number)): return String(number)
    case (.plain, .text(let text)):
      // `.` and `..` would lead elsewhere.
      guard !text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") }) else {
        throw PersistenceError(.objectNotFound, entity: entity.name)
      }
      return text.percentEncoded
    case (.plain, .composite):
      throw PersistenceError(.unsupported, entity: entity.name, detail: "a key of several parts")
    case (.odata, .composite(let parts)):
      guard parts.count == entity.keys.count else {
        throw PersistenceError(.objectNotFound, entity: entity.name)
      }
      return zip(entity.keys, parts).map {
        $0.wireName + "=" + Self.odataKey($1, $0.type)
      }.joined(separator: ",")
    case (.odata, _): return Self.odataKey(key, entity.keys.first?.type ?? .text)
    }
  }

  private static func odataKey(
    _ key: PersistentIdentifier.PrimaryKey, _ type: EntitySchema.AttributeType
  ) -> String {
    switch key {
    case .integer(let number): return String(number)
    case .text(let text):
      guard type == .text else { return text.percentEncoded(keeping: ":") }
      let doubled = text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''")
      return "'" + doubled.percentEncoded(keeping: "'") + "'"
    case .temporary, .composite: return ""
    }
  }
}
