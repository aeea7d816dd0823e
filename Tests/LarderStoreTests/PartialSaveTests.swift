import LarderCore
import LarderStore
import LarderTestSupport
import Testing

/// What a store writes object by object stays written; the rest waits for the next save.
@Suite struct PartialSaveTests {
  private let context = EntityContext()
  private let store: ObjectByObjectStore

  init() throws {
    store = ObjectByObjectStore(InMemoryStore(identifier: "service", schema: .people))
    try context.attach(store, as: "main")
  }

  @Test func whatCameBeforeAFailureIsKeptAndTheRestIsPending() throws {
    let made = try insert(10)
    store.refuse(change: 4, detail: "the name is taken")

    let error = failure { try context.save() }

    #expect(error?.code == .rejected && error?.identifier == made[4])
    #expect(error?.detail == "the name is taken; 4 of 10 changes were written")
    #expect(
      error?.failures.map(\.code)
        == [.rejected] + Array(repeating: PersistenceError.Code.notTried, count: 5))
    #expect(context.changes(in: "main").inserted == Array(made[4...]))
    #expect(context.lastSave.stores.map(\.insertedCount) == [4])
    #expect(context.lastSave.stores.first?.replacements.map(\.old) == Array(made[..<4]))
  }

  @Test func theNextSaveGoesOnWhereTheFirstBrokeOff() throws {
    let made = try insert(10)
    store.refuse(change: 4)
    _ = failure { try context.save() }
    let first = made.map(context.permanentIdentifier(for:))
    store.refuse(change: nil)

    let outcome = try context.save()

    #expect(outcome.stores.map(\.insertedCount) == [6])
    #expect(made[..<4].map(context.permanentIdentifier(for:)) == Array(first[..<4]))
    #expect(try names() == (0..<10).map { .text("n\($0)") })
    #expect(!context.hasChanges && context.lastSave == outcome)
  }

  @Test func anObjectThatWasWrittenIsReferredToByItsNewIdentifier() throws {
    let employer = try context.perform(
      .insert("Company", [.init(AttributePath("name"), .value(.text("Acme")))]), in: "main"
    ).inserted[0]
    let person = try insert(1)[0]
    try context.perform(
      .update(
        .objects([person]), [.init(AttributePath("employer"), .value(.identifier(employer)))]),
      in: "main")
    store.refuse(change: 1)
    _ = failure { try context.save() }
    store.refuse(change: nil)

    try context.save()

    let stored = try context.storedSnapshot(for: context.permanentIdentifier(for: person))
    #expect(stored?["employer"] == .identifier(context.permanentIdentifier(for: employer)))
  }

  @Test func anInterruptionSpeaksForTheWholeSave() throws {
    let made = try insert(3)
    store.refuse(
      change: 1, .unknownOutcome, interruption: PersistenceError(.cancelled))

    let error = failure { try context.save() }

    #expect(error?.code == .cancelled && error?.detail == "1 of 3 changes were written")
    #expect(error?.failures.map(\.identifier) == [made[1], made[2]])
    #expect(error?.failures.map(\.code) == [.unknownOutcome, .notTried])
  }

  @Test func aConflictOfOneObjectIsSettledAsAnyOther() throws {
    let person = try insert(1)[0]
    try context.save()
    let saved = context.permanentIdentifier(for: person)
    try rename(saved, "Ada")
    store.refuse(change: 0, .conflict)

    let error = failure { try context.save() }
    #expect(error?.code == .conflict && context.conflicts == error?.conflicts)
    #expect(context.conflicts.map(\.identifier) == [saved])
    store.refuse(change: nil)
    try context.resolve([saved], keeping: .mine)
    try context.save()

    #expect(try names() == [.text("Ada")])
  }

  @Test func anUnknownInsertThatIsKeptIsSentUnderANewIdentifier() throws {
    let person = try insert(1)[0]
    store.refuse(change: 0, .unknownOutcome)
    _ = failure { try context.save() }
    store.refuse(change: nil)

    try context.resolve([person], keeping: .mine)
    let waiting = context.changes(in: "main").inserted
    try context.save()

    #expect(waiting.count == 1 && waiting != [person])
    #expect(try names() == [.text("n0")])
  }

  @Test func anUnknownInsertThatIsGivenUpIsReferredToNoMore() throws {
    let employer = try context.perform(
      .insert("Company", [.init(AttributePath("name"), .value(.text("Acme")))]), in: "main"
    ).inserted[0]
    let person = try insert(1)[0]
    try context.perform(
      .update(
        .objects([person]), [.init(AttributePath("employer"), .value(.identifier(employer)))]),
      in: "main")
    store.refuse(change: 1, .unknownOutcome)
    _ = failure { try context.save() }

    try context.resolve([person], keeping: .store)

    let company = context.permanentIdentifier(for: employer)
    #expect(context.changes(in: "main").inserted.isEmpty && context.conflicts.isEmpty)
    #expect(try context.destinations(of: "staff", from: company) == [])
  }

  @Test func whatTheStoreSaysOfASaveComesAlong() throws {
    try insert(1)
    let note = SaveNote("the service changed the value", sent: .null, stored: .integer(0))
    store.say([note])

    #expect(try context.save().stores.map(\.notes) == [[note]])
  }

  @discardableResult private func insert(_ count: Int) throws -> [PersistentIdentifier] {
    try (0..<count).flatMap { number in
      try context.perform(
        .insert("Person", [.init(AttributePath("name"), .value(.text("n\(number)")))]), in: "main"
      ).inserted
    }
  }

  private func rename(_ object: PersistentIdentifier, _ name: String) throws {
    try context.perform(
      .update(.objects([object]), [.init(AttributePath("name"), .value(.text(name)))]), in: "main")
  }

  private func names() throws -> [AttributeValue?] {
    var names: [AttributeValue?] = []
    try store.base.enumerate(EntityFetchDescriptor(entity: "Person")) {
      names.append($0["name"])
      return true
    }
    return names
  }
}
