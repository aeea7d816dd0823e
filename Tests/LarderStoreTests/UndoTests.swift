import LarderCore
import LarderStore
import Testing

@Suite struct UndoTests {
  private let people: People
  private let context: EntityContext
  private let ada: PersistentIdentifier

  init() throws {
    people = try People()
    context = people.context
    ada = try people.insert("Person", ["name": .text("Ada"), "age": .integer(1)])
    try context.save()
  }

  private func age(of object: PersistentIdentifier) throws -> AttributeValue? {
    try people.value("age", of: object)
  }

  @Test func everyEditIsAStep() throws {
    try people.set(ada, "age", .integer(2))
    try people.set(ada, "age", .integer(3))

    let outcome = try context.undo()

    #expect(outcome.name == "update Person#p1" && outcome.objects.updated.count == 1)
    #expect(try age(of: ada) == .integer(2))
    try context.redo()
    #expect(try age(of: ada) == .integer(3))
  }

  @Test func aGroupIsOneStep() throws {
    try context.beginGroup(named: "fixes")
    try people.set(ada, "age", .integer(2))
    try people.insert("Person", ["name": .text("Bob")])
    #expect(context.openGroupName == "fixes")
    try context.endGroup()

    #expect(try context.undo().name == "fixes")
    #expect(!context.hasChanges)
  }

  @Test func aGroupWithoutEditsIsNoStep() throws {
    let count = context.undoCount
    try context.beginGroup(named: "nothing")
    try context.endGroup()

    #expect(context.undoCount == count)
  }

  @Test func groupsDoNotNest() throws {
    try context.beginGroup(named: "outer")

    #expect(failure { try context.beginGroup(named: "inner") }?.code == .groupIsOpen)
    #expect(failure { try context.undo() }?.code == .groupIsOpen)
    try context.endGroup()
    #expect(failure { try context.endGroup() }?.code == .noOpenGroup)
  }

  @Test func aNewEditClearsRedo() throws {
    try people.set(ada, "age", .integer(2))
    try context.undo()
    #expect(context.redoCount == 1)

    try people.set(ada, "age", .integer(5))

    #expect(failure { try context.redo() }?.code == .nothingToRedo)
  }

  @Test func nothingToUndoIsAnError() throws {
    try context.undo()

    #expect(failure { try context.undo() }?.code == .nothingToUndo)
  }

  @Test func undoOfASavedInsertIsAPendingDelete() throws {
    try context.undo()

    #expect(context.changes(in: "main").deleted == [ada.permanent])
    try context.save()
    #expect(try people.count("Person") == 0)
  }

  @Test func redoAfterTheDeleteWasSavedInsertsUnderATemporaryIdentifier() throws {
    try context.undo()
    try context.save()

    let outcome = try context.redo()

    let replacement = try #require(outcome.remapped.first)
    #expect(replacement.old == ada.permanent && replacement.new.isTemporary)
    #expect(context.permanentIdentifier(for: ada) == replacement.new)
    #expect(outcome.objects.inserted == [replacement.new])
    let saved = try context.save()
    #expect(saved.stores.first?.replacements.map(\.new) == [ada.permanent])
    #expect(context.permanentIdentifier(for: ada) == ada.permanent)
    #expect(context.permanentIdentifier(for: replacement.new) == ada.permanent)
  }

  @Test func undoOfASavedDeleteRestoresIdentifierPlaceAndRelationships() throws {
    let bob = try people.insert("Person", ["name": .text("Bob")])
    try people.append([.identifier(ada)], to: "friends", of: bob)
    try context.save()
    try people.delete(ada)
    try context.save()

    try context.undo()
    try context.save()

    #expect(try people.names(EntityFetchDescriptor(entity: "Person")) == ["Ada", "Bob"])
    #expect(try people.destinations("friends", of: bob) == [ada.permanent])
  }

  @Test func rollbackDropsPendingStepsAndKeepsSavedOnes() throws {
    try people.set(ada, "age", .integer(2))
    try context.save()
    try people.set(ada, "age", .integer(3))

    context.rollback()

    #expect(!context.hasChanges)
    #expect(try age(of: ada) == .integer(2))
    try context.undo()
    #expect(try age(of: ada) == .integer(1))
  }

  @Test func rollbackAfterAnUndoMakesTheSavedStepUndoableAgain() throws {
    try context.undo()

    context.rollback()

    #expect(context.undoCount == 1 && context.redoCount == 0)
    #expect(try age(of: ada) == .integer(1))
  }

  @Test func rollbackForgetsTheTemporaryIdentifierOfARestoredObject() throws {
    try people.delete(ada)
    try context.save()
    let restored = try #require(try context.undo().remapped.first?.new)
    context.rollback()

    #expect(try context.snapshot(for: restored) == nil)
    try context.undo()
    try context.save()
    #expect(try age(of: ada) == .integer(1))
  }

  @Test func undoKeepsWhatSomebodyElseWroteMeanwhile() throws {
    try people.set(ada, "age", .integer(2))
    try context.save()
    let rival = try people.makeRival()
    try rival.set(ada.permanent, "name", .text("Eda"))
    try rival.context.save()
    try context.refresh(ada, discardingEdits: false)

    try context.undo()

    #expect(try people.value("name", of: ada) == .text("Eda"))
    #expect(try age(of: ada) == .integer(1))
  }

  @Test func undoOfAnUpdateOfAnObjectThatIsGoneIsRefused() throws {
    try people.set(ada, "age", .integer(2))
    try context.save()
    let rival = try people.makeRival()
    try rival.delete(ada.permanent)
    try rival.context.save()
    _ = failure { try context.refresh(ada, discardingEdits: false) }

    let error = failure { try context.undo() }

    #expect(error?.code == .objectNotFound && error?.identifier == ada.permanent)
    #expect(context.undoCount == 2 && !context.hasChanges)
  }

  @Test func aCheckpointBringsBackEditsAndSteps() throws {
    try people.set(ada, "age", .integer(2))
    let checkpoint = context.checkpoint()
    try people.set(ada, "age", .integer(3))
    try people.insert("Person", ["name": .text("Bob")])

    context.restore(checkpoint)

    #expect(try age(of: ada) == .integer(2))
    #expect(context.undoCount == 2 && context.changes(in: nil).count == 1)
  }

  @Test func aCheckpointBeforeASaveKeepsWhatWasSaved() throws {
    let checkpoint = context.checkpoint()
    try people.set(ada, "age", .integer(3))
    try context.save()
    try people.set(ada, "age", .integer(4))

    context.restore(checkpoint)

    #expect(try age(of: ada) == .integer(3))
    #expect(!context.hasChanges)
  }

  @Test func aSaveInsideAGroupDividesIt() throws {
    try context.beginGroup(named: "long")
    try people.set(ada, "age", .integer(2))
    try context.save()
    try people.set(ada, "age", .integer(3))
    context.rollback()

    #expect(context.openGroupName == nil)
    try context.undo()
    #expect(try age(of: ada) == .integer(1))
  }
}
