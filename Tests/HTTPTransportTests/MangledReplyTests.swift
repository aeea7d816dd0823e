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

  private static func mangled(_ text: String, _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      guard let place = bytes.indices.randomElement(using: &generator) else { break }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  @Test func theyEndInAReplyOrAnErrorThatKnowsItsRequest() throws {
    let generator = Mutex(SeededGenerator(seed: SeededGenerator.baseSeed))
    let server = try HostileServer { connection in
      guard connection.nextRequest() != nil else { return }
      let bytes = generator.withLock { generator in
        Self.mangled(Self.replies.randomElement(using: &generator) ?? "", &generator)
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
