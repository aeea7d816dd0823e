import CoreDataFixtures
import LarderCore
import LarderCoreData
import LarderTestSupport

extension ConformanceRows {
  /// A store of Core Data's format with the rows, written as the shell would write them.
  func makeCoreDataStore(in folder: TemporaryFolder) throws -> CoreDataStore {
    let path = folder.path(of: "rows.store")
    try CoreDataFixture(schema: Self.schema).write(to: path)
    let store = try CoreDataStore.open(path: path, options: .init(isWritable: true))
    _ = try store.apply(inserts)
    return store
  }
}
