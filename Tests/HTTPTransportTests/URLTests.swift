import HTTPTransport
import Testing

@Suite struct URLTests {
  @Test(arguments: [
    ("http://Example.COM", "http://example.com/"),
    ("HTTPS://h:443/a?b#c", "https://h/a?b"),
    ("http://h:8080/a/../b", "http://h:8080/a/../b"),
    ("http://[::1]:80/", "http://[::1]/"),
    (
      "http://h/p?filter[objects]=[{\"a\":\"50%\"}]",
      "http://h/p?filter%5Bobjects%5D=%5B%7B%22a%22:%2250%25%22%7D%5D"
    ),
    ("http://h/é x", "http://h/%C3%A9%20x"),
    ("http://h/%2F%2f%4", "http://h/%2F%2f%254"),
    ("http://h?x", "http://h/?x"),
    ("http://h/a?", "http://h/a?"),
  ])
  func aURLIsKeptInTheFormInWhichItIsSent(_ text: String, _ sent: String) throws {
    #expect(try HTTPURL(text).text == sent)
  }

  @Test(arguments: [
    ("", "not a usable URL: a URL is needed such as https://host/path"),
    ("/people", "not a usable URL: a URL is needed such as https://host/path"),
    ("http:/h/p", "not a usable URL: a URL is needed such as https://host/path"),
    ("ftp://h/", "not a usable URL: a URL's scheme is http or https, not ftp"),
    ("http://", "not a usable URL: `` is no host of a URL"),
    ("http://a b/", "not a usable URL: `a b` is no host of a URL"),
    ("http://[::1/", "not a usable URL: `[` is no host of a URL"),
    ("http://h:0/", "not a usable URL: `0` is no port of a URL"),
    ("http://h:65536/", "not a usable URL: `65536` is no port of a URL"),
    (
      "http://h:99999999999999999999/",
      "not a usable URL: `99999999999999999999` is no port of a URL"
    ),
    ("http://h:8x/", "not a usable URL: `8x` is no port of a URL"),
    ("http://h/\r\nX: y", "not a usable URL: a URL is needed such as https://host/path"),
    (
      "http://anna:secret@h/",
      "not a usable URL: a URL holds no name and password: others could read them there"
    ),
  ])
  func whatIsNoURLIsRefusedWithAReason(_ text: String, _ message: String) {
    let error = #expect(throws: HTTPError.self) { try HTTPURL(text) }
    #expect(error?.description == message)
    #expect(error?.code == .invalidURL)
  }

  @Test(arguments: [
    ("sib?x=1", "http://h:81/a/sib?x=1"),
    ("?page=2", "http://h:81/a/b?page=2"),
    ("", "http://h:81/a/b?q"),
    ("/people/", "http://h:81/people/"),
    ("../c", "http://h:81/c"),
    ("../../../c/./d/..", "http://h:81/c/"),
    ("//other/x", "http://other/x"),
    ("https://h/p?x=%2F&y=é", "https://h/p?x=%2F&y=%C3%A9"),
    ("a:b", nil),
    ("http://user@h/", nil),
    ("a\u{1}b", nil),
  ])
  func linksAreRelativeToWhereTheyWereFound(_ link: String, _ target: String?) throws {
    let base = try HTTPURL("http://h:81/a/b?q")

    #expect((try? base.resolving(link))?.text == target)
  }

  @Test func secretsInParametersAreNotShown() throws {
    let url = try HTTPURL("http://h/p?a=1&Token=geheim&$skiptoken=2&password=&x")

    #expect("\(url)" == "http://h/p?a=1&Token=***&$skiptoken=2&password=***&x")
    #expect(url.text.contains("geheim"))
  }

  @Test(arguments: [
    ("http://localhost/", true), ("http://a.localhost/", true), ("http://127.1.2.3/", true),
    ("http://[::1]/", true), ("http://127.evil.com/", false), ("http://localhost.com/", false),
  ])
  func loopbackIsKnownByItsNames(_ text: String, _ isLoopback: Bool) throws {
    #expect(try HTTPURL(text).origin.isLoopback == isLoopback)
  }

  @Test func anyTextCanBeResolved() throws {
    let base = try HTTPURL("http://h/a/b")
    let pieces = [
      "/", "..", "?", "#", ":", "//", "é", "%", "\u{0}", "http", "[", "@", ".", "\\", "👍",
    ]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          let target = try? base.resolving(first + second + third)
          #expect(target?.text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ?? true)
        }
      }
    }
  }
}
