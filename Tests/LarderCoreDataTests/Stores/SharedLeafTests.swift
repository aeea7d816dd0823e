import LarderCore
import LarderStore
import LarderTestSupport
import SQLiteDriver
import Testing

@testable import LarderCoreData

/// Values of JSON inside Swift structs, as a real app stores them.
@Suite(.enabled(if: !SharedStores.isMissing, "the real stores are not here"))
struct SharedLeafTests {
  private func store(isWritable: Bool = false) throws -> (TemporaryFolder, CoreDataStore) {
    let folder = try TemporaryFolder()
    let copy = try StoreCopy(SharedStores.path("metacocktails.store"))
    try folder.write(try copy.folder.bytes(of: "copy"), to: "copy.store")
    let store = try CoreDataStore.open(
      path: folder.path(of: "copy.store"), options: .init(isWritable: isWritable))
    return (folder, store)
  }

  @Test func theirTypeIsTakenFromWhatIsStored() throws {
    let (_, store) = try store()
    guard
      case .composite(let members)? = store.schema.attribute("compiledTags", of: "Cocktail")?.type
    else {
      Issue.record("`compiledTags` is no composite")
      return
    }

    #expect(members.first { $0.name == "flavors" }?.type == .array(of: .text))
    #expect(members.first { $0.name == "booze" }?.type == .array(of: .mixed))
  }

  @Test func theyAreEditedAndComeBackByteForByte() throws {
    let (folder, store) = try store(isWritable: true)
    let context = EntityContext()
    try context.attach(store, as: "store")
    let sql = "SELECT hex(ZFLAVORS) FROM ZCOCKTAIL WHERE Z_PK = 1"
    let path = folder.path(of: "copy.store")
    func stored() throws -> String {
      try Connection(path: path, mode: .readOnly).rows(sql).map { "\($0)" }.joined()
    }
    let before = try stored()
    let first = PersistentIdentifier(
      storeIdentifier: store.identifier, entityName: "Cocktail", primaryKey: .integer(1))
    _ = try context.perform(
      .update(
        .objects([first]),
        [
          .init(
            AttributePath("compiledTags", "flavors"),
            .value(.array([.text("smoke"), .text("peat")])))
        ]), in: "store")
    try context.save()
    #expect(try stored() != before)
    #expect(try store.violations() == [])

    try context.undo()
    try context.save()

    #expect(try stored() == before)
  }
}
