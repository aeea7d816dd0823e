import Glibc
import HTTPTransport
import LarderTestSupport
import Testing

/// Services that cannot be reached, fall silent or go away.
@Suite struct CurlFailureTests {
  @Test func aPortWhereNobodyListensIsUnreachable() throws {
    let port = try LoopbackSocket.freePort()

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick().get("http://127.0.0.1:\(port)/p")
    }

    #expect(error?.code == .unreachable)
    #expect(
      error?.description
        == "GET http://127.0.0.1:\(port)/p: the service cannot be reached: Connection refused")
    #expect(error?.delivery == .notSent)
  }

  @Test func aHostWithoutAnAddressIsUnreachable() throws {
    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(connect: 2000).get("http://no-such-host.localhost.invalid/")
    }

    #expect(error?.delivery == .notSent)
    #expect(error.map { [.unreachable, .connectTimeout].contains($0.code) } == true)
  }

  @Test func aConnectionThatIsNotTakenUpTimesOut() throws {
    let port = try DeafPort()

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(connect: 50).get("http://127.0.0.1:\(port.port)/")
    }

    withExtendedLifetime(port) {}
    #expect(error?.outcome == "no connection in time [notSent]")
    #expect(error.map { $0.duration < .seconds(8) } == true)
  }

  @Test func silenceTimesOut() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.fallSilent()
    }

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(idle: 50).send(HTTPRequest(.post, try HTTPURL(server.url)))
    }

    #expect(error?.code == .idleTimeout)
    #expect(
      error?.outcome == "the service fell silent; whether it was done is unknown [unknown]")
    #expect(error.map { $0.duration < .seconds(8) } == true)
  }

  @Test func silenceInABodyTimesOut() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
      connection.fallSilent()
    }

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(idle: 500).get(server.url)
    }

    #expect(error?.outcome == "the service fell silent [answered]")
    #expect(error?.status == 200)
  }

  @Test func dripsEndAtTheDeadline() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
      connection.drip(String(repeating: "x", count: 10_000), everyMilliseconds: 5)
    }

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick(whole: 500).get(server.url)
    }

    #expect(error?.outcome == "no whole reply in time [answered]")
    #expect(error.map { $0.duration < .seconds(10) } == true)
  }

  @Test func aSlowReplyThatDripsIsNoSilence() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.drip(HTTPText.reply(200, "slow"), everyMilliseconds: 30)
    }

    let response = try CurlTransport.quick(idle: 1000).get(server.url)

    #expect(response.text == "slow")
    #expect(response.duration > .seconds(1))
  }

  @Test func aRequestsOwnTimeComesFirst() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send(HTTPText.reply())
      connection.fallSilent()
    }
    let transport = CurlTransport.quick()
    _ = try transport.get(server.url)

    let error = #expect(throws: HTTPError.self) {
      try transport.send(
        HTTPRequest(.get, try HTTPURL(server.url), timeout: .milliseconds(60)))
    }
    #expect(error?.outcome == "no whole reply in time [unknown]")
  }

  @Test func aResetBeforeTheReplyLeavesDoubt() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.reset()
    }

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick().send(HTTPRequest(.post, try HTTPURL(server.url), body: [65]))
    }

    #expect(
      error?.outcome == """
        the connection broke before a reply: Connection reset by peer; whether it was done is \
        unknown [unknown]
        """)
  }

  @Test func aResetInTheBodyTellsTheStatus() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.send("HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\nabc")
      connection.reset()
    }

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick().send(HTTPRequest(.post, try HTTPURL(server.url), body: [65]))
    }

    #expect(error?.delivery == .answered || error?.delivery == .unknown)
    #expect(error.map { [.truncated, .connectionLost].contains($0.code) } == true)
  }

  // A service may take a request on a connection that it is about to close; libcurl would send it again.
  @Test(arguments: [
    (HTTPRequest.Repetition.ifNeverDone, 2), (.conditional, 2), (.never, 2), (.safe, 3),
  ])
  func onlyWhatIsSafeIsSentAgainOnAFreshConnection(
    _ repetition: HTTPRequest.Repetition, _ received: Int
  ) throws {
    let server = try HostileServer { connection in
      guard connection.nextRequest() != nil else { return }
      connection.send(HTTPText.reply(200, "x"))
      if connection.number == 1 { _ = connection.nextRequest() } else { connection.fallSilent() }
    }
    let transport = CurlTransport.quick()
    _ = try transport.get(server.url)

    let request = HTTPRequest(
      .post, try HTTPURL(server.url), body: [65], repetition: repetition)
    let outcome = Result { try transport.send(request) }

    #expect(server.requests.count == received)
    if repetition == .safe {
      #expect(try outcome.get().text == "x")
    } else {
      let error = #expect(throws: HTTPError.self) { try outcome.get() }
      #expect(error?.code == .connectionLost)
      #expect(error?.delivery == .unknown)
    }
  }

  @Test func aBrokenPipeDoesNotEndTheProcess() throws {
    let server = try HostileServer { connection in
      _ = connection.nextHead()
      connection.reset()
    }
    let body = [UInt8](repeating: 120, count: 20_000_000)

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport.quick().send(HTTPRequest(.post, try HTTPURL(server.url), body: body))
    }

    #expect(error?.code == .connectionLost)
    #expect(error?.delivery == .unknown)
  }

  @Test func interruptingStopsWhatIsBeingSentAndNothingElse() throws {
    let server = try HostileServer { connection in
      while let request = connection.nextRequest() {
        if request.target == "/silent" { connection.fallSilent() }
        connection.send(HTTPText.reply(200, "x"))
      }
    }
    let transport = CurlTransport.quick()

    let outcomes = try Concurrently.map(["/silent", "/silent", "interrupt"]) { path in
      if path == "interrupt" {
        while server.requests.count < 2 { _ = poll(nil, 0, 1) }
        transport.interrupt()
        return "interrupted"
      }
      let error = #expect(throws: HTTPError.self) { try transport.get(server.url + path) }
      return error.map { $0.duration < .seconds(8) ? $0.outcome : "late" } ?? ""
    }

    #expect(outcomes == ["stopped [unknown]", "stopped [unknown]", "interrupted"])
    #expect(try transport.get(server.url).text == "x")
  }

  @Test func interruptingStopsAConnectionBeingMade() throws {
    let port = try DeafPort()
    let transport = CurlTransport.quick()

    let outcomes = try Concurrently.map([true, false]) { sends in
      if sends {
        let error = #expect(throws: HTTPError.self) {
          try transport.get("http://127.0.0.1:\(port.port)/")
        }
        return error.map { $0.duration < .seconds(8) ? $0.outcome : "late" } ?? ""
      }
      while !transport.isSending { _ = poll(nil, 0, 1) }
      transport.interrupt()
      return ""
    }

    #expect(outcomes.first == "stopped [notSent]")
  }
}
