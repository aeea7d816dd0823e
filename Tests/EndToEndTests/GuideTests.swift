import FoundationEssentials
import LarderTestSupport
import Testing

/// Every example of the guide is run, and answers as the guide says.
struct GuideTests {
  static let pages: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: Document.root + "/docs/guide")) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted()

  @Test func thereAreGuides() { #expect(Self.pages.count >= 8) }

  /// The console blocks of a page are one transcript.
  @Test(arguments: pages)
  func theProgramAnswersAsThePageSays(page: String) throws {
    let text = try Document.text(ofFile: "docs/guide/\(page)")
    var lines: [Substring] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside {
        lines.append(line)
      }
    }
    let transcript = Transcript(lines.joined(separator: "\n") + "\n")

    for (wanted, actual) in zip(transcript.trimmedSteps, try transcript.played()) {
      #expect(actual == wanted)
    }
  }

  @Test(arguments: pages)
  func everyLinkLeadsSomewhere(page: String) throws {
    let text = try Document.text(ofFile: "docs/guide/\(page)")
    for part in text.split(separator: "](").dropFirst() {
      let link = String(part.prefix { $0 != ")" && $0 != "#" })
      let path = Document.root + "/docs/guide/" + link
      #expect(link.contains("://") || FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }
}
