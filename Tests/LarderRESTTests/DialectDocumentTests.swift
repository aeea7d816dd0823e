import LarderTestSupport
import Testing

@testable import LarderREST

@Suite struct DialectDocumentTests {
  private static func text() throws -> String {
    try Document.named("rest-dialects.md").lines.joined(separator: "\n")
  }

  @Test func theExampleOfADescriptionReads() throws {
    let parts = try Self.text().components(between: "```json\n", and: "```")
    let example = try #require(parts.first)

    let dialect = try Dialect(json: Array(example.utf8))

    #expect(dialect.name == "shop")
    #expect(dialect.evidence == .unknown)
  }

  @Test func everyWordOfADescriptionIsInItsDocument() throws {
    let text = try Self.text()
    let words =
      Dialect.builtInNames + FilterOperator.allCases.map(\.rawValue)
      + LiteralKind.allCases.map(\.rawValue) + FilterForm.Encoder.allCases.map(\.rawValue)
      + LiteralForm.TextForm.Escape.allCases.map(\.rawValue)
      + PagingForm.Kind.allCases.map(\.rawValue) + DiscoveryForm.Kind.allCases.map(\.rawValue)

    for word in words { #expect(text.contains("`\(word)`"), "\(word)") }
  }
}

extension String {
  /// The pieces between two marks, in order.
  fileprivate func components(between start: String, and end: String) -> [String] {
    split(separator: start).dropFirst().compactMap {
      $0.split(separator: end).first.map(String.init)
    }
  }
}
