import Foundation
import LarderCore
import Testing

@Suite struct ErrorCodeTests {
  @Test func theArchitectureDocumentListsEveryCode() throws {
    let document = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/architecture.md")
    let lines = try String(contentsOf: document, encoding: .utf8).split(separator: "\n")
    let documented = lines.compactMap { line -> String? in
      let match = line.firstMatch(of: /^\| `([a-z]+\.[a-z-]+)` \|/)
      return match.map { String($0.1) }
    }
    #expect(documented == PersistenceError.Code.all.map(\.rawValue))
  }
}
