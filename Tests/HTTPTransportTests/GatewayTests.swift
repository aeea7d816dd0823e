import HTTPTransport
import LarderTestSupport
import Testing

/// The transport behind nginx: what gateways answer, and secure connections.
@Suite(.enabled(if: NginxServer.isInstalled)) struct GatewayTests {
  /// A server that answers with the body it got, and falls silent where asked to.
  private static func behind() throws -> HostileServer {
    try HostileServer { connection in
      while let request = connection.nextRequest() {
        if request.target.hasSuffix("silent") { connection.fallSilent() }
        connection.send(HTTPText.reply(200, String(decoding: request.body, as: UTF8.self)))
      }
    }
  }

  private static func clocked(
    _ clock: ScriptedClock, _ settings: HTTPSettings = HTTPSettings()
  ) -> CarefulTransport<CurlTransport> {
    CarefulTransport(
      over: CurlTransport(settings), policy: RetryPolicy(tries: 2), pace: clock.pace())
  }

  @Test func aBodyThatIsTooLargeIsRefused() throws {
    let server = try Self.behind()
    let nginx = try NginxServer(to: server.port)
    let transport = CurlTransport()
    let url = try HTTPURL(nginx.url + "/small/")

    let small = try transport.send(HTTPRequest(.post, url, body: [65]))
    let large = try transport.send(
      HTTPRequest(.post, url, body: [UInt8](repeating: 65, count: 2_000_000)))

    #expect(small.text == "A")
    #expect(large.status == 413)
    #expect(server.requests.count == 1)
  }

  @Test func aThrottleIsWaitedFor() throws {
    let server = try Self.behind()
    let nginx = try NginxServer(to: server.port)
    let clock = ScriptedClock()
    let transport = Self.clocked(clock)
    let request = HTTPRequest(.post, try HTTPURL(nginx.url + "/busy/"), body: [65])

    let first = try transport.send(request)
    let second = try transport.send(request)

    #expect(first.status == 200)
    #expect(second.status == 429)
    #expect(second.tries == 2)
    #expect(clock.waits == [.milliseconds(1150)])
    #expect(!second.mayHaveBeenDoneBefore)
    #expect(server.requests.count == 1)
  }

  @Test func aGatewayWithNobodyBehindItLeavesDoubt() throws {
    let nginx = try NginxServer(to: try Self.behind().port)
    let url = try HTTPURL(nginx.url + "/dead/")
    let transport = Self.clocked(ScriptedClock())

    let read = try transport.send(HTTPRequest(.get, url))
    let write = try transport.send(HTTPRequest(.post, url))

    #expect([read.status, write.status] == [502, 502])
    #expect([read.tries, write.tries] == [2, 1])
    #expect(write.leavesDoubt)
    #expect(read.text.contains("<html>"))
  }

  @Test func aGatewayThatGivesUpLeavesDoubt() throws {
    let server = try Self.behind()
    let nginx = try NginxServer(to: server.port)

    let response = try Self.clocked(ScriptedClock()).send(
      HTTPRequest(.put, try HTTPURL(nginx.url + "/slow/silent"), repetition: .conditional))

    #expect(response.status == 504)
    #expect(response.tries == 2)
    #expect(response.mayHaveBeenDoneBefore)
    #expect(server.requests.count == 2)
  }

  @Test func onlyATrustedAuthorityIsTrusted() throws {
    let server = try Self.behind()
    let nginx = try NginxServer(to: server.port)
    let request = HTTPRequest(
      .post, try HTTPURL(nginx.secureURL + "/up/x"), body: Array("secret".utf8))
    var trusting = HTTPSettings()
    trusting.security.authorities = nginx.authority.certificate

    let error = #expect(throws: HTTPError.self) { try CurlTransport().send(request) }
    let response = try CurlTransport(trusting).send(request)

    #expect(error?.code == .insecure)
    #expect(
      error?.outcome == """
        no secure connection: SSL certificate problem: unable to get local issuer certificate \
        [notSent]
        """)
    #expect(response.text == "secret")
    #expect(server.requests.count == 1)
  }

  @Test func theHostsNameMustBeTheCertificates() throws {
    let nginx = try NginxServer(to: try Self.behind().port)
    let url = try HTTPURL("https://other.localhost:\(nginx.securePort)/up/")
    var settings = HTTPSettings()
    settings.security.authorities = nginx.authority.certificate

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport(settings).send(HTTPRequest(.get, url))
    }

    // A machine whose resolver does not know names under localhost does not come so far.
    #expect(error.map { [.insecure, .unreachable].contains($0.code) } == true)
    #expect(error?.delivery == .notSent)
  }

  @Test func aServiceMayAskForTheClientsCertificate() throws {
    let server = try Self.behind()
    let nginx = try NginxServer(to: server.port)
    let request = HTTPRequest(.post, try HTTPURL(nginx.clientURL + "/up/"), body: [65])
    var settings = HTTPSettings()
    settings.security.authorities = nginx.authority.certificate

    let without = try CurlTransport(settings).send(request)
    settings.security.certificate = HTTPSecurity.ClientCertificate(
      path: nginx.authority.clientCertificate, keyPath: nginx.authority.clientKey)
    let with = try CurlTransport(settings).send(request)

    #expect(without.status == 400)
    #expect(with.text == "A")
    #expect(server.requests.count == 1)
  }

  @Test func anOldProtocolIsRefused() throws {
    let nginx = try NginxServer(to: try Self.behind().port)
    var settings = HTTPSettings()
    settings.security.authorities = nginx.authority.certificate
    settings.security.minimumVersion = .tls13

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport(settings).get(nginx.secureURL + "/up/")
    }

    #expect(error?.code == .insecure)
    #expect(error?.delivery == .notSent)
  }

  @Test func aCertificateThatIsNotThereIsSaid() throws {
    let nginx = try NginxServer(to: try Self.behind().port)
    var settings = HTTPSettings()
    settings.security.authorities = "/nowhere.pem"

    let error = #expect(throws: HTTPError.self) {
      try CurlTransport(settings).get(nginx.secureURL + "/up/")
    }

    #expect(error?.code == .insecure)
    #expect(error?.summary.contains("/nowhere.pem") == true)
  }
}
