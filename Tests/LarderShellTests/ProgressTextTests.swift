import LarderCore
import Testing

@testable import LarderShell

struct ProgressTextTests {
  private func text(
    _ activity: String, _ unit: WorkProgress.Unit, done: Int, of total: Int?, after seconds: Double
  ) -> String {
    ProgressText(
      reading: .init(
        activity: activity, unit: unit, done: done, total: total, start: ContinuousClock.now),
      seconds: seconds
    ).text
  }

  @Test func bytesHaveAShareARateAndAnEstimate() {
    #expect(
      text("reading trips.json", .bytes, done: 50 << 20, of: 200 << 20, after: 2)
        == "reading trips.json  25 %  25 MB/s  6.0 s left")
  }

  @Test func objectsWithoutATotalHaveARate() {
    #expect(
      text("reading Trip", .objects, done: 12_345, of: nil, after: 3)
        == "reading Trip  12k objects  4.1k objects/s")
  }

  @Test(arguments: [
    (1, 327, 100.0, "0 %  0 objects/s  9 h 3 min left"), (100, 100, 1.0, "100 %  100 objects/s"),
    (250, 100, 1.0, "100 %  250 objects/s"), (0, 100, 12.0, "0 %"), (-5, 100, 1.0, "0 %"),
    (50, 100, 100.0, "50 %  0 objects/s  1 min 40 s left"),
    (1, .max, 1.0, "0 %  1 objects/s  long left"),
    (.max, 0, 1.0, "9223372036G objects  9223372036G objects/s"),
  ])
  func everyNumberCanBeShown(done: Int, total: Int, seconds: Double, expected: String) {
    let shown = text("saving", .objects, done: done, of: total, after: seconds)

    #expect(shown == "saving  " + expected)
  }

  @Test func withoutAReadingOnlyTheTimeIsKnown() {
    #expect(ProgressText(reading: nil, seconds: 1.26).text == "running  1.2 s")
    #expect(ProgressText(reading: nil, seconds: 75).text == "running  1 min 15 s")
    #expect(text("reading Trip", .objects, done: 0, of: nil, after: 0.6) == "reading Trip  0.6 s")
  }
}
