import LarderCore
import Testing

struct WorkProgressTests {
  @Test func workIsSeenWhileItIsDone() {
    let progress = WorkProgress()

    progress.track("reading", of: 10, in: .bytes) {
      progress.advance(by: 3)
      progress.advance()

      #expect(progress.reading?.activity == "reading")
      #expect(progress.reading?.unit == .bytes)
      #expect(progress.reading?.done == 4)
      #expect(progress.reading?.total == 10)
    }

    #expect(progress.reading == nil)
  }

  @Test func theInnermostWorkIsSeenAndTheOuterGoesOn() {
    let progress = WorkProgress()

    progress.track("saving", of: 5) {
      progress.advance(by: 2)
      progress.track("reading") {
        progress.advance(by: 100)
        progress.expect(200)
        #expect(progress.reading?.activity == "reading")
        #expect(progress.reading?.done == 100)
        #expect(progress.reading?.total == 200)
      }
      progress.advance()

      #expect(progress.reading?.activity == "saving")
      #expect(progress.reading?.done == 3)
      #expect(progress.reading?.total == 5)
    }
  }

  @Test func workThatFailsIsOver() {
    struct Failure: Error {}
    let progress = WorkProgress()

    #expect(throws: Failure.self) { try progress.track("reading") { throw Failure() } }

    #expect(progress.reading == nil)
  }
}
