import LarderCore
import LarderStore
import LarderTestSupport
import Testing

@testable import LarderShell

/// What `save` says where a store wrote only a part.
struct PartialSaveTests {
  private let shell: ShellHarness
  private let store: ObjectByObjectStore

  init() throws {
    shell = try ShellHarness(mode: .table)
    store = ObjectByObjectStore(InMemoryStore(identifier: "service", schema: ShellHarness.schema))
    try shell.session.add(
      store, kind: "memory", name: "service", location: StoreLocation(address: "in memory"))
    try shell.run("use service")
  }

  @Test func everyObjectThatWasNotWrittenIsNamed() throws {
    store.refuse(change: 2, detail: "days must be positive")

    let result = try shell.run(inserts(5) + "save", keepsGoing: true)

    #expect(result.status == .statementFailed)
    expectText(
      lines(result.output, from: "Trip#t1 →"),
      """
      Trip#t1 → Trip#p1
      Trip#t2 → Trip#p2

      """)
    expectText(
      lines(result.errors, from: "test:6:"),
      """
      test:6:1: error[save.rejected]: Trip#t3: the store refused the object: days must be positive; \
      2 of 5 changes were written
        Trip#t3: the store refused the object: days must be positive
        Trip#t4: not tried
        Trip#t5: not tried

      """)
  }

  @Test func ofManyThatWereNotTriedTheFirstTenAreNamed() throws {
    store.refuse(change: 0)

    let errors = try shell.run(inserts(15) + "save", keepsGoing: true).errors

    #expect(errors.contains("  Trip#t11: not tried\n  4 more: not tried\n"))
    #expect(!errors.contains("Trip#t12: "))
  }

  @Test func aSecondSaveGoesOn() throws {
    store.refuse(change: 2)
    try shell.run(inserts(5) + "save", keepsGoing: true)
    store.refuse(change: nil)

    let result = try shell.run("save")

    #expect(result.status == .success)
    #expect(result.output == "Trip#t3 → Trip#p3\nTrip#t4 → Trip#p4\nTrip#t5 → Trip#p5\n")
  }

  @Test func anUnknownOutcomeSaysHowToDecide() throws {
    store.refuse(change: 0, .unknownOutcome, detail: "the connection broke before a reply")

    let result = try shell.run(inserts(1) + "save", keepsGoing: true)

    expectText(
      lines(result.errors, from: "test:2:"),
      """
      test:2:1: error[save.unknown-outcome]: Trip#t1: whether the object was written is unknown: \
      the connection broke before a reply; 0 of 1 changes were written
        Trip#t1: whether the object was written is unknown: the connection broke before a reply
        = help: look for it with a query; `resolve REF keep` sends it again, \
      `resolve REF store` gives it up

      """)
    store.refuse(change: nil)
    #expect(try shell.run("resolve #t1 keep\nsave").output == "Trip#t2 → Trip#p1\n")
  }

  @Test func anInterruptedSaveEndsAsAnInterrupt() throws {
    store.refuse(change: 1, .notTried, interruption: PersistenceError(.cancelled))

    let result = try shell.run(inserts(3) + "save")

    #expect(result.status == .interrupted)
    #expect(result.errors.contains("error[operation.cancelled]: interrupted: 1 of 3 changes"))
  }

  @Test func notesOfASaveAreShown() throws {
    let object = PersistentIdentifier(
      storeIdentifier: "service", entityName: "Trip", primaryKey: .integer(1))
    store.say([
      SaveNote("nobody checks"),
      SaveNote(
        "the service changed the value", identifier: object, attribute: "days", sent: .null,
        stored: .integer(0)),
      SaveNote(
        "the service dropped the value", identifier: object, attribute: "start",
        sent: .text("x")),
    ])

    let errors = try shell.run(inserts(1) + "save").errors

    expectText(
      lines(errors, from: "note:"),
      """
      note: nobody checks
      note: Trip#p1.days: the service changed the value: sent nil, stored 0
      note: Trip#p1.start: the service dropped the value: sent x, stored missing

      """)
  }

  private func inserts(_ count: Int) -> String {
    (1...count).map { "insert Trip(name: \"n\($0)\")\n" }.joined()
  }

  /// The rest of a text from the first line that starts so.
  private func lines(_ text: String, from start: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.hasPrefix(start) }.joined(separator: "\n")
  }
}
