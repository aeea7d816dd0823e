import FoundationEssentials
import Testing

@Suite struct ErrorCodeTests {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  private func text(of path: String) throws -> Substring {
    Substring(
      String(decoding: try Data(contentsOf: URL(filePath: Self.root + path)), as: UTF8.self))
  }

  /// The pieces of a text that stand between two others.
  private func pieces(of text: Substring, from start: String, to end: String) -> [String] {
    text.split(separator: start).dropFirst().compactMap { rest in
      rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
  }

  @Test(arguments: [
    "/Sources/LarderCore/Errors/PersistenceError+Codes.swift",
    "/Sources/LarderStore/Context/PersistenceError+ContextCodes.swift",
  ])
  func everyCodeStandsInTheTable(_ path: String) throws {
    let codes = pieces(of: try text(of: path), from: "Self(rawValue: \"", to: "\"")
    let table = try text(of: "/docs/architecture.md")

    #expect(codes.count > 5)
    for code in codes { #expect(table.contains("| `\(code)` |"), "\(code)") }
  }
}
