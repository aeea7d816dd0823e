import HTTPTransport
import LarderTestSupport
import Synchronization
import Testing

@Suite struct TraceTests {
  private static func exchange(
    _ request: HTTPRequest, _ outcome: Result<HTTPResponse, HTTPError>
  ) -> String {
    HTTPExchange(
      request: request, outcome: outcome, tryNumber: 2, duration: .milliseconds(12)
    ).description
  }

  @Test func anExchangeIsShownWithoutSecrets() throws {
    let url = try HTTPURL("http://h/p?token=geheim&x=1")
    let request = HTTPRequest(
      .post, url, headers: ["Authorization": "Bearer geheim", "Accept": "a/b"],
      body: Array("{\"a\":\n1}".utf8))
    let response = HTTPResponse(
      status: 201,
      headers: [
        "Set-Cookie": "geheim", "Location": "http://h/p/1?token=geheim", "ETag": "\"\u{1B}[31m\"",
      ],
      body: Array("[]".utf8), url: url)

    expectText(
      Self.exchange(request, .success(response)),
      """
      > POST http://h/p?token=***&x=1 (try 2)
      > Authorization: ***
      > Accept: a/b
      > {"a": 1}
      < 201, 12 ms
      < Set-Cookie: ***
      < Location: http://h/p/1?token=***
      < ETag: " [31m"
      < []
      """)
  }

  @Test func bodiesOfALogInAreHidden() throws {
    let url = try HTTPURL("http://h/p")
    let request = HTTPRequest(
      .post, url, body: Array("geheim".utf8), hidesBodies: true)
    let response = HTTPResponse(status: 200, body: Array("token".utf8), url: url)

    expectText(
      Self.exchange(request, .success(response)),
      """
      > POST http://h/p (try 2)
      > (6 bytes, hidden)
      < 200, 12 ms
      < (5 bytes, hidden)
      """)
  }

  @Test func longAndBinaryBodiesAreCutShort() throws {
    let url = try HTTPURL("http://h/p")
    let request = HTTPRequest(.put, url, body: [0, 1, 2])
    let body = Array(String(repeating: "x", count: 1001).utf8)
    let response = HTTPResponse(status: 200, body: body, url: url)

    let text = Self.exchange(request, .success(response))

    #expect(text.contains("\n> (3 bytes)\n"))
    #expect(text.hasSuffix("\n< " + String(repeating: "x", count: 1000) + "… (1001 bytes)"))
  }

  @Test func everyTryIsHeardOf() throws {
    let heard = Mutex<[String]>([])
    let base = ScriptedTransport([.failure(.unreachable, .notSent), .reply(503), .reply(200)])
    let transport = CarefulTransport(over: base, pace: ScriptedClock().pace())
    transport.setListener { exchange in heard.withLock { $0.append(exchange.description) } }

    _ = try transport.send(HTTPRequest(.get, try HTTPURL("http://h/p")))
    transport.setListener(nil)
    _ = try transport.send(HTTPRequest(.get, try HTTPURL("http://h/p")))

    #expect(
      heard.withLock(\.self) == [
        "> GET http://h/p\n< the service cannot be reached, 0 ms",
        "> GET http://h/p (try 2)\n< 503, 0 ms", "> GET http://h/p (try 3)\n< 200, 0 ms",
      ])
  }
}
