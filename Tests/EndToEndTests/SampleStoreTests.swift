import Glibc
import LarderTestSupport
import Testing

@testable import CoreDataFixtures

/// The app's store that a lesson uses is what its maker writes.
///
/// `LARDER_WRITE_SAMPLES=1 swift test --filter SampleStoreTests` makes it anew.
struct SampleStoreTests {
  @Test func theLessonsStoreHoldsWhatItsMakerWrites() throws {
    let program = try Program()
    let made = program.folder.path(of: "made.store")
    try CoreDataFixture.journeys.write(to: made)
    let kept = Document.root + "/Samples/lessons/journeys.store"
    if getenv("LARDER_WRITE_SAMPLES") != nil {
      _ = try program.shell("cp made.store '\(kept)'")
    }
    let statements = "\n.dump\n.history\n.check\n"

    let expected = try program.larder("made.store", input: statements)
    let found = try program.larder(kept, input: statements)

    #expect(expected.status == 0, "\(expected.errors)")
    #expect(expected.output.contains("Baltic coast"))
    #expect(found.output == expected.output)
  }
}
