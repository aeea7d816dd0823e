import HTTPTransport
import LarderTestSupport
import Synchronization
import Testing

/// Replies with a few bytes changed, cut out or doubled.
@Suite struct MangledReplyTests {
  private static let replies = [
    HTTPText.reply(
      200, headers: ["ETag: \"1\"", "Content-Type: application/json"], "{\"a\":[1,2]}"),
    HTTPText.head(headers: ["Transfer-Encoding: chunked"]) + "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n" + HTTPText.reply(412, headers: ["X: 1", " 2"], "no"),
  ]

  @Test func theyEndInAReplyOrAnErrorThatKnowsItsRequest() throws {
    let generator = Mutex(SeededGenerator(seed: SeededGenerator.baseSeed))
    let server = try HostileServer { connection in
      guard connection.nextRequest() != nil else { return }
      let bytes = generator.withLock { generator in
        generator.mangled(Array((generator.pick(from: Self.replies) ?? "").utf8))
      }
      connection.send(bytes)
    }
    let transport = CurlTransport.quick()
    var outcomes: [String: Int] = [:]

    for _ in 0..<200 {
      do throws(HTTPError) {
        let response = try transport.send(
          HTTPRequest(.post, try HTTPURL(server.url), repetition: .never))
        #expect((200...999).contains(response.status))
        outcomes["reply", default: 0] += 1
      } catch {
        #expect(error.url?.text == server.url + "/")
        #expect(error.delivery != .notSent)
        outcomes[error.code.rawValue, default: 0] += 1
      }
    }

    #expect(outcomes["reply", default: 0] > 20)
    #expect(outcomes["http.truncated", default: 0] > 5)
    #expect(outcomes["http.malformed", default: 0] > 5)
  }
}
