import JSONTree
import LarderTestSupport
import Testing

@testable import LarderREST

/// Reads literals back by the rules of the services, written apart from the code under test.
private enum LiteralReader {
  static func read(_ literal: String, _ dialect: String) -> String? {
    switch dialect {
    case "odata": odata(literal)
    case "pocketbase": pocketBase(literal)
    case "kinto": json(literal)
    default: literal
    }
  }

  private static func odata(_ literal: String) -> String? {
    var scalars = Array(literal.unicodeScalars)
    guard scalars.count >= 2, scalars.removeFirst() == "'", scalars.removeLast() == "'" else {
      return nil
    }
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index] == "'" {
        guard index + 1 < scalars.count, scalars[index + 1] == "'" else { return nil }
        index += 1
      }
      result.append(scalars[index])
      index += 1
    }
    return String(result)
  }

  /// Only a backslash before the quote means something.
  private static func pocketBase(_ literal: String) -> String? {
    var scalars = Array(literal.unicodeScalars)
    guard scalars.count >= 2, let quote = scalars.first, quote == "\"" || quote == "'" else {
      return nil
    }
    scalars.removeFirst()
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\\", index + 1 < scalars.count, scalars[index + 1] == quote {
        index += 1
      } else if scalars[index] == quote {
        return index == scalars.count - 1 ? String(result) : nil
      }
      result.append(scalars[index])
      index += 1
    }
    return nil
  }

  private static func json(_ literal: String) -> String? {
    guard case .text(let text)? = JSONReader.node(literal) else { return nil }
    return text
  }
}

@Suite struct LiteralTests {
  @Test(arguments: ["odata", "pocketbase", "kinto", "drf", "postgrest"])
  func anyTextComesBackFromItsLiteralAndItsAddress(_ name: String) throws {
    let form = try #require(try RESTFixtures.dialect(name).filter).literals.text
    var generator = SeededGenerator(seed: 20_261_130)
    let pieces = [
      "'", "''", "\"", "\\", "\\\"", "\\'", "%", "%25", "+", "&", "=", "#", ",", " ", "(", ")",
      "é", "e\u{301}", "\u{301}", "😀", "\u{0}", "\n", "a", "10", "null", "true", "~", "*", "//",
    ]
    var spelledCount = 0

    for _ in 0..<2000 {
      let count = Int.random(in: 0...6, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let literal = form.spelled(text) else { continue }
      spelledCount += 1
      let sent = [QueryParameter("f", literal)].queryText.dropFirst(2)
      let received = String(sent).percentDecoded
      #expect(Array(received.unicodeScalars) == Array(literal.unicodeScalars))
      #expect(sent.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"&=+#".utf8.contains($0) })
      let read = LiteralReader.read(received, name)
      #expect(read.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars), "\(literal)")
    }
    #expect(spelledCount > 1000)
  }
}
