import LarderCore
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

/// What edits of every kind leave in a store, and that nothing is left of them when they are undone.
@Suite struct RoundTripTests {
  private static let real = SharedStores.withModel + SharedStores.withModelBeside

  @Test(arguments: real)
  func editsOfARealStoreAreSoundAndCanBeTakenBack(_ name: String) throws {
    try prove(
      EditedStore(
        copyOf: SharedStores.path(name),
        modelPath: SharedStores.withModelBeside.contains(name)
          ? SharedStores.path("digitalorder-Hotel.mom") : nil))
  }

  @Test func editsOfAFixtureAreSoundAndCanBeTakenBack() throws {
    let folder = try TemporaryFolder()
    var fixture = CoreDataFixture.library
    // A file of its own is removed with its object, and its bytes come back inside the row.
    fixture.rows[3].values["cover"] = .blob([1, 0xFF])
    try fixture.write(to: folder.path(of: "library.store"))

    try prove(EditedStore(copyOf: folder.path(of: "library.store")))
  }

  private func prove(_ edited: EditedStore) throws {
    let before = try edited.content()
    let known = Set(try edited.store.violations().map(\.message))

    try edited.context.beginGroup(named: "everything")
    let edits = try edited.editEverything()
    try edited.context.endGroup()
    #expect(edits.refused == [])
    try edited.context.save()

    #expect(edits.made >= edited.concrete.count)
    #expect(try edited.content() != before)
    try expectSound(edited, known: known)
    try edited.context.undo()
    try edited.context.save()
    try expectSound(edited, known: known)
    let after = try edited.content()
    for table in before.keys.sorted() {
      #expect(Self.difference(before[table] ?? [], after[table] ?? []) == [], "\(table)")
    }
  }

  /// The columns that differ, of rows that are there before and after; else whole rows.
  private static func difference(_ before: [String], _ after: [String]) -> [String] {
    let lost = Set(before).subtracting(after).sorted()
    let gained = Set(after).subtracting(before).sorted()
    guard lost.count == gained.count else { return lost + gained }
    return zip(lost, gained).map { old, new in
      let (old, new) = (old.split(separator: "|"), new.split(separator: "|"))
      return old.prefix(1) + zip(old, new).filter { $0 != $1 }.map { "\($0) -> \($1)" }
    }.map { $0.joined(separator: ", ") }
  }

  private func expectSound(
    _ edited: EditedStore, known: Set<String>, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let new = try edited.store.violations().filter { !known.contains($0.message) }
    #expect(new.map { "\($0.rule): \($0.message) \($0.identifier?.description ?? "")" } == [])
    #expect(try edited.rows("PRAGMA integrity_check") == ["ok"], sourceLocation: location)
    for rule in FormatRule.all(try edited.tables()) {
      #expect(try edited.rows(rule.violations) == [], "\(rule.name)", sourceLocation: location)
    }
  }
}
