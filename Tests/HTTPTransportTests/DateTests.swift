import HTTPTransport
import Testing

@Suite struct DateTests {
  /// The pause that a service asks for by a date, in seconds from 1970.
  private static func seconds(_ text: String) throws -> Int64? {
    let waited = ScriptedClock()
    let base = ScriptedTransport([.reply(429, ["Retry-After": text]), .reply(200)])
    let transport = CarefulTransport(
      over: base, timeout: .seconds(400_000_000), pace: waited.pace(fraction: 0))
    _ = try transport.send(HTTPRequest(.get, try HTTPURL("http://h/")))
    return waited.waits.first.map { $0.components.seconds }.flatMap { $0 == 0 ? nil : $0 + 1000 }
  }

  @Test(arguments: [
    ("Sat, 10 Jan 1970 00:00:00 GMT", 777_600), ("Saturday, 10-Jan-70 00:00:00 GMT", 777_600),
    ("Sat Jan 10 00:00:00 1970", 777_600), ("Sun, 01 Mar 1970 00:00:01 GMT", 5_097_601),
    ("Thu, 31 Dec 1970 23:59:60 GMT", 31_536_000),
  ])
  func theThreeFormsOfDatesAreRead(_ text: String, _ seconds: Int64) throws {
    #expect(try Self.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "Sat", "10 Jan 1970", "Sat, 10 Jan 1970 24:00:00 GMT", "Sat, 32 Jan 1970 00:00:00 GMT",
    "Sat, 10 Foo 1970 00:00:00 GMT", "Sat, 10 Jan 99999 00:00:00 GMT",
    "Sat, 10 Jan 1970 00:00 GMT", "Sat, 10 Jan 1970 00:00:61 GMT",
    "Sat, 10 Jan 9223372036854775807 00:00:00 GMT", "1.5", "1 2", "+5",
  ])
  func otherTextsAreNoDates(_ text: String) throws {
    #expect(try Self.seconds(text) == nil)
  }
}
