import LarderTestSupport
import Testing

@testable import HTTPTransport

/// `docs/rest-dialects.md` names each code.
struct ErrorCodeTests {
  @Test func everyCodeIsInTheTable() throws {
    let declared = try Document.text(ofFile: "Sources/HTTPTransport/Errors/HTTPError.swift")
      .split(separator: "\"").filter { $0.hasPrefix("http.") }
    let listed = try Document.named("rest-dialects.md").firstCells.filter {
      $0.hasPrefix("`http.")
    }

    #expect(declared.count > 10)
    #expect(listed == declared.map { "`\($0)`" })
  }
}
