import HTTPTransport
import LarderTestSupport
import Testing

@Suite struct CompressionTests {
  private static let hello: [UInt8] = [
    31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
  ]

  /// A million characters `0` in a thousand bytes.
  private static let bomb: [UInt8] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 237, 193, 129, 0, 0, 0, 0, 195, 32, 165, 249, 211, 29, 228]
    + [85, 1] + [UInt8](repeating: 0, count: 968) + [175, 6, 83, 106, 49, 74, 64, 66, 15, 0]

  private static func server(_ body: [UInt8]) throws -> HostileServer {
    try HostileServer { connection in
      while connection.nextRequest() != nil {
        let length = "Content-Length: \(body.count)"
        connection.send(HTTPText.head(headers: ["Content-Encoding: gzip", length]))
        connection.send(body)
      }
    }
  }

  @Test func compressedBodiesAreReadDecompressed() throws {
    let server = try Self.server(Self.hello)

    #expect(try CurlTransport.quick().get(server.url).text == "hello")
    #expect(server.requests.first?["Accept-Encoding"] == "gzip")
  }

  @Test func theLimitIsOnTheDecompressedSize() throws {
    let server = try Self.server(Self.bomb)

    let whole = try CurlTransport.quick(limits: HTTPLimits(body: 1_000_000)).get(server.url)
    #expect(whole.body == [UInt8](repeating: UInt8(ascii: "0"), count: 1_000_000))
    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(limits: HTTPLimits(body: 999_999)).get(server.url)
    }
    #expect(
      error?.outcome == "the reply is too large: its body has more than 999999 bytes [answered]")
  }

  @Test func aChangedByteIsNoticed() throws {
    for place in [0, 2, 12, 19] {
      var body = Self.hello
      body[place] ^= 0x10
      let server = try Self.server(body)

      let error = #expect(throws: HTTPError.self) { try CurlTransport.quick().get(server.url) }
      #expect(error?.code == .malformed)
    }
  }
}
