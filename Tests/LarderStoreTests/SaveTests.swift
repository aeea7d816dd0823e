import LarderCore
import LarderStore
import Testing

@Suite struct SaveTests {
  private let people: People
  private let context: EntityContext
  private let rival: People
  private let ada: PersistentIdentifier

  init() throws {
    people = try People()
    context = people.context
    rival = try people.makeRival()
    let made = try people.insert("Person", ["name": .text("Ada"), "age": .integer(1)])
    try context.save()
    ada = made.permanent
  }

  @Test func referencesToNewObjectsBecomePermanent() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    try people.set(ada, "employer", .identifier(acme))

    let outcome = try context.save()

    #expect(outcome.stores.map(\.insertedCount) == [1] && outcome.stores.map(\.updatedCount) == [1])
    let stored = try context.storedSnapshot(for: ada)
    #expect(stored?["employer"] == .identifier(acme.permanent))
    #expect(try context.snapshot(for: acme)?["staff"] == .array([.identifier(ada)]))
  }

  @Test func aSaveWithoutChangesWritesNothing() throws {
    #expect(try context.save().stores.isEmpty)
  }

  @Test func editsOfDifferentAttributesBothLand() throws {
    try people.set(ada, "age", .integer(2))
    try rival.set(ada, "name", .text("Eda"))
    try rival.context.save()

    try context.save()

    let stored = try context.storedSnapshot(for: ada)
    #expect(stored?["name"] == .text("Eda") && stored?["age"] == .integer(2))
  }

  @Test func editsOfOneAttributeAreAConflictThatNamesAllValues() throws {
    try people.set(ada, "age", .integer(2))
    try rival.set(ada, "age", .integer(3))
    try rival.context.save()

    let error = failure { try context.save() }

    let conflict = try #require(error?.conflicts.first)
    #expect(error?.code == .conflict && conflict.identifier == ada)
    #expect(conflict.lastSeen["age"] == .integer(1))
    #expect(conflict.stored?["age"] == .integer(3) && conflict.mine?["age"] == .integer(2))
    #expect(context.conflicts == [conflict] && context.hasChanges)
  }

  @Test func aDeleteOfAnObjectThatChangedIsAConflict() throws {
    try people.delete(ada)
    try rival.set(ada, "name", .text("Eda"))
    try rival.context.save()

    #expect(failure { try context.save() }?.conflicts.map(\.mine) == [nil])
  }

  @Test func keepingMineWritesOverWhatTheStoreHolds() throws {
    try people.set(ada, "age", .integer(2))
    try rival.set(ada, "age", .integer(3))
    try rival.set(ada, "name", .text("Eda"))
    try rival.context.save()
    _ = failure { try context.save() }

    try context.resolve([ada], keeping: .mine)
    try context.save()

    let stored = try context.storedSnapshot(for: ada)
    #expect(stored?["age"] == .integer(2) && stored?["name"] == .text("Eda"))
    #expect(context.conflicts.isEmpty)
  }

  @Test func keepingTheStoresGivesTheEditsUp() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    try context.save()
    try people.set(ada, "age", .integer(2))
    try people.set(ada, "employer", .identifier(acme))
    try rival.set(ada, "age", .integer(3))
    try rival.context.save()
    _ = failure { try context.save() }

    try context.resolve(nil, keeping: .store)

    #expect(!context.hasChanges)
    #expect(try people.value("age", of: ada) == .integer(3))
    #expect(try people.destinations("staff", of: acme) == [])
    #expect(context.undoCount == 2)
  }

  @Test func keepingMineOfAnObjectThatIsGoneInsertsItAgain() throws {
    try people.set(ada, "age", .integer(2))
    try rival.delete(ada)
    try rival.context.save()
    #expect(failure { try context.save() }?.conflicts.map(\.stored) == [nil])

    try context.resolve(nil, keeping: .mine)
    #expect(context.changes(in: "main").inserted.count == 1)
    try context.save()

    #expect(try context.storedSnapshot(for: ada)?["age"] == .integer(2))
  }

  @Test func resolvingWithoutAConflictIsAnError() {
    #expect(failure { try context.resolve(nil, keeping: .mine) }?.code == .noConflict)
    #expect(failure { try context.resolve([ada], keeping: .store) }?.identifier == ada)
  }

  @Test func refreshRefusesAnEditedObjectUnlessItsEditsAreGivenUp() throws {
    try people.set(ada, "age", .integer(2))
    try rival.set(ada, "age", .integer(3))
    try rival.context.save()

    #expect(failure { try context.refresh(ada, discardingEdits: false) }?.code == .objectIsEdited)
    try context.refresh(ada, discardingEdits: true)

    #expect(try people.value("age", of: ada) == .integer(3))
    #expect(!context.hasChanges && context.undoCount == 1)
  }

  @Test func whatWasSeenIsWhatASaveExpects() throws {
    _ = try people.objects(EntityFetchDescriptor(entity: "Person"))
    try rival.set(ada, "age", .integer(3))
    try rival.context.save()

    try people.set(ada, "age", .integer(2))

    #expect(failure { try context.save() }?.code == .conflict)
    #expect(context.registeredSnapshot(for: ada)?["age"] == .integer(1))
  }

  @Test func givingUpADeleteLinksTheObjectAgain() throws {
    let acme = try people.insert("Company", ["name": .text("Acme")])
    try people.set(ada, "employer", .identifier(acme))
    try context.save()
    try people.delete(ada)
    try rival.set(ada, "age", .integer(3))
    try rival.context.save()
    _ = failure { try context.save() }

    try context.resolve(nil, keeping: .store)

    #expect(!context.hasChanges)
    #expect(try people.destinations("staff", of: acme) == [ada])
  }

  @Test func aFailureNamesTheStoresThatWereWritten() throws {
    let second = InMemoryStore(identifier: "second", schema: .people)
    try context.attach(second, as: "second")
    try second.write(company: "Acme")
    let all = EntityFetchDescriptor(entity: "Company")
    let rename = EntityEdit.update(
      .matching(all), [.init(AttributePath("name"), .value(.text("Ajax")))])
    try context.perform(rename, in: "second")
    try people.set(ada, "age", .integer(2))
    try second.write(company: "Acme, too", renaming: true)

    let error = failure { try context.save() }

    #expect(error?.code == .conflict && error?.detail == "already written: main")
    #expect(context.changes(in: "main").isEmpty && context.changes(in: "second").count == 1)
    context.rollback()
    try context.undo()
    #expect(try people.value("age", of: ada) == .integer(1))
  }

  @Test func nothingIsWrittenWhereOneStoreWouldBeRefused() throws {
    let second = InMemoryStore(identifier: "second", schema: .people)
    try context.attach(second, as: "second")
    try people.set(ada, "age", .integer(2))
    let made = try context.perform(
      .insert("Room", [.init(AttributePath("number"), .value(.integer(1)))]), in: "second")
    let room = try #require(made.inserted.first)
    #expect(failure { try context.save() }?.code == .requiredValueMissing)
    #expect(try context.storedSnapshot(for: ada)?["age"] == .integer(1))

    try context.perform(.delete(.objects([room])), in: "second")
    try context.perform(
      .insert("Company", [.init(AttributePath("name"), .value(.text("Acme")))]), in: "second")
    try second.write(company: "Acme")
    let error = failure { try context.save() }

    #expect(error?.code == .notUnique && error?.detail == "Company#p1 holds the same name")
    #expect(try context.storedSnapshot(for: ada)?["age"] == .integer(1))
  }

  @Test func aStoreWithPendingChangesIsNotDetached() throws {
    try people.set(ada, "age", .integer(2))

    #expect(failure { try context.detach("main") }?.code == .unsavedChanges)
    context.rollback()
    try context.detach("main")
    #expect(context.storeNames.isEmpty && context.undoCount == 0)
  }

  @Test func aStoreIsAttachedOnce() {
    let error = failure { try context.attach(people.store, as: "again") }

    #expect(error?.code == .storeAttached && error?.detail == "the store is open already, as main")
    #expect(failure { try context.detach("nowhere") }?.code == .unknownStore)
  }

  @Test func anInterruptEndsARunningRead() throws {
    for _ in 0..<10 { try people.insert("Person", ["name": .text("x")]) }
    try context.save()
    let interrupter = context.interrupter
    var seen = 0

    let error = failure {
      try context.enumerate(EntityFetchDescriptor(entity: "Person"), in: "main") { _ in
        seen += 1
        if seen == 3 { interrupter.interrupt() }
        return true
      }
    }

    #expect(error?.code == .cancelled && seen == 3)
    #expect(try people.count("Person") == 11)
  }
}

extension InMemoryStore {
  /// Writes an object as another process would.
  fileprivate func write(company: String, renaming: Bool = false) throws {
    let other = EntityContext()
    try other.attach(self, as: "other")
    let assignments = [
      EntityEdit.Assignment(AttributePath("name"), .value(.text(company)))
    ]
    let all = EntityFetchDescriptor(entity: "Company")
    try other.perform(
      renaming ? .update(.matching(all), assignments) : .insert("Company", assignments),
      in: "other")
    try other.save()
  }
}
