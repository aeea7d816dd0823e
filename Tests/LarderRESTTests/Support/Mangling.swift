import LarderTestSupport

/// What becomes of a reply on its way.
enum Mangling: String, CaseIterable, Sendable {
  // Where the reply breaks off, or never comes.
  case resetBeforeHeaders, closedInHeaders, resetInBody, cutBody, cutChunk

  // What is not HTTP, or too much of it.
  case noStatusLine, twoLengths, endlessHeaders, tooLarge, brokenCompression

  // What is not the JSON that is expected.
  case page, shortLength, empty, noContent, deep, repeatedNames, notANumber, text, null, latin1,
    utf16, twoTexts

  // What is as good as the reply itself.
  case drip, byteOrderMark, wrongType, interim

  /// The reply comes whole, however oddly.
  var isHarmless: Bool {
    switch self {
    case .drip, .byteOrderMark, .wrongType, .interim: true
    default: false
    }
  }

  private static let head = "HTTP/1.1 200 OK\r\n"

  func send(_ status: Int, _ body: [UInt8], on connection: HostileConnection) {
    let text = String(decoding: body, as: UTF8.self)
    func reply(_ body: String, _ headers: String...) {
      connection.send(HTTPText.reply(status, headers: headers, body))
    }
    switch self {
    case .resetBeforeHeaders: connection.reset()
    case .closedInHeaders: connection.send("HTTP/1.1 200 OK\r\nContent-Le")
    case .resetInBody:
      connection.send(Self.head + "Content-Length: 100000\r\n\r\n" + text)
      connection.reset()
    case .cutBody: connection.send(Self.head + "Content-Length: \(body.count + 9)\r\n\r\n" + text)
    case .cutChunk: connection.send(Self.head + "Transfer-Encoding: chunked\r\n\r\nff\r\n" + text)
    case .noStatusLine: connection.send("<html>Bad gateway</html>\r\n\r\n")
    case .twoLengths:
      connection.send(
        Self.head + "Content-Length: 3\r\nContent-Length: \(body.count)\r\n\r\n" + text)
    case .endlessHeaders:
      connection.send(Self.head)
      while connection.send("X-More: and more, and more, and more, and more, and more\r\n") {}
    case .tooLarge: reply(text + String(repeating: " ", count: 200_000))
    case .brokenCompression: reply(text, "Content-Encoding: gzip")
    case .page: reply("<!doctype html><title>Sign in</title>", "Content-Type: text/html")
    case .shortLength:
      connection.send(Self.head + "Content-Length: 9\r\nConnection: close\r\n\r\n" + text)
    case .empty: reply("")
    case .noContent: connection.send("HTTP/1.1 204 No Content\r\n\r\n")
    case .deep: reply(String(repeating: "[", count: 10_000))
    case .repeatedNames: reply(#"{"results":[{"id":1,"id":2}],"data":[{"id":1,"id":2}]}"#)
    case .notANumber: reply(#"{"results":[{"id":NaN}],"data":[{"id":NaN}]}"#)
    case .text: reply("\"OK\"")
    case .null: reply("null")
    case .latin1:
      let broken =
        [UInt8](#"{"results":[{"id":1,"name":"J"#.utf8) + [0xF6] + [UInt8](#"rg"}]}"#.utf8)
      connection.send(
        HTTPText.head(headers: [
          "Content-Type: application/json; charset=iso-8859-1", "Content-Length: \(broken.count)",
        ]))
      connection.send(broken)
    case .utf16:
      var wide: [UInt8] = [0xFF, 0xFE]
      for unit in text.utf16 { wide += [UInt8(unit & 255), UInt8(unit >> 8)] }
      connection.send(HTTPText.head(headers: ["Content-Length: \(wide.count)"]))
      connection.send(wide)
    case .twoTexts: reply(text + text)
    case .drip: connection.drip(HTTPText.reply(status, text), everyMilliseconds: 0)
    case .byteOrderMark: reply("\u{FEFF}" + text)
    case .wrongType: reply(text, "Content-Type: image/png; charset=klingon")
    case .interim:
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n")
      reply(text)
    }
  }
}
