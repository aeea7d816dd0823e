import Glibc
import HTTPTransport
import LarderTestSupport
import Testing

@Suite struct CredentialsTests {
  private static let origin = try? HTTPURL("https://h:8443").origin

  @Test(arguments: [
    (Credentials.Kind.basic(user: "anna", password: "geheim:é"), "Basic YW5uYTpnZWhlaW06w6k="),
    (.basic(user: "", password: ""), "Basic Og=="), (.basic(user: "a", password: ""), "Basic YTo="),
    (.basic(user: "ab", password: ""), "Basic YWI6"), (.bearer(token: "t"), "Bearer t"),
  ])
  func theyAreSentInTheStandardsForm(_ kind: Credentials.Kind, _ value: String) throws {
    let origin = try #require(Self.origin)
    var request = HTTPRequest(.get, try HTTPURL("https://h:8443/p"))

    Credentials(kind, for: origin).apply(to: &request)

    #expect(request.headers["Authorization"] == value)
  }

  @Test(arguments: ["http://h:8443/", "https://h/", "https://other:8443/", "https://sub.h:8443/"])
  func theyGoToTheirOriginOnly(_ url: String) throws {
    let origin = try #require(Self.origin)
    var request = HTTPRequest(.get, try HTTPURL(url))

    Credentials(.bearer(token: "t"), for: origin).apply(to: &request)

    #expect(request.headers.fields.isEmpty)
  }

  @Test func aRequestKeepsTheOnesThatItHas() throws {
    let origin = try #require(Self.origin)
    var request = HTTPRequest(
      .get, try HTTPURL("https://h:8443/"), headers: ["authorization": "mine"])

    Credentials(.bearer(token: "t"), for: origin).apply(to: &request)

    #expect(request.headers == ["authorization": "mine"])
  }

  @Test(arguments: [
    (Credentials.Kind.basic(user: "anna", password: "geheim"), "user anna for https://h:8443"),
    (.bearer(token: "geheim"), "a bearer token for https://h:8443"),
    (.header(name: "X-Key", value: "geheim"), "the header X-Key for https://h:8443"),
  ])
  func nothingShowsTheSecret(_ kind: Credentials.Kind, _ text: String) throws {
    let credentials = Credentials(kind, for: try #require(Self.origin))
    var dumped = ""
    dump(credentials, to: &dumped)

    #expect("\(credentials)" == text)
    #expect(String(reflecting: credentials) == text)
    #expect(!dumped.contains("geheim"))
  }

  @Test func aListIsReadLineByLine() throws {
    let text = """
      # services

      https://a.example basic anna:geheim:1 2
        http://127.0.0.1:8090/\tbearer  abc\t
      https://b header X-Key:  1:2
      """

    let list = try CredentialList(text, source: "list")

    #expect(
      list.credentials.map(\.kind) == [
        .basic(user: "anna", password: "geheim:1 2"), .bearer(token: "abc"),
        .header(name: "X-Key", value: "1:2"),
      ])
    #expect(
      list.credentials.map(\.origin.description) == [
        "https://a.example", "http://127.0.0.1:8090", "https://b",
      ])
  }

  @Test(arguments: [
    ("basic a:b", "list:1: a line starts with an origin such as https://host"),
    ("#\nhttps://h/p basic a:b", "list:2: credentials are for a whole origin: write https://h"),
    ("https://h", "list:1: after the origin comes `basic`, `bearer` or `header`"),
    ("https://h digest a:b", "list:1: after the origin comes `basic`, `bearer` or `header`"),
    ("https://h basic geheim", "list:1: after `basic` a USER:PASSWORD is needed"),
    ("https://h bearer", "list:1: after `bearer` one token is needed"),
    ("https://h bearer a b", "list:1: after `bearer` one token is needed"),
    ("https://h header geheim", "list:1: after `header` a NAME: VALUE is needed"),
    ("https://h header a b: c", "list:1: after `header` a NAME: VALUE is needed"),
  ])
  func mistakesInAListSayTheLineAndNoSecret(_ text: String, _ message: String) {
    let error = #expect(throws: CredentialsError.self) {
      try CredentialList(text, source: "list")
    }
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("machine h login a password b", "a", "b"),
    ("machine x login n password m\nmachine H\n login a\n password \"b c\\\"d\"\n", "a", "b c\"d"),
    ("machine x login n password m default login a password b", "a", "b"),
    ("default login n password m\nmachine h login a password b", "a", "b"),
    ("# c\nmacdef init\nmachine h login n password m\n\nmachine h login a password b", "a", "b"),
    ("machine h account z login a password b machine h login n password m", "a", "b"),
    ("machine h password \"b", "", "b"),
    ("machine h login", "", ""),
  ])
  func netrcIsReadAsCurlReadsIt(_ text: String, _ user: String, _ password: String) throws {
    let origin = try HTTPURL("http://h:81").origin

    let found = Netrc(text).credentials(for: origin)

    #expect(found?.kind == .basic(user: user, password: password))
    #expect(found?.origin == origin)
  }

  @Test(arguments: ["", "machine", "machine other login a password b", "login a password b", "\""])
  func netrcMayHoldNothing(_ text: String) throws {
    #expect(Netrc(text).credentials(for: try HTTPURL("http://h").origin) == nil)
  }

  @Test func theFileComesBeforeTheVariableBeforeNetrc() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text: "https://a bearer file", to: "list")
    chmod(file, 0o600)
    let netrc = try folder.write(text: "default login n password m", to: "netrc")
    let sources = CredentialSources(
      file: file,
      environment: [
        "LARDER_AUTH": "https://a bearer no\nhttps://b bearer variable", "NETRC": netrc,
      ])

    let found = try ["https://a", "https://b", "https://c"].map {
      try sources.credentials(for: try HTTPURL($0).origin)?.kind
    }

    #expect(
      found == [
        .bearer(token: "file"), .bearer(token: "variable"), .basic(user: "n", password: "m"),
      ])
  }

  @Test func sourcesMayBeMissing() throws {
    let folder = try TemporaryFolder()
    let sources = CredentialSources(file: nil, environment: ["HOME": folder.path])

    #expect(sources.netrc == folder.path(of: ".netrc"))
    #expect(try sources.credentials(for: try HTTPURL("https://a").origin) == nil)
  }

  @Test(arguments: [(0o640, true), (0o604, true), (0o660, true), (0o600, false), (0o400, false)])
  func aListThatOthersCanReadIsRefused(_ mode: mode_t, _ isRefused: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text: "https://a bearer t", to: "list")
    chmod(file, mode)
    let sources = CredentialSources(file: file)
    let origin = try HTTPURL("https://a").origin

    let outcome = Result { try sources.credentials(for: origin) }

    if isRefused {
      let error = #expect(throws: CredentialsError.self) { try outcome.get() }
      #expect(error?.description == "\(file): others can read it: run chmod 600 on it")
    } else {
      #expect(try outcome.get()?.kind == .bearer(token: "t"))
    }
  }

  @Test func aListThatIsNotThereIsAnError() throws {
    let sources = CredentialSources(file: "/nowhere/list")
    let origin = try HTTPURL("https://a").origin

    let error = #expect(throws: CredentialsError.self) { try sources.credentials(for: origin) }
    #expect(error?.description == "/nowhere/list: No such file or directory")
  }
}
