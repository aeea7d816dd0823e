import LarderCore
import LarderSQLite
import LarderStore
import LarderTestSupport
import SQLiteDriver

/// A database made by SQL, in a folder of its own.
struct TestDatabase {
  let folder: TemporaryFolder
  let path: String

  init(_ sql: String, name: String = "test.db") throws {
    folder = try TemporaryFolder()
    path = folder.path(of: name)
    try connection(mode: .create).execute(sql)
  }

  func connection(mode: Connection.Mode = .readWrite) throws -> Connection {
    try Connection(path: path, mode: mode)
  }

  func open(isReadOnly: Bool = false) throws -> SQLiteStore {
    try SQLiteStore.open(path: path, options: .init(isReadOnly: isReadOnly))
  }
}

extension EntityStore {
  func objects(
    _ entity: EntityName, where predicate: EntityPredicate? = nil,
    sortedBy sortDescriptors: [EntitySortDescriptor] = [], limit: Int? = nil, offset: Int? = nil
  ) throws -> [EntitySnapshot] {
    try fetch(
      EntityFetchDescriptor(
        entity: entity, predicate: predicate, sortDescriptors: sortDescriptors, fetchLimit: limit,
        fetchOffset: offset), environment: .standard)
  }

  func keys(
    _ entity: EntityName, where predicate: EntityPredicate? = nil
  ) throws -> [PersistentIdentifier.PrimaryKey] {
    try objects(entity, where: predicate).map(\.identifier.primaryKey)
  }
}

extension EntityExpression {
  static func path(_ names: AttributeName..., level: Int = 0) -> EntityExpression {
    .path(AttributePath(level: level, names))
  }

  static func text(_ text: String) -> EntityExpression { .value(.text(text)) }

  static func integer(_ number: Int64) -> EntityExpression { .value(.integer(number)) }
}
