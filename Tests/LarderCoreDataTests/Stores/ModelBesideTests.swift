import CoreDataFixtures
import LarderCore
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@testable import CoreDataFixtures
@testable import LarderCoreData

/// A store without a model of its own takes the one beside it that fits.
@Suite struct ModelBesideTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "library.store")
    try CoreDataFixture.library.write(to: path)
    try Connection(path: path).execute("UPDATE Z_MODELCACHE SET Z_CONTENT = NULL")
  }

  private func write(_ model: ManagedObjectModel, to name: String) throws {
    try folder.write(ModelArchiver.bytes(of: model), to: name)
  }

  private func findings() throws -> [String] {
    try CoreDataStore.open(path: path).findings.map(\.text).filter { !$0.contains("guessed") }
  }

  private static let gone = "the model was taken out of the store"

  @Test func theModelThatFitsIsTaken() throws {
    try write(.library, to: "Library.mom")
    try folder.write(text: "no model", to: "Notes.mom")
    try write(ManagedObjectModel(entities: [.init(name: "Author")]), to: "Other.mom")

    let store = try CoreDataStore.open(path: path, options: .init(isWritable: true))

    #expect(try findings() == [Self.gone, "the model is that of `Library.mom` beside the store"])
    #expect(store.readOnlyReason == nil)
    #expect(store.schema.attribute("titleUpper", of: "Book")?.isReadOnly == true)
  }

  @Test func aModelWithColumnsThatTheStoreHasNotDoesNotFit() throws {
    var model = ManagedObjectModel.library
    model.entities[0].properties.append(.attribute(.init(name: "pseudonym", type: .string)))
    try write(model, to: "Library.mom")

    #expect(try findings() == [Self.gone])
  }

  @Test func ofSeveralThatFitNoneIsTaken() throws {
    try write(.library, to: "A.mom")
    try write(.library, to: "Same.mom")
    var model = ManagedObjectModel.library
    model.versionIdentifiers = ["9"]
    try write(model, to: "B.mom")

    #expect(
      try findings() == [
        Self.gone,
        "several models beside the store fit it: `A.mom`, `B.mom`; `--schema` takes one",
      ])
  }

  @Test func aStoreWithItsOwnModelLooksAtNoOther() throws {
    let own = folder.path(of: "own.store")
    try CoreDataFixture.library.write(to: own)
    try write(.library, to: "Library.mom")

    #expect(try CoreDataStore.open(path: own).findings == [])
  }
}
