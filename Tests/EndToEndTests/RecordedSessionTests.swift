import FoundationEssentials
import LarderTestSupport
import Testing

/// The session that the README shows is what the program shows.
///
/// `Scripts/record-session .build/release/larder docs/session.svg` makes it anew.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")))
struct RecordedSessionTests {
  @Test func theRecordingIsWhatThePromptShows() throws {
    let program = try Program()
    let run = try program.shell(
      "'\(Document.root)/Scripts/record-session' \(Program.products)/larder session.svg")
    #expect(run.status == 0, "\(run.errors)")

    let recorded = String(decoding: try program.folder.bytes(of: "session.svg"), as: UTF8.self)
    #expect(recorded == (try Document.text(ofFile: "docs/session.svg")))
    #expect(recorded.contains("Traveler#t1\u{A0}→\u{A0}Traveler#p99"))
  }
}
