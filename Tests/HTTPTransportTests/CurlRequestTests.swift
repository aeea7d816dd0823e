import HTTPTransport
import LarderTestSupport
import Testing

/// What a service sees of a request.
@Suite struct CurlRequestTests {
  @Test func aRequestArrivesAsItWasMade() throws {
    let server = try HostileServer(replies: [HTTPText.reply()])
    var request = HTTPRequest(
      HTTPMethod(rawValue: "MERGE"), try HTTPURL(server.url + "/a/../b%2F?c=%20d+e"),
      headers: ["Content-Type": "application/json", "If-Match": "W/\"1\"", "X-Empty": ""],
      body: Array("né\0".utf8))
    request.headers.add(HTTPHeader("If-Match", "\"2\""))

    _ = try CurlTransport.quick().send(request)

    let received = try #require(server.requests.first)
    #expect(received.method == "MERGE")
    #expect(received.target == "/a/../b%2F?c=%20d+e")
    #expect(received.body == Array("né\0".utf8))
    #expect(received["Content-Type"] == "application/json")
    #expect(received["If-Match"] == "W/\"1\", \"2\"")
    #expect(received["X-Empty"] == "")
  }

  @Test func onlyWhatIsNeededIsAdded() throws {
    let server = try HostileServer(replies: [HTTPText.reply()])

    _ = try CurlTransport.quick().get(server.url)

    #expect(
      server.requests.first?.headerLines == [
        "Host: 127.0.0.1:\(server.port)", "Accept: */*", "Accept-Encoding: gzip",
        "User-Agent: larder",
      ])
  }

  @Test(arguments: [
    (HTTPMethod.post, [UInt8]?.none, String?("0")), (.put, nil, "0"), (.patch, [], "0"),
    (.get, nil, nil),
    (.delete, nil, nil), (.delete, [65], "1"), (.get, [65, 66], "2"), (.post, [65], "1"),
  ])
  func bodiesHaveTheLengthThatIsSent(_ method: HTTPMethod, _ body: [UInt8]?, _ length: String?)
    throws
  {
    let server = try HostileServer(replies: [HTTPText.reply()])

    _ = try CurlTransport.quick().send(HTTPRequest(method, try HTTPURL(server.url), body: body))

    let received = try #require(server.requests.first)
    #expect(received.method == method.rawValue)
    #expect(received["Content-Length"] == length)
    #expect(received["Content-Type"] == nil)
    #expect(received["Expect"] == nil)
    #expect(received.body == body ?? [])
  }

  @Test func aLargeBodyIsSentWithoutWaitingToBeAsked() throws {
    let server = try HostileServer(replies: [HTTPText.reply()])
    let body = [UInt8](repeating: 120, count: 3_000_000)

    let response = try CurlTransport.quick().send(
      HTTPRequest(.post, try HTTPURL(server.url), body: body))

    #expect(response.status == 200)
    #expect(server.requests.first?.body.count == body.count)
    #expect(server.requests.first?["Expect"] == nil)
  }

  @Test func theReplyToHEADHasNoBody() throws {
    let server = try HostileServer(replies: [
      HTTPText.head(headers: ["Content-Length: 5", "Total-Objects: 57"])
    ])

    let response = try CurlTransport.quick().send(HTTPRequest(.head, try HTTPURL(server.url)))

    #expect(response.headers["Total-Objects"] == "57")
    #expect(response.body.isEmpty)
    #expect(server.requests.first?.method == "HEAD")
  }

  @Test(arguments: [
    (HTTPMethod(rawValue: "GET /x"), HTTPHeader("A", "b"), "`GET /x` is no method"),
    (HTTPMethod(rawValue: ""), HTTPHeader("A", "b"), "`` is no method"),
    (.get, HTTPHeader("A:", "b"), "`A:` is no name of a header"),
    (.get, HTTPHeader("", "b"), "`` is no name of a header"),
    (.get, HTTPHeader("A", "b\r\nC: d"), "the value of the header A holds control characters"),
    (.get, HTTPHeader("A", "b\0"), "the value of the header A holds control characters"),
    (.get, HTTPHeader("content-length", "5"), "the header content-length is the transport's own"),
  ])
  func whatWouldBreakTheMessageIsNotSent(
    _ method: HTTPMethod, _ header: HTTPHeader, _ detail: String
  ) throws {
    let server = try HostileServer(replies: [HTTPText.reply()])
    let request = HTTPRequest(
      method, try HTTPURL(server.url), headers: HTTPHeaders([header]))

    let error = #expect(throws: HTTPError.self) { try CurlTransport.quick().send(request) }

    #expect(error?.outcome == "not a request that can be sent: \(detail) [notSent]")
    #expect(server.requests.isEmpty)
  }

  @Test func connectionsAreUsedAgain() throws {
    let server = try HostileServer(replies: [HTTPText.reply(200, "x")])
    let transport = CurlTransport.quick()

    for _ in 0..<20 { _ = try transport.get(server.url) }

    #expect(server.requests.count == 20)
    #expect(server.connectionCount == 1)
  }

  @Test func aServiceOnThisMachineIsReachedWithoutTheProxy() throws {
    let server = try HostileServer(replies: [HTTPText.reply(200, "direct")])
    var settings = HTTPSettings()
    settings.proxy = .url("http://127.0.0.1:1", exceptions: [])

    #expect(try CurlTransport(settings).get(server.url).text == "direct")
  }

  @Test func otherServicesAreReachedThroughTheProxy() throws {
    let proxy = try HostileServer(replies: [HTTPText.reply(200, "by proxy")])
    var settings = HTTPSettings()
    settings.proxy = .url(proxy.url, exceptions: ["other.invalid"])

    let response = try CurlTransport(settings).get("http://service.invalid/people")

    #expect(response.text == "by proxy")
    #expect(proxy.requests.first?.target == "http://service.invalid/people")
    #expect(proxy.requests.first?["Host"] == "service.invalid")
  }

  @Test func thereAreNoMoreConnectionsThanAllowed() throws {
    let server = try HostileServer(replies: [HTTPText.reply(200, "x")])
    var settings = HTTPSettings()
    settings.mostConnections = 2
    let transport = CurlTransport(settings)

    let statuses = try Concurrently.map(0..<12) { _ in try transport.get(server.url).status }

    #expect(statuses == Array(repeating: 200, count: 12))
    #expect(server.connectionCount <= 2)
  }
}
