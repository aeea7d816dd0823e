import FoundationEssentials
import HTTPTransport
import LarderTestSupport
import Testing

/// The transport against real services.
@Suite(.enabled(if: RESTServer.areInstalled)) struct RealServiceTests {
  private static func careful(_ server: RESTServer) throws -> CarefulTransport<CurlTransport> {
    let origin = try server.url("").origin
    let credentials = server.kind == .kinto ? server.account : nil
    return CarefulTransport(
      over: CurlTransport(),
      credentials: credentials.map {
        [Credentials(.basic(user: $0.user, password: $0.password), for: origin)]
      } ?? [],
      timeout: .seconds(20))
  }

  @Test(arguments: [
    (RESTServer.Kind.odata, "People?$count=true&$top=1", "\"@odata.count\":57"),
    (.pocketBase, "api/collections/people/records?perPage=1", "\"totalItems\":57"),
    (.jsonAPI, "people?page%5Bsize%5D=1", "\"meta\": {\"total\": 57}"),
    (.kinto, "buckets/larder/collections/people/records?_sort=age", "\"name\":\"O'Hara\""),
    (.drf, "people/?page_size=1", "\"count\":57"),
  ])
  func everyServiceHoldsTheRows(_ kind: RESTServer.Kind, _ path: String, _ part: String) throws {
    let server = try RESTServer.shared(kind)
    let transport = try Self.careful(server)
    let accept = kind == .jsonAPI ? "application/vnd.api+json" : "application/json"
    let url = try server.url(path)

    let response = try transport.send(HTTPRequest(.get, url, headers: ["Accept": accept]))
    let again = try transport.send(HTTPRequest(.get, url, headers: ["Accept": accept]))

    #expect(response.status == 200)
    #expect(response.text.contains(part))
    #expect(again.body == response.body)
  }

  @Test func kintoCountsTheRowsInAHeader() throws {
    let server = try RESTServer.shared(.kinto)
    let url = try server.url("buckets/larder/collections/people/records")

    let response = try Self.careful(server).send(HTTPRequest(.head, url))

    #expect(response.headers["total-objects"] == "57")
  }

  @Test func aChallengeIsAReplyAtOnce() throws {
    let server = try RESTServer.shared(.kinto)

    let response = try CurlTransport.quick(whole: 20_000).get(server.url + "buckets")

    #expect(response.status == 401)
    #expect(response.headers["WWW-Authenticate"] == "Basic realm=\"Realm\"")
    #expect(response.text.contains("Please authenticate yourself"))
    #expect(response.tries == 1)
    #expect(response.duration < .seconds(10))
  }

  @Test func aCreateWithoutTheSlashIsNotLost() throws {
    let server = try RESTServer.shared(.drf)
    let transport = try Self.careful(server)
    let body = Array("{\"name\":\"lost\"}".utf8)
    let request = HTTPRequest(
      .post, try server.url("people"), headers: ["Content-Type": "application/json"], body: body,
      followsRedirects: true)

    let error = #expect(throws: HTTPError.self) { try transport.send(request) }

    #expect(
      error?.description == """
        POST \(server.url)people: a redirect that is not followed: 301 leads to \(server.url)people/, \
        where a write could lose its body: address it there
        """)
    let read = try transport.send(HTTPRequest(.get, try server.url("people?name=lost")))
    #expect(read.url.text == server.url + "people/?name=lost")
    #expect(read.text.contains("\"count\":0"))
  }

  @Test func aCreateWithASlashTooMuchKeepsItsBody() throws {
    let server = try RESTServer.shared(.kinto)
    let transport = try Self.careful(server)
    let bucket = try server.url("buckets/slash")
    _ = try transport.send(HTTPRequest(.put, bucket))
    _ = try transport.send(HTTPRequest(.put, try server.url("buckets/slash/collections/c")))
    var request = HTTPRequest(
      .post, try server.url("buckets/slash/collections/c/records/"),
      headers: ["Content-Type": "application/json"], body: Array("{\"data\":{\"n\":1}}".utf8))

    let error = #expect(throws: HTTPError.self) { try transport.send(request) }
    request.followsRedirects = true
    let created = try transport.send(request)

    #expect(error?.status == 307)
    #expect(created.status == 201)
    #expect(created.text.contains("\"n\":1"))
  }

  @Test func aThrottleThatLastsTooLongIsGivenUpAtOnce() throws {
    let server = try RESTServer.shared(.drf)
    let transport = try Self.careful(server)
    let request = HTTPRequest(.get, try server.url("people-slow/?age=10"))

    for _ in 0..<3 { _ = try transport.send(request) }
    let last = try transport.send(request)

    #expect(last.status == 429)
    #expect(last.tries == 1)
    #expect(last.headers["Retry-After"].flatMap { Int($0) }.map { $0 > 20 } == true)
  }

  @Test func aThrottleThatTellsNoTimeIsTriedAgain() throws {
    let server = try RESTServer(.pocketBase)
    let rule: JSONValue = ["label": "people:list", "maxRequests": 1, "duration": 60]
    try server.send(
      .patch, "api/settings", ["rateLimits": ["enabled": true, "rules": [rule]]],
      try server.superuser())
    let clock = ScriptedClock()
    let transport = CarefulTransport(over: CurlTransport(), pace: clock.pace())
    let request = HTTPRequest(.get, try server.url("api/collections/people/records"))

    let first = try transport.send(request)
    let second = try transport.send(request)

    #expect(first.status == 200)
    #expect(second.status == 429)
    #expect(second.headers["Retry-After"] == nil)
    #expect(clock.waits == [.milliseconds(150), .milliseconds(300), .milliseconds(600)])
  }

  @Test func compressedRepliesOfARealServiceAreRead() throws {
    let server = try RESTServer.shared(.drf)

    let response = try Self.careful(server).send(
      HTTPRequest(.get, try server.url("people-all/")))

    #expect(response.headers["Content-Encoding"] == "gzip")
    #expect(response.headers["ETag"]?.hasPrefix("W/") == true)
    let rows = try JSONDecoder().decode([Row].self, from: Data(response.body))
    #expect(rows.map(\.name) == ServiceRows.people.map(\.name))
    #expect(rows.map(\.age) == ServiceRows.people.map(\.age))
  }

  private struct Row: Decodable {
    var name: String
    var age: Int?
  }

  @Test func aLostReplyToACreateIsDoneOnceAndInDoubt() throws {
    let server = try RESTServer.shared(.kinto)
    let proxy = try LossyProxy(to: server.port) { $0.method == "POST" }
    let transport = try Self.careful(server)
    let path = "buckets/lost/collections/c/records"
    _ = try transport.send(HTTPRequest(.put, try server.url("buckets/lost")))
    _ = try transport.send(HTTPRequest(.put, try server.url("buckets/lost/collections/c")))
    var request = HTTPRequest(
      .post, try HTTPURL(proxy.url + "/v1/" + path), headers: ["Content-Type": "application/json"],
      body: Array("{\"data\":{}}".utf8))
    Credentials(.basic(user: "anna", password: "geheim"), for: request.url.origin)
      .apply(to: &request)

    let error = #expect(throws: HTTPError.self) { try transport.send(request) }

    #expect(error?.delivery == .unknown)
    #expect(error?.tries == 1)
    let count = try transport.send(HTTPRequest(.head, try server.url(path)))
    #expect(count.headers["Total-Objects"] == "1")
  }

  @Test func aConditionalCreateWhoseReplyIsLostTellsThatItMayHaveBeenDone() throws {
    let server = try RESTServer.shared(.kinto)
    let proxy = try LossyProxy(to: server.port) { [proxied = Once()] _ in proxied.isFirst() }
    let account = try #require(server.account)
    let url = try HTTPURL(proxy.url + "/v1/buckets/larder-once")
    let transport = CarefulTransport(
      over: CurlTransport(),
      credentials: [
        Credentials(.basic(user: account.user, password: account.password), for: url.origin)
      ])

    let response = try transport.send(
      HTTPRequest(.put, url, headers: ["If-None-Match": "*"], repetition: .conditional))

    #expect(response.status == 412)
    #expect(response.mayHaveBeenDoneBefore)
    #expect(response.tries == 2)
    #expect(proxy.requests.count == 2)
  }
}
