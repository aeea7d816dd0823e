import HTTPTransport
import JSONTree
import LarderCore

/// One page of a list.
struct Page {
  var rows: [JSONNode]

  /// The number of objects over all pages, where the service tells it.
  var total: Int?
  var url: HTTPURL

  /// Related objects that came along.
  var included: [JSONNode] = []
}

/// Reads a list page by page, by the service's own links where it gives any.
///
/// It ends with an error rather than with too few rows: on a link that was followed before, on too many
/// pages, on a link to another origin, on a cursor that is known to lose objects.
struct PageReader {
  fileprivate let client: ServiceClient
  private let entity: EntityName
  fileprivate var next: HTTPRequest?
  private let parameters: [QueryParameter]
  private let path: String
  private let body: JSONNode?
  private var seen: Set<String> = []
  private var pageCount = 0
  private var emptyCount = 0
  private(set) var rowCount = 0

  private var form: PagingForm { client.dialect.paging }

  /// Begins at the first page of the list at a path below the service's address.
  ///
  /// `parameters` are those of the list, without the page's; `body` holds conditions that go into the body of
  /// a POST, together with the parameters, and is `nil` for a GET; `size` is the number of rows that a
  /// page should have, `nil` for the dialect's own.
  init(
    _ client: ServiceClient, path: String, parameters: [QueryParameter], body: JSONNode? = nil,
    size: Int?, entity: EntityName
  ) throws {
    self.client = client
    self.path = path
    self.body = body
    self.entity = entity
    let size = min(
      max(1, size ?? client.dialect.paging.defaultSize), client.dialect.paging.maximumSize)
    let form = client.dialect.paging
    self.parameters = parameters + (form.size.map { [QueryParameter($0, String(size))] } ?? [])
    var request = try Self.request(client, path, self.parameters, body)
    if let header = form.sizeHeader, let value = form.sizeHeaderValue {
      request.headers[header.name] = value.filled(["size": String(size)])
    }
    next = request
  }

  /// The first address that is asked.
  var firstURL: HTTPURL? { next?.url }

  /// The next page, or `nil` after the last.
  mutating func read() throws -> Page? {
    guard let request = next else { return nil }
    try checkNew(request)
    let reply = try client.read(request)
    let envelope = client.dialect.envelope
    guard let rows = Self.rows(in: reply.body, envelope) else {
      throw RESTError.unreadable(
        url: request.url.description,
        problem: "there is no array of rows"
          + (envelope.rows.isEmpty ? "" : " at `\(envelope.rows.joined(separator: "."))`"))
    }
    var page = Page(rows: rows, total: Self.total(of: reply, envelope), url: request.url)
    page.included = envelope.included.flatMap { reply.body.member(at: $0)?.elements } ?? []
    rowCount += rows.count
    next = try following(page, reply, like: request)
    return page
  }

  /// A request for rows: a POST where conditions go into a body.
  private static func request(
    _ client: ServiceClient, _ path: String, _ parameters: [QueryParameter], _ body: JSONNode?
  ) throws -> HTTPRequest {
    guard let form = client.dialect.filter, let name = form.bodyMember, let body else {
      return HTTPRequest(.get, try client.url(path, parameters))
    }
    let members = parameters.map { parameter in
      JSONNode.Member(
        name: parameter.name,
        value: Int64(parameter.value) == nil ? .text(parameter.value) : .number(parameter.value))
    }
    let text = JSONNode.object([JSONNode.Member(name: name, value: body)] + members).text
    return HTTPRequest(
      .post, try client.url(form.bodyPath?.filled(["collection": path]) ?? path),
      headers: ["Content-Type": "application/json"], body: Array(text.utf8), repetition: .safe,
      followsRedirects: false)
  }

  private mutating func checkNew(_ request: HTTPRequest) throws {
    let key = request.url.text + " " + String(decoding: request.body ?? [], as: UTF8.self)
    guard seen.insert(key).inserted else {
      throw incomplete("the service leads back to a page that was read before, \(request.url)")
    }
    pageCount += 1
    guard pageCount <= form.pageLimit else {
      throw incomplete("there are more than \(form.pageLimit) pages")
    }
  }

  /// A body that is an array is the rows, whatever the envelope says: some services page only large lists.
  static func rows(in body: JSONNode, _ envelope: EnvelopeForm) -> [JSONNode]? {
    if case .array(let rows) = body { return rows }
    guard !envelope.rows.isEmpty, case .array(let rows)? = body.member(at: envelope.rows) else {
      return nil
    }
    return rows
  }

  static func total(of reply: ServiceReply, _ envelope: EnvelopeForm) -> Int? {
    if let name = envelope.totalHeader, let text = reply.headers[name] {
      return Int(text.split(separator: "/").last ?? "")
    }
    guard let path = envelope.total, let total = reply.body.member(at: path)?.integer, total >= 0
    else { return nil }
    return total
  }

  private mutating func following(
    _ page: Page, _ reply: ServiceReply, like request: HTTPRequest
  ) throws -> HTTPRequest? {
    emptyCount = page.rows.isEmpty ? emptyCount + 1 : 0
    if let link = link(in: reply) {
      guard emptyCount < 2 else {
        throw incomplete("the service gives empty pages, each with a link to a further one")
      }
      return try follow(link, from: reply, total: page.total, like: request)
    }
    // No link is the end, where links are what the service has.
    guard form.kind == .page || form.kind == .offset, let position = form.position,
      !page.rows.isEmpty
    else { return nil }
    if let total = page.total, rowCount >= total { return nil }
    let value = form.kind == .page ? form.firstPage + pageCount : rowCount
    let all = parameters + [QueryParameter(position, String(value))]
    var next = try Self.request(client, path, all, body)
    for header in request.headers.fields { next.headers.set(header) }
    return next
  }

  private func link(in reply: ServiceReply) -> String? {
    let envelope = client.dialect.envelope
    if let path = envelope.next {
      return reply.body.member(at: path)?.plainText
        ?? reply.body.member(at: path + ["href"])?.plainText
    }
    guard let name = envelope.nextHeader else { return nil }
    let values = reply.headers.values(of: name)
    return name.lowercased() == "link" ? LinkHeader.next(in: values) : values.first
  }

  private func follow(
    _ link: String, from reply: ServiceReply, total: Int?, like request: HTTPRequest
  ) throws -> HTTPRequest {
    let url: HTTPURL
    do { url = try reply.url.resolving(link) } catch {
      throw RESTError.unreadable(
        url: reply.url.description, problem: "its link to the next page is no address")
    }
    guard url.origin == client.base.origin else {
      throw incomplete("the next page is at another origin, \(url.origin)")
    }
    let names = (url.query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } }
    if total == nil,
      let cursor = form.untrustedCursors.first(where: names.map(String.init).contains)
    {
      throw incomplete(
        "the service pages by `\(cursor)` and tells no total, so objects without a value in its order "
          + "would be left out unseen")
    }
    var next = request
    next.url = url
    return next
  }

  func incomplete(_ detail: String) -> PersistenceError {
    PersistenceError(.incomplete, entity: entity, detail: detail)
  }
}

extension PageReader {
  /// The first page alone; nothing is asked of the pages behind it.
  mutating func readFirst() throws -> Page? {
    guard let request = next else { return nil }
    next = nil
    let reply = try client.read(request)
    guard let rows = Self.rows(in: reply.body, client.dialect.envelope) else {
      throw RESTError.unreadable(
        url: request.url.description, problem: "there is no array of rows")
    }
    return Page(rows: rows, total: Self.total(of: reply, client.dialect.envelope), url: request.url)
  }
}
