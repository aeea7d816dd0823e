import HTTPTransport
import LarderTestSupport
import Testing

@Suite struct RetryTests {
  typealias Outcome = ScriptedTransport.Outcome
  typealias Repetition = HTTPRequest.Repetition

  private static func send(
    _ outcomes: [Outcome], _ method: HTTPMethod = .get, _ repetition: Repetition? = nil,
    clock: ScriptedClock = ScriptedClock(), timeout: Duration? = nil
  ) throws -> (result: Result<HTTPResponse, any Error>, tries: Int) {
    let base = ScriptedTransport(outcomes)
    let transport = CarefulTransport(over: base, pace: clock.pace())
    let url = try HTTPURL("http://h/p")
    let request = HTTPRequest(method, url, repetition: repetition, timeout: timeout)
    return (Result { try transport.send(request) }, base.requests.count)
  }

  @Test(arguments: [
    (Outcome.reply(408), Repetition.safe, true), (.reply(425), .safe, true),
    (.reply(429), .safe, true), (.reply(502), .safe, true), (.reply(503), .safe, true),
    (.reply(504), .safe, true), (.reply(500), .safe, false), (.reply(501), .safe, false),
    (.reply(404), .safe, false), (.reply(412), .conditional, false),
    (.reply(503), .conditional, true),
    (.reply(429), .ifNeverDone, true), (.reply(425), .ifNeverDone, true),
    (.reply(503), .ifNeverDone, false), (.reply(503, ["Retry-After": "1"]), .ifNeverDone, true),
    (.reply(502), .ifNeverDone, false), (.reply(504), .ifNeverDone, false),
    (.reply(408), .ifNeverDone, false), (.reply(429), .never, false),
    (.failure(.unreachable, .notSent), .safe, true),
    (.failure(.connectTimeout, .notSent), .safe, true),
    (.failure(.connectionLost, .unknown), .safe, true),
    (.failure(.truncated, .answered), .safe, true),
    (.failure(.connectionLost, .unknown), .conditional, true),
    (.failure(.unreachable, .notSent), .ifNeverDone, true),
    (.failure(.connectionLost, .unknown), .ifNeverDone, false),
    (.failure(.truncated, .answered), .ifNeverDone, false),
    (.failure(.unreachable, .notSent), .never, false),
    (.failure(.deadline, .unknown), .safe, false),
    (.failure(.idleTimeout, .unknown), .safe, false), (.failure(.insecure, .notSent), .safe, false),
    (.failure(.tooLarge, .answered), .safe, false), (.failure(.malformed, .answered), .safe, false),
    (.failure(.cancelled, .unknown), .safe, false),
  ])
  func whatIsRepeatedFollowsFromWhatHappened(
    _ outcome: Outcome, _ repetition: Repetition, _ isRepeated: Bool
  ) throws {
    let (result, tries) = try Self.send([outcome, .reply(200)], .post, repetition)

    #expect(tries == (isRepeated ? 2 : 1))
    if isRepeated {
      #expect(try result.get().status == 200)
      #expect(try result.get().tries == 2)
    }
  }

  @Test func pausesGrowWithJitterUpToTheLast() throws {
    let clock = ScriptedClock()

    let (result, tries) = try Self.send([.reply(503)], clock: clock)

    #expect(tries == 4)
    #expect(clock.waits == [.milliseconds(150), .milliseconds(300), .milliseconds(600)])
    #expect(try result.get().status == 503)
    #expect(try result.get().tries == 4)
    #expect(try result.get().duration == .milliseconds(1050))
  }

  @Test func theTriesAreCountedInTheError() throws {
    let (result, _) = try Self.send([.failure(.unreachable, .notSent)])

    let error = #expect(throws: HTTPError.self) { try result.get() }
    #expect(
      error?.description
        == "GET http://h/p: the service cannot be reached (tried 4 times)")
    #expect(error?.duration == .milliseconds(1050))
  }

  @Test(arguments: [
    ("2", Duration.milliseconds(2150)), ("0", .milliseconds(150)), ("-1", .milliseconds(150)),
    ("soon", .milliseconds(150)), ("Thu, 01 Jan 1970 00:16:43 GMT", .milliseconds(3150)),
    ("Thu, 01 Jan 1970 00:00:00 GMT", .milliseconds(150)),
  ])
  func retryAfterIsTheLeastPause(_ text: String, _ pause: Duration) throws {
    let clock = ScriptedClock()

    _ = try Self.send([.reply(429, ["Retry-After": text]), .reply(200)], clock: clock)

    #expect(clock.waits == [pause])
  }

  @Test(arguments: ["60", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
  func aPauseThatIsTooLongIsNotBegun(_ text: String) throws {
    let clock = ScriptedClock()

    let (result, tries) = try Self.send(
      [.reply(429, ["Retry-After": text])], clock: clock, timeout: .seconds(10))

    #expect(tries == 1)
    #expect(clock.waits.isEmpty)
    #expect(try result.get().status == 429)
  }

  @Test func backoffHoldsBackTheNextRequest() throws {
    let clock = ScriptedClock()
    let base = ScriptedTransport([.reply(200, ["Backoff": "5"]), .reply(200)])
    let transport = CarefulTransport(over: base, pace: clock.pace())
    let request = HTTPRequest(.get, try HTTPURL("http://h/p"))
    let elsewhere = HTTPRequest(.get, try HTTPURL("http://other/p"))

    _ = try transport.send(request)
    _ = try transport.send(elsewhere)
    #expect(clock.waits.isEmpty)
    _ = try transport.send(request)

    #expect(clock.waits == [.seconds(5)])
  }

  @Test func aBackoffThatIsTooLongIsSaid() throws {
    let base = ScriptedTransport([.reply(200, ["Backoff": "5"])])
    let transport = CarefulTransport(over: base, pace: ScriptedClock().pace())
    let request = HTTPRequest(.post, try HTTPURL("http://h/p"), timeout: .seconds(3))
    _ = try transport.send(request)

    let error = #expect(throws: HTTPError.self) { try transport.send(request) }

    #expect(
      error?.description == """
        POST http://h/p: the service asks for a longer pause than there is time: 5 s more
        """)
    #expect(error?.delivery == .notSent)
  }

  @Test func aServiceThatIsDownIsNotHammered() throws {
    let base = ScriptedTransport([.failure(.unreachable, .notSent)])
    let transport = CarefulTransport(over: base, pace: ScriptedClock().pace())
    let request = HTTPRequest(.get, try HTTPURL("http://h/p"))

    for _ in 0..<20 { #expect(throws: HTTPError.self) { try transport.send(request) } }

    #expect(base.requests.count == 30)
  }

  @Test(arguments: [
    (Outcome.failure(.connectionLost, .unknown), true), (.failure(.unreachable, .notSent), false),
    (.reply(502), true), (.reply(504), true), (.reply(503), false), (.reply(429), false),
  ])
  func aReplyTellsWhetherAnEarlierTryMayHaveBeenDone(_ outcome: Outcome, _ isDoubtful: Bool) throws
  {
    let (result, _) = try Self.send([outcome, .reply(412)], .patch, .conditional)

    #expect(try result.get().mayHaveBeenDoneBefore == isDoubtful)
  }

  @Test func anErrorAfterALostReplyLeavesTheDoubt() throws {
    let (result, _) = try Self.send(
      [.failure(.connectionLost, .unknown), .failure(.unreachable, .notSent)], .put, .conditional)

    let error = #expect(throws: HTTPError.self) { try result.get() }
    #expect(error?.code == .unreachable)
    #expect(error?.delivery == .unknown)
  }

  @Test func everyTryHasOnlyTheTimeThatIsLeft() throws {
    let base = ScriptedTransport([.reply(503), .reply(503), .reply(200)])
    let transport = CarefulTransport(over: base, pace: ScriptedClock().pace())

    _ = try transport.send(
      HTTPRequest(.get, try HTTPURL("http://h/p"), timeout: .seconds(1)))

    #expect(
      base.requests.map(\.timeout) == [.seconds(1), .milliseconds(850), .milliseconds(550)])
  }

  @Test func aPauseIsInterrupted() throws {
    let base = ScriptedTransport([.reply(503)])
    let interrupter = Interrupter()
    var pace = ScriptedClock().pace()
    pace.wait = { _, _ in interrupter.transport?.interrupt() }
    let transport = CarefulTransport(over: base, pace: pace)
    interrupter.transport = transport

    let error = #expect(throws: HTTPError.self) {
      try transport.send(HTTPRequest(.put, try HTTPURL("http://h/p")))
    }

    #expect(error?.outcome == "stopped [notSent]")
    #expect(base.requests.count == 1)
    interrupter.transport = nil
  }

  /// Interrupts the transport above it just before it sends.
  private final class InterruptedOnTheWay: HTTPTransport {
    let base = CurlTransport.quick()
    let above = Interrupter()

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
      above.transport?.interrupt()
      return try base.send(request)
    }

    func interrupt() { base.interrupt() }
  }

  @Test func anInterruptionOnTheWayIsNotLost() throws {
    let server = try HostileServer { connection in
      _ = connection.nextRequest()
      connection.fallSilent()
    }
    let base = InterruptedOnTheWay()
    let transport = CarefulTransport(over: base)
    base.above.transport = transport

    let error = #expect(throws: HTTPError.self) {
      try transport.send(HTTPRequest(.get, try HTTPURL(server.url)))
    }

    #expect(error?.code == .cancelled)
    base.above.transport = nil
  }

  @Test func theSystemsPaceLooksForInterruptions() {
    let pace = Pace.system
    let start = pace.now()

    pace.wait(.seconds(60)) { true }
    pace.wait(.milliseconds(1)) { false }

    #expect(pace.now() - start < .seconds(30))
    #expect((0..<1).contains(pace.fraction()))
    #expect(pace.date() > 1_700_000_000)
  }

  /// Set before the transport is used, and by one thread only.
  private final class Interrupter: @unchecked Sendable { var transport: (any HTTPTransport)? }
}
