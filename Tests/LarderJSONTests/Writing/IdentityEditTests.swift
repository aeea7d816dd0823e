import LarderCore
import LarderJSON
import LarderStore
import LarderTestSupport
import Testing

/// Edits of the attribute that objects are known by.
@Suite struct IdentityEditTests {
  private static let text = """
    [
      {"id": "T1", "n": 1.50},
      {"id": "T2", "n": 2}
    ]

    """

  private func setID(_ key: String, to value: AttributeValue) -> EntityEdit {
    let path = AttributePath("id")
    return .update(
      .matching(
        EntityFetchDescriptor(
          entity: "trip", predicate: .comparison(.equal, .path(path), .value(.text(key))))),
      [EntityEdit.Assignment(path, .value(value))])
  }

  private func open(
    _ text: String = text
  ) throws -> (context: EntityContext, editor: StoreEditor) {
    let editor = try StoreEditor(text)
    let context = EntityContext()
    try context.attach(editor.store, as: "trip")
    return (context, editor)
  }

  @Test func anObjectTakesItsNewIdentityAlong() throws {
    let (context, editor) = try open()
    let old = try #require(try editor.objects().first).identifier
    let renamed = Self.text.replacing("T1", with: "T9")

    try context.perform(setID("T1", to: .text("T9")), in: "trip")
    try context.save()

    expectText(try editor.text, renamed)
    let new = context.permanentIdentifier(for: old)
    #expect(new.description == "trip#p\"T9\"")
    #expect(try context.snapshot(for: new)?["n"] == .real(1.5))
    #expect(context.registeredSnapshot(for: old)?.identifier == new)
    #expect(try editor.objects().map(\.identifier.description) == ["trip#p\"T9\"", "trip#p\"T2\""])
  }

  @Test func undoGivesBackTheOldIdentityAndTheOldBytes() throws {
    let (context, editor) = try open()
    let old = try #require(try editor.objects().first).identifier

    try context.perform(setID("T1", to: .text("T9")), in: "trip")
    try context.save()
    try context.perform(setID("T9", to: .text("T8")), in: "trip")
    try context.save()
    try context.undo()
    try context.undo()
    try context.save()

    expectText(try editor.text, Self.text)
    #expect(context.permanentIdentifier(for: old) == old)
    try context.redo()
    try context.save()
    expectText(try editor.text, Self.text.replacing("T1", with: "T9"))
  }

  @Test func aRenamedObjectCanBeEditedDeletedAndRestored() throws {
    let (context, editor) = try open()

    try context.perform(setID("T1", to: .text("T9")), in: "trip")
    try context.save()
    let renamed = try #require(try editor.objects().first).identifier
    try context.perform(.delete(.objects([renamed])), in: "trip")
    try context.save()
    #expect(try editor.objects().count == 1)
    try context.undo()
    try context.save()

    expectText(try editor.text, Self.text.replacing("T1", with: "T9"))
  }

  @Test func anInsertedObjectCanBeRenamed() throws {
    let (context, editor) = try open()
    try context.perform(
      .insert("trip", [EntityEdit.Assignment(AttributePath("id"), .value(.text("T3")))]),
      in: "trip")
    try context.save()

    try context.perform(setID("T3", to: .text("T4")), in: "trip")
    try context.save()

    #expect(try editor.objects().map { $0["id"] } == [.text("T1"), .text("T2"), .text("T4")])
  }

  @Test func theIdentityOfAnotherObjectIsRefused() throws {
    let editor = try StoreEditor(Self.text)

    let error = #expect(throws: PersistenceError.self) {
      try editor.set("id", ofRow: 0, to: .text("T2"))
    }

    #expect(error?.code == .notUnique)
    #expect(error?.detail == "the file already has trip#p\"T2\"")
    expectText(try editor.text, Self.text)
  }

  @Test func theIdentityOfAnObjectThatMayComeBackIsRefused() throws {
    let editor = try StoreEditor(Self.text)
    try editor.delete(rows: [1])

    let error = #expect(throws: PersistenceError.self) {
      try editor.set("id", ofRow: 0, to: .text("T2"))
    }

    #expect(error?.code == .notUnique)
    #expect(error?.detail == "trip#p\"T2\" was another object since the file was opened")
  }

  @Test func anIdentityIsNeverNil() throws {
    let editor = try StoreEditor(Self.text)

    let error = #expect(throws: PersistenceError.self) {
      try editor.set("id", ofRow: 0, to: .null)
    }

    #expect(error?.code == .requiredValueMissing)
    #expect(error?.detail == "objects are known by it")
  }

  @Test func theKeyThatARecordStandsUnderStaysAsItIs() throws {
    let editor = try StoreEditor(#"{"A":{"n":1},"B":{"n":2}}"#)
    let name = try #require(try editor.objects().first?.layout.names.first)

    let error = #expect(throws: PersistenceError.self) {
      try editor.set(name, ofRow: 0, to: .text("C"))
    }

    #expect(error?.code == .unsupported)
    #expect(
      error?.detail == "`\(name)` is the identity of an object and stays as it is: "
        + "the record stands under it")
  }
}
