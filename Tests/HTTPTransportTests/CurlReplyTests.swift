import HTTPTransport
import LarderTestSupport
import Testing

/// What comes back of replies, good and bad.
@Suite struct CurlReplyTests {
  private static let chunked = "Transfer-Encoding: chunked"

  @Test func aReplyComesWithItsStatusHeadersAndBody() throws {
    let server = try HostileServer(replies: [
      HTTPText.reply(
        404, headers: ["ETag: W/\"1\"", "Link: <a>; rel=\"x\"", "link: <b>", "X-Empty:"],
        "né\u{1F9C0}")
    ])

    let response = try CurlTransport.quick().get(server.url + "/a?b=%20c")

    #expect(response.status == 404)
    #expect(!response.isSuccess)
    #expect(response.headers["etag"] == "W/\"1\"")
    #expect(response.headers.values(of: "Link") == ["<a>; rel=\"x\"", "<b>"])
    #expect(response.headers["x-empty"] == "")
    #expect(response.text == "né\u{1F9C0}")
    #expect(response.url.text == server.url + "/a?b=%20c")
    #expect(server.requests.map(\.target) == ["/a?b=%20c"])
  }

  @Test(arguments: [
    (
      HTTPText.head(headers: [chunked]) + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: z\r\n\r\n",
      "abcde"
    ),
    ("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n" + HTTPText.reply(200, "a"), "a"),
    ("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na", "a"),
    ("HTTP/1.0 200 OK\r\n\r\nuntil the end", "until the end"),
    ("HTTP/1.1 200 OK\r\nX: folded\r\n  line\r\nContent-Length: 1\r\n\r\na", "a"),
    (HTTPText.reply(200, headers: ["Content-Type: application/json"], "<html>"), "<html>"),
  ])
  func repliesInEveryFormAreRead(_ reply: String, _ body: String) throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send(reply)
    }

    let response = try CurlTransport.quick().get(server.url)

    #expect(response.status == 200)
    #expect(response.text == body)
    #expect(response.headers["Link"] == nil)
    #expect(response.headers["Trailer"] == nil)
  }

  @Test(arguments: [
    ("", "the connection broke before a reply [unknown]", nil),
    (
      "HTTP/1.1 2", "the connection broke before a reply [unknown]",
      nil
    ),
    (
      "junk\r\n\r\n",
      "the reply is not HTTP as it should be: Received HTTP/0.9 when not allowed [unknown]", nil
    ),
    (
      "HTTP/1.1 abc OK\r\n\r\n",
      "the reply is not HTTP as it should be: Unsupported HTTP version in response [unknown]", nil
    ),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", "the reply is cut off [answered]", 200),
    ("HTTP/1.1 201 OK\r\n" + chunked + "\r\n\r\n5\r\nabc", "the reply is cut off [answered]", 201),
    (
      "HTTP/1.1 200 OK\r\n" + chunked + "\r\n\r\nzz\r\nabc\r\n",
      "the reply is not HTTP as it should be: its chunks are broken [answered]", 200
    ),
    (
      "HTTP/1.1 200 OK\r\n" + chunked + "\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n",
      "the reply is not HTTP as it should be: its chunks are broken [answered]", 200
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
      "the reply is not HTTP as it should be: it tells two lengths [answered]", 200
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabcd",
      "the reply is not HTTP as it should be: Invalid Content-Length: value [answered]", 200
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
      "the reply is not HTTP as it should be: its compression is broken [answered]", 200
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 3\r\n\r\nabc",
      "the reply is not HTTP as it should be: its compression is broken [answered]", 200
    ),
  ])
  func badRepliesSayWhatIsWrong(_ reply: String, _ outcome: String, _ status: Int?) throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send(reply)
    }

    let error = #expect(throws: HTTPError.self) { try CurlTransport.quick().get(server.url) }

    #expect(error?.outcome == outcome)
    #expect(error?.status == status)
    #expect(error?.url?.text == server.url + "/")
  }

  @Test func bytesAfterTheLengthAreNoPartOfTheNextReply() throws {
    let server = try HostileServer { connection in
      while connection.nextRequest() != nil {
        connection.send(HTTPText.reply(200, "ok") + HTTPText.reply(200, "a lie"))
      }
    }
    let transport = CurlTransport.quick()

    #expect(try transport.get(server.url).text == "ok")
    #expect(try transport.get(server.url).text == "ok")
    #expect(server.connectionCount == 2)
  }

  @Test func aBodyIsTakenUpToTheLimit() throws {
    let server = try HostileServer(replies: [HTTPText.reply(200, "12345678")])

    #expect(try CurlTransport.quick(limits: HTTPLimits(body: 8)).get(server.url).body.count == 8)
    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(limits: HTTPLimits(body: 7)).get(server.url)
    }
    #expect(error?.outcome == "the reply is too large: its body has more than 7 bytes [answered]")
  }

  @Test func endlessHeadersAreCutOff() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X-Flood: 0123456789\r\n") {}
    }

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(limits: HTTPLimits(headers: 10_000)).get(server.url)
    }
    #expect(
      error?.outcome == "the reply is too large: its headers have more than 10000 bytes [answered]")
  }

  @Test func oneEndlessHeaderIsCutOff() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send("HTTP/1.1 200 OK\r\nX: ")
      let piece = String(repeating: "x", count: 10_000)
      while connection.send(piece) {}
    }

    let error = #expect(throws: HTTPError.self) { try CurlTransport.quick().get(server.url) }
    #expect(error?.code == .tooLarge)
  }
}
