import LarderStores
import LarderTestSupport
import ModelFixtures
import SwiftData
import Testing

/// A relationship from one to one, which records of one side or of both may hold.
@Suite struct OneToOneTests {
  private let url: URL
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    url = URL(filePath: folder.path(of: "farms.json"))
  }

  private func makeContext() throws -> ModelContext {
    let configuration = JSONStoreConfiguration(url: url)
    return ModelContext(
      try ModelContainer(for: Schema([Farm.self, Dog.self]), configurations: [configuration]))
  }

  @Test func aLinkThatIsUndoneAfterItsSaveIsGone() throws {
    let context = try makeContext()
    let undoManager = UndoManager()
    context.undoManager = undoManager
    let (farm, deed, other) = (Farm(name: "Hill"), Deed(number: 1), Deed(number: 2))
    context.insert(farm)
    context.insert(deed)
    context.insert(other)
    try context.save()
    farm.deed = deed
    context.processPendingChanges()
    try context.save()
    other.farm = farm
    context.processPendingChanges()
    try context.save()
    undoManager.undo()
    undoManager.undo()
    try context.save()

    #expect(farm.deed == nil && deed.farm == nil && other.farm == nil)
    let reader = try makeContext()
    #expect(try reader.fetch(FetchDescriptor<Farm>()).map { $0.deed?.number } == [nil])
    #expect(try reader.fetch(FetchDescriptor<Deed>()).compactMap(\.farm).isEmpty)
  }

  @Test func aLinkThatOneSideHoldsIsReadFromBoth() throws {
    try Data(
      """
      {"Farm": [{"id": 1, "name": "Hill"}, {"id": 2, "name": "Dale"}],
       "Deed": [{"id": 1, "number": 7, "farm": 2}], "Animal": [], "Dog": [], "Person": []}
      """.utf8
    ).write(to: url)
    let context = try makeContext()
    let farms = try context.fetch(FetchDescriptor<Farm>(sortBy: [SortDescriptor(\.name)]))
    #expect(farms.map { $0.deed?.number } == [7, nil])
    farms.last?.deed = farms.first?.deed
    try context.save()
    let reader = try makeContext()
    let deeds = try reader.fetch(FetchDescriptor<Deed>())
    #expect(deeds.map { $0.farm?.name } == ["Hill"])
  }
}
