import HTTPTransport
import Testing

@Suite struct HeadersTests {
  @Test func namesAreFoundInAnyCaseAndRepeatsAreKept() {
    let headers: HTTPHeaders = ["ETag": "W/\"1\"", "Link": "<a>", "LINK": "<b>"]

    #expect(headers["etag"] == "W/\"1\"")
    #expect(headers["link"] == "<a>")
    #expect(headers.values(of: "Link") == ["<a>", "<b>"])
    #expect(headers["X"] == nil)
  }

  @Test func settingReplacesEveryHeaderOfAName() {
    var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]

    headers["A"] = "4"
    headers["B"] = nil
    headers["C"] = "5"

    #expect(headers == ["A": "4", "C": "5"])
  }

  @Test func secretHeadersDoNotGoElsewhere() {
    var headers: HTTPHeaders = ["Accept": "*/*", "authorization": "Basic x", "Cookie": "y"]
    headers.add(HTTPHeader("X-Key", "z", isSecret: true))

    #expect(headers.withoutSecrets == ["Accept": "*/*"])
    #expect(headers.fields.map(\.shownValue) == ["*/*", "***", "***", "***"])
  }

  @Test(arguments: [
    (HTTPMethod.get, "If-None-Match", HTTPRequest.Repetition.safe),
    (.patch, "If-Match", .conditional), (.put, "If-None-Match", .conditional),
    (.delete, "if-match", .conditional), (.put, "ETag", .safe),
  ])
  func aConditionMakesAWriteConditional(
    _ method: HTTPMethod, _ header: String, _ repetition: HTTPRequest.Repetition
  ) throws {
    let headers = HTTPHeaders([HTTPHeader(header, "*")])

    let request = HTTPRequest(method, try HTTPURL("http://h"), headers: headers)

    #expect(request.repetition == repetition)
  }

  @Test(arguments: [
    (HTTPMethod.get, HTTPRequest.Repetition.safe, true), (.put, .safe, false),
    (.delete, .safe, false), (.post, .ifNeverDone, false), (.patch, .ifNeverDone, false),
  ])
  func howARequestIsRepeatedFollowsFromItsMethod(
    _ method: HTTPMethod, _ repetition: HTTPRequest.Repetition, _ follows: Bool
  ) throws {
    let request = HTTPRequest(method, try HTTPURL("http://h"))

    #expect(request.repetition == repetition)
    #expect(request.followsRedirects == follows)
  }
}
