import HTTPTransport
import LarderTestSupport
import Testing

@Suite struct RedirectTests {
  private static func careful(
    _ credentials: [Credentials] = []
  ) -> CarefulTransport<CurlTransport> {
    CarefulTransport(over: .quick(), credentials: credentials)
  }

  /// A server that redirects `/from` and answers anything else.
  private static func server(_ status: Int, to location: String) throws -> HostileServer {
    try HostileServer { connection in
      while let request = connection.nextRequest() {
        let isRedirect = request.target.hasPrefix("/from")
        connection.send(
          isRedirect
            ? HTTPText.reply(status, headers: ["Location: \(location)"])
            : HTTPText.reply(200, "here"))
      }
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func readsFollowRedirects(_ status: Int) throws {
    let server = try Self.server(status, to: "../people/?x=%2F")

    let response = try Self.careful().send(
      HTTPRequest(.get, try HTTPURL(server.url + "/from/a")))

    #expect(response.text == "here")
    #expect(response.url.text == server.url + "/people/?x=%2F")
    #expect(response.tries == 2)
    #expect(server.requests.map(\.target) == ["/from/a", "/people/?x=%2F"])
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete], [301, 302, 303, 307, 308])
  func writesAreNotSentOnUnasked(_ method: HTTPMethod, _ status: Int) throws {
    let server = try Self.server(status, to: "/people/")
    let request = HTTPRequest(method, try HTTPURL(server.url + "/from"), body: [65])

    let error = #expect(throws: HTTPError.self) { try Self.careful().send(request) }

    #expect(error?.code == .redirectRefused)
    #expect(error?.status == status)
    #expect(error?.location == "/people/")
    #expect(error?.delivery == .answered)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    (301, "301 leads to URL/people/, where a write could lose its body: address it there"),
    (303, "303 leads to URL/people/, where the result of the write would be"),
    (307, "307 leads to URL/people/, and a write is not sent on unasked: address it there"),
  ])
  func aRefusalSaysWhereTheServiceIs(_ status: Int, _ detail: String) throws {
    let server = try Self.server(status, to: "/people/")

    let error = #expect(throws: HTTPError.self) {
      try Self.careful().send(HTTPRequest(.post, try HTTPURL(server.url + "/from")))
    }

    let whole = "POST URL/from: a redirect that is not followed: \(detail)"
    #expect(error?.description == whole.replacing("URL", with: server.url))
  }

  @Test(arguments: [307, 308])
  func aWriteThatMayBeRedirectedKeepsMethodAndBody(_ status: Int) throws {
    let server = try Self.server(status, to: "/people/")
    let request = HTTPRequest(
      .patch, try HTTPURL(server.url + "/from"), headers: ["If-Match": "1"], body: [65, 66],
      followsRedirects: true)

    #expect(try Self.careful().send(request).text == "here")

    let last = try #require(server.requests.last)
    #expect(last.method == "PATCH")
    #expect(last.body == [65, 66])
    #expect(last["If-Match"] == "1")
  }

  @Test(arguments: [301, 302, 303])
  func aWriteThatMayBeRedirectedNeverBecomesARead(_ status: Int) throws {
    let server = try Self.server(status, to: "/people/")
    let request = HTTPRequest(
      .post, try HTTPURL(server.url + "/from"), followsRedirects: true)

    let error = #expect(throws: HTTPError.self) { try Self.careful().send(request) }

    #expect(error?.code == .redirectRefused)
    #expect(server.requests.count == 1)
  }

  @Test func secretsDoNotGoToAnotherOrigin() throws {
    let other = try HostileServer(replies: [HTTPText.reply(200, "there")])
    let server = try Self.server(302, to: other.url + "/x")
    let url = try HTTPURL(server.url + "/from")
    let credentials = Credentials(.header(name: "X-Key", value: "geheim"), for: url.origin)
    let headers: HTTPHeaders = ["Authorization": "Basic x", "Cookie": "y", "Accept": "text/plain"]

    let response = try Self.careful([credentials]).send(
      HTTPRequest(.get, url, headers: headers))

    #expect(response.text == "there")
    let first = try #require(server.requests.first)
    #expect(first["X-Key"] == "geheim")
    #expect(first["Authorization"] == "Basic x")
    let last = try #require(other.requests.first)
    #expect(last["Accept"] == "text/plain")
    #expect(last["X-Key"] == nil)
    #expect(last["Authorization"] == nil)
    #expect(last["Cookie"] == nil)
  }

  @Test func aWriteGoesToNoOtherOriginEvenWhereItMayBeRedirected() throws {
    let other = try HostileServer(replies: [HTTPText.reply()])
    let server = try Self.server(307, to: other.url + "/x")

    let error = #expect(throws: HTTPError.self) {
      try Self.careful().send(
        HTTPRequest(.put, try HTTPURL(server.url + "/from"), followsRedirects: true))
    }

    #expect(error?.detail == "307 leads to \(other.url)/x, another origin")
    #expect(other.requests.isEmpty)
  }

  @Test func aSecureConnectionIsNotTradedForAnOpenOne() throws {
    let base = ScriptedTransport([.reply(302, ["Location": "http://h/p"]), .reply(200)])

    let error = #expect(throws: HTTPError.self) {
      try CarefulTransport(over: base).send(HTTPRequest(.get, try HTTPURL("https://h/p")))
    }

    #expect(error?.detail == "302 leads to http://h/p, an open connection")
    #expect(base.requests.count == 1)
  }

  @Test(arguments: ["ftp://h/", "http://u:p@h/", "http://"])
  func aUselessLocationIsRefused(_ location: String) throws {
    let server = try Self.server(302, to: location)

    let error = #expect(throws: HTTPError.self) {
      try Self.careful().send(HTTPRequest(.get, try HTTPURL(server.url + "/from")))
    }

    #expect(error?.detail == "302 leads to no usable URL")
    #expect(error?.location == location)
  }

  @Test func redirectsThatNeverEndAreCutOff() throws {
    let server = try Self.server(302, to: "/from?again")

    let error = #expect(throws: HTTPError.self) {
      try Self.careful().send(HTTPRequest(.get, try HTTPURL(server.url + "/from")))
    }

    #expect(error?.detail == "302 leads to \(server.url)/from?again, after 5 others")
    #expect(server.requests.count == 6)
  }

  @Test(arguments: [(304, "/x"), (300, "/x"), (305, "/x"), (201, "/people/1")])
  func otherRepliesWithALocationAreTheCallers(_ status: Int, _ location: String) throws {
    let server = try Self.server(status, to: location)

    let response = try Self.careful().send(
      HTTPRequest(.post, try HTTPURL(server.url + "/from")))

    #expect(response.status == status)
    #expect(response.headers["Location"] == location)
  }

  @Test func aReadThatFollowsNoneReturnsTheRedirect() throws {
    let server = try Self.server(302, to: "/x")
    let request = HTTPRequest(
      .get, try HTTPURL(server.url + "/from"), followsRedirects: false)

    #expect(try Self.careful().send(request).status == 302)
  }
}
