import Glibc
public import LarderCore
public import LarderStore
import SQLiteDriver

extension SQLiteStore {
  /// Makes a new store of Larder's own layout, with tables for a schema.
  ///
  /// - Throws: ``PersistenceError``: `schema.invalid`; `store.unavailable` where there is a file already or
  ///   none can be made, and then none is left behind.
  public static func create(
    path: String, schema: EntitySchema, options: Options = Options()
  ) throws -> SQLiteStore {
    let layout = try StoreLayout(schema)
    if options.isDryRun {
      return try scratchStore(layout, options, plannedPath: nil)
    }
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw PersistenceError(
        .unavailable, detail: "\(path): \(String(cString: strerror(errno)))")
    }
    close(file)
    do {
      try make(layout, at: path)
    } catch {
      unlink(path)
      throw (error as? SQLiteError).map { PersistenceError($0) } ?? error
    }
    return try open(path: path, options: options)
  }

  /// A store without entities that has no file yet: the first declaration makes one at the path.
  public static func planned(path: String, options: Options = Options()) throws -> SQLiteStore {
    try scratchStore(StoreLayout(EntitySchema(entities: [])), options, plannedPath: path)
  }

  private static func scratchStore(
    _ layout: StoreLayout, _ options: Options, plannedPath: String?
  ) throws -> SQLiteStore {
    let scratch = try ScratchFile()
    do {
      try make(layout, at: scratch.path)
    } catch {
      throw (error as? SQLiteError).map { PersistenceError($0) } ?? error
    }
    return try open(
      path: scratch.path, options: options, plannedPath: plannedPath, scratch: scratch)
  }

  private static func make(_ layout: StoreLayout, at path: String) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.begin(.immediate)
    try layout.make(connection)
    try SaveHistory.makeTables(connection)
    try StoreMetadata(schema: layout.schema).write(to: connection)
    try connection.commit()
  }
}

extension StoreLayout {
  /// Makes all tables and indices.
  fileprivate func make(_ connection: Connection) throws(SQLiteError) {
    for table in tables {
      for sql in [sql(of: table)] + indices(of: table) { try connection.execute(sql) }
    }
    for join in joins {
      for sql in [sql(of: join)] + indices(of: join) { try connection.execute(sql) }
    }
  }
}

extension SQLiteStore: SchemaDeclaring {
  /// The store is of Larder's own layout, so that entities can be declared in it.
  public var isDeclared: Bool { layout != nil }

  public func declaring(_ entities: [EntitySchema.Entity]) throws -> any SchemaDeclaring {
    guard let layout else {
      throw PersistenceError(
        .unsupported,
        detail: "the database has a schema of its own; entities are declared in a "
          + "store that larder made")
    }
    if let plannedPath {
      return try SQLiteStore.create(
        path: plannedPath, schema: EntitySchema(entities: entities), options: options)
    }
    var schema = layout.schema
    for entity in entities {
      if let index = schema.entities.firstIndex(where: { $0.name == entity.name }) {
        schema.entities[index] = entity
      } else {
        schema.entities.append(entity)
      }
    }
    var options = options
    options.schema = schema
    return try SQLiteStore.open(path: pool.file.path, options: options)
  }
}
