import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

/// What passes between a context and a store, as it is told.
struct TraceTests {
  @Test func aRequestAndItsResultShareANumber() throws {
    let shell = try ShellHarness()
    let result = try shell.run(".trace on\ncount Trip\ncount Stay\n.trace off\ncount Trip")

    #expect(
      result.errors == """
        → 1 trips: count Trip
        ← 1 trips: 0
        → 2 trips: count Stay
        ← 2 trips: 0

        """)
  }

  @Test func unfoldedASaveShowsWhatWasSentAndWhatCameBack() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let result = try shell.run(
      """
      Trip select name
      Trip
      .trace full
      insert Trip(name: "Bonn", days: 1)
      update Trip where name == "Rome" set days = 4
      delete Trip where name == "Oslo"
      save
      """)
    let lines = result.errors.split(separator: "\n")
    let save = lines.drop { !$0.contains("apply") }

    #expect(
      save.joined(separator: "\n") == """
        → 3 trips: apply insert Trip#t3, update Trip#p1, delete Trip#p2
            insert Trip#t3(name: "Bonn", days: 1, stays: [])
            update Trip#p1: days 3 → 4
            delete Trip#p2(name: "Oslo", days: nil, stays: [])
        ← 3 trips: 2 snapshots, Trip#t3 → Trip#p3
            remapped Trip#t3 → Trip#p3
            Trip#p1(name: "Rome", days: 4, start: @2024-05-01T00:00:00Z, stays: [])
            Trip#p3(name: "Bonn", days: 1, stays: [])
        """)
  }

  @Test func whatWasToldInALineIsUnfoldedAfterwards() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let result = try shell.run(
      ".mode table\n.trace on\nTrip where days == 3\n.trace off\n.trace show 1")

    #expect(
      result.output.hasSuffix(
        """
        → 1 trips: fetch Trip where days == 3
        ← 1 trips: 1 snapshot, 2 examined
            Trip#p1(name: "Rome", days: 3, start: @2024-05-01T00:00:00Z, stays: [])

        """), "\(result.output)")
  }

  @Test func eventsAreRecordsToo() throws {
    let shell = try ShellHarness()
    try shell.fill()
    let path = shell.folder.path(of: "trace.jsonl")
    let result = try shell.run(
      ".trace jsonl \(path)\nupdate Trip where days == 3 set days = 4\nsave\n.trace off")
    let lines = String(decoding: try shell.folder.bytes(of: "trace.jsonl"), as: UTF8.self)
      .split(separator: "\n")

    #expect(result.errors == "")
    #expect(
      lines[0]
        == #"{"number":1,"phase":"request","store":"trips","operation":"fetch","#
        + #""summary":"Trip where days == 3"}"#)
    let request = try #require(lines.first { $0.contains(#""operation":"apply""#) })
    #expect(request.contains(##""changes":[{"change":"update","before":{"$id":"Trip#p1","##))
    #expect(lines.allSatisfy { $0.contains(#""phase":"request""#) || $0.contains(#""seconds":"#) })
  }

  @Test func aFailedRequestHasItsCode() throws {
    let shell = try ShellHarness(readOnlyReason: "it is a sample")
    let failing = FailingStore(shell.store)
    let store = TracingStore(failing, name: "bad", trace: shell.session.trace)
    shell.session.trace.listen { _ in }

    #expect(throws: PersistenceError.self) {
      try store.count(EntityFetchDescriptor(entity: "Trip"))
    }
    #expect(
      shell.session.trace.events(of: 1).map(\.line)
        == ["→ 1 bad: count Trip", "← 1 bad: failed, store.corrupt"])
  }

  @Test func aTraceThatCannotBeWrittenEndsTheScript() throws {
    let shell = try ShellHarness()

    #expect(throws: OutputError.failed(28, name: "/dev/full")) {
      try shell.run(".trace jsonl /dev/full\ncount Trip")
    }
    #expect(!shell.session.trace.isOn)
  }

  @Test func oldRequestsAreForgotten() throws {
    let trace = StoreTrace()
    trace.listen { _ in }
    for _ in 0..<StoreTrace.keptCount * 2 {
      _ = trace.begin(TraceEvent(phase: .request, store: "x", operation: "count", summary: "A"))
    }

    #expect(trace.events(of: 1).isEmpty)
    #expect(trace.events(of: StoreTrace.keptCount * 2).count == 1)
    #expect(trace.keptNumbers?.upperBound == StoreTrace.keptCount * 2)
  }

  @Test(arguments: [
    (
      ".trace show 9",
      "test:1:1: error[shell.nothing-listed]: no request 9 was traced\n  = help: `.trace on` begins\n"
    ),
    (
      ".trace on\ncount Trip\n.trace show 9",
      "test:3:1: error[shell.nothing-listed]: no request 9 was traced\n"
        + "  = help: those from 1 to 1 are kept\n"
    ),
  ])
  func aRequestThatIsNotKeptIsAnError(text: String, message: String) throws {
    let result = try ShellHarness().run(text)

    #expect(result.status == .statementFailed)
    #expect(result.errors.hasSuffix(message), "\(result.errors)")
  }

  @Test func messagesOfAStoreBelongToTheirRequest() throws {
    let shell = try ShellHarness()
    let telling = TellingStore(shell.store)
    let store = TracingStore(telling, name: "service", trace: shell.session.trace)
    shell.session.trace.listen { _ in }

    _ = try store.count(EntityFetchDescriptor(entity: "Trip"))

    #expect(
      shell.session.trace.events(of: 1).flatMap(\.unfoldedLines) == [
        "→ 1 service: count Trip", "> GET /trips < 200", "    > GET /trips", "    > Accept: *",
        "    < 200", "← 1 service: 0",
      ])
  }
}
