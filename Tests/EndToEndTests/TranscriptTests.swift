import FoundationEssentials
import Testing

struct TranscriptTests {
  private static let folder =
    String(#filePath.dropLast("TranscriptTests.swift".count)) + "Transcripts/"

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".transcript") }.sorted()

  @Test(arguments: names)
  func theProgramAnswersAsWritten(name: String) throws {
    let data = try Data(contentsOf: URL(filePath: Self.folder + name))
    let transcript = Transcript(String(decoding: data, as: UTF8.self))

    let played = try transcript.played()

    for (wanted, actual) in zip(transcript.trimmedSteps, played) { #expect(actual == wanted) }
  }

  @Test func thereAreTranscripts() { #expect(!Self.names.isEmpty) }
}
