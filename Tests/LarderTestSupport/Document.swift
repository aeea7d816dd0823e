import FoundationEssentials

/// A document of this repository, for tests that compare it with the code.
public struct Document: Sendable {
  public let lines: [Substring]

  /// Reads a file of `docs`.
  public static func named(_ name: String) throws -> Document {
    Document(
      lines: try text(ofFile: "docs/\(name)").split(
        separator: "\n", omittingEmptySubsequences: false))
  }

  /// The folder of the repository.
  public static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// What a file of this repository holds.
  public static func text(ofFile path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
  }

  /// The first cell of each row of each table.
  public var firstCells: [String] {
    lines.filter { $0.hasPrefix("| ") }.map { line in
      let cell = line.dropFirst(2)
      return String(cell[..<(cell.firstRange(of: " |")?.lowerBound ?? cell.endIndex)])
    }
  }

  /// The code spans of numbered examples that are statements by themselves.
  ///
  /// Words of which a sentence speaks, such as `#Predicate`, stand in its brackets.
  public var numberedExamples: [String] {
    let start = lines.firstIndex { $0 == "## Examples" } ?? lines.endIndex
    return lines[start...].prefix { $0 == "## Examples" || !$0.hasPrefix("## ") }
      .filter { $0.first?.isNumber == true }
      .flatMap { Self.codeSpans(of: $0) }
  }

  private static func codeSpans(of line: Substring) -> [String] {
    var spans: [String] = []
    var rest = line
    while let opener = rest.firstIndex(of: "`") {
      // What stands in brackets or behind "prints" explains the example.
      let before = rest[..<opener]
      let ticks = rest[opener...].prefix { $0 == "`" }
      let content = rest[ticks.endIndex...]
      guard let closer = content.firstRange(of: ticks) else { break }
      let isExplained = before.contains("(") && !before.contains(")") || before.hasSuffix("prints ")
      let span = content[..<closer.lowerBound]
      if !isExplained {
        spans.append(String(ticks.count > 1 ? span.dropFirst().dropLast() : span))
      }
      rest = content[closer.upperBound...]
    }
    return spans
  }
}
