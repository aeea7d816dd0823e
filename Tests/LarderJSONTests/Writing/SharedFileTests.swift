import Glibc
import LarderCore
import LarderJSON
import LarderTestSupport
import Testing

@Suite struct SharedFileTests {
  private static let text = "[{\"id\":1,\"n\":1.10},{\"id\":2,\"n\":2.50},{\"id\":3,\"n\":3}]\n"

  private func update(
    _ editor: StoreEditor, row: Int, to value: AttributeValue
  ) throws -> ChangeSet.Change {
    let before = try editor.objects()[row]
    var after = before
    after["n"] = value
    return .update(before: before, after: after)
  }

  @Test func editsOfDifferentObjectsBothLand() throws {
    let one = try StoreEditor(Self.text)
    let other = try StoreEditor(beside: one)
    let mine = try update(one, row: 0, to: .integer(7))
    let theirs = try update(other, row: 1, to: .integer(8))

    try one.apply([mine])
    try other.apply([theirs])

    expectText(try one.text, "[{\"id\":1,\"n\":7},{\"id\":2,\"n\":8},{\"id\":3,\"n\":3}]\n")
    #expect(try one.objects() == other.objects())
  }

  @Test func theSecondToSaveAnObjectGetsAConflictThatSaysBothValues() throws {
    let one = try StoreEditor(Self.text)
    let other = try StoreEditor(beside: one)
    let mine = try update(one, row: 0, to: .integer(7))
    let theirs = try update(other, row: 0, to: .integer(8))

    try one.apply([mine])
    let error = #expect(throws: PersistenceError.self) { try other.apply([theirs]) }

    #expect(error?.code == .conflict)
    #expect(error?.conflicts.map { $0.lastSeen["n"] } == [.real(1.1)])
    #expect(error?.conflicts.map { $0.stored?["n"] } == [.real(7)])
    #expect(error?.conflicts.map { $0.mine?["n"] } == [.integer(8)])
    expectText(try one.text, Self.text.replacing("1.10", with: "7"))
  }

  @Test func anObjectThatIsGoneIsAConflictWithNothingStored() throws {
    let one = try StoreEditor(Self.text)
    let other = try StoreEditor(beside: one)
    let theirs = try update(other, row: 1, to: .integer(8))

    try one.delete(rows: [1])
    let error = #expect(throws: PersistenceError.self) { try other.apply([theirs]) }

    #expect(error?.code == .conflict)
    #expect(error?.conflicts.map(\.stored) == [nil])
    #expect(error?.conflicts.map(\.identifier.description) == ["trip#p2"])
  }

  @Test func nothingOfAChangeSetIsWrittenWhenOneObjectIsInConflict() throws {
    let one = try StoreEditor(Self.text)
    let other = try StoreEditor(beside: one)
    let theirs = [
      try update(other, row: 0, to: .integer(8)), try update(other, row: 2, to: .integer(9)),
    ]

    try one.set("n", ofRow: 2, to: .integer(5))
    #expect(throws: PersistenceError.self) { try other.apply(theirs) }

    expectText(try one.text, Self.text.replacing("\"n\":3}", with: "\"n\":5}"))
  }

  @Test func aRewriteOfTheSameLengthInOneTickOfTheClockIsSeen() throws {
    let editor = try StoreEditor(Self.text)
    let mine = try update(editor, row: 0, to: .integer(7))
    var times = stat()
    stat(editor.path, &times)

    let descriptor = open(editor.path, O_WRONLY)
    _ = "[{\"id\":1,\"n\":9.99".withCString { pwrite(descriptor, $0, 17, 0) }
    var stamps = [times.st_atim, times.st_mtim]
    futimens(descriptor, &stamps)
    close(descriptor)
    let error = #expect(throws: PersistenceError.self) { try editor.apply([mine]) }

    #expect(error?.conflicts.map { $0.stored?["n"] } == [.real(9.99)])
  }

  @Test func identitiesAreMintedAboveWhatTheOtherHasMinted() throws {
    let one = try StoreEditor(Self.text)
    let other = try StoreEditor(beside: one)

    try one.insert(["n": .integer(1)])
    try other.insert(["n": .integer(2)])

    #expect(try one.objects().map { $0["id"] } == (1...5).map { .integer($0) })
  }

  @Test func anIdentityThatIsTakenIsNotUnique() throws {
    let editor = try StoreEditor(Self.text)

    let error = #expect(throws: PersistenceError.self) { try editor.insert(["id": .integer(2)]) }

    #expect(error?.code == .notUnique)
    #expect(error?.attribute == "id")
    #expect(error?.value == .integer(2))
    expectText(try editor.text, Self.text)
  }

  @Test func aValueOfAUniqueAttributeStandsOnce() throws {
    let entity = EntitySchema.Entity(
      name: "trip",
      attributes: [
        .init(name: "id", type: .integer, isUnique: true),
        .init(name: "n", type: .real, isOptional: true, isUnique: true),
      ])
    let editor = try StoreEditor(Self.text, schema: EntitySchema(entities: [entity]))

    let error = #expect(throws: PersistenceError.self) {
      try editor.set("n", ofRow: 0, to: .real(2.5))
    }

    #expect(error?.code == .notUnique)
    #expect(error?.identifier?.description == "trip#p1")
    #expect(error?.attribute == "n")
    expectText(try editor.text, Self.text)
  }

  @Test func thousandsOfEditsLandInOneSave() throws {
    let records = (1...5000).map { "{\"id\":\($0),\"n\":1.5}" }.joined(separator: ",\n")
    let editor = try StoreEditor("[\n\(records)\n]\n")
    let objects = try editor.objects()

    try editor.apply(
      objects.map { before in
        var after = before
        after["n"] = .real(2.5)
        return .update(before: before, after: after)
      })

    expectText(try editor.text, "[\n\(records.replacing("1.5", with: "2.5"))\n]\n")
  }

  @Test func aSaveAfterAnotherProcessBrokeTheFileFailsAndLeavesItAlone() throws {
    let editor = try StoreEditor(Self.text)
    let mine = try update(editor, row: 0, to: .integer(7))
    try editor.folder.write(text: "[{\"id\":1,", to: "trip.json")

    let error = #expect(throws: PersistenceError.self) { try editor.apply([mine]) }

    #expect(error?.code == .corrupt)
    expectText(try editor.text, "[{\"id\":1,")
  }

  @Test func aStoreOpenedAsReadOnlyRefuses() throws {
    let editor = try StoreEditor(Self.text)
    let store = try JSONStore.open(path: editor.path, options: .init(isReadOnly: true))
    let mine = try update(editor, row: 0, to: .integer(7))

    let error = #expect(throws: PersistenceError.self) { try store.apply(ChangeSet([mine])) }

    #expect(error?.code == .readOnly)
    #expect(error?.detail == "\(editor.path) cannot be changed: it was opened as read-only")
  }
}
