import Deflate
import LarderCore
import LarderSQLite
import LarderStore
import SQLiteDriver

/// What a store says of itself, apart from its objects.
struct StoreContents {
  /// `nil` where the metadata tell none.
  var identifier: String?

  /// The metadata's property list, or `nil` where there is none that can be read.
  var metadata: [String: PropertyList]?

  /// The rows of `Z_PRIMARYKEY`, by number.
  var entities: [EntityRow]
  var catalog: StoreCatalog

  /// The numbers of the entities are those that the model would have, not the store's own.
  private(set) var lacksNumbers = false

  /// `nil` where the store has none that can be read.
  var cachedModel: ManagedObjectModel?

  /// What could not be read, and why.
  var findings: [StoreFinding] = []

  /// Those of the findings that no sound store has.
  var damages: [StoreFinding] = []

  struct EntityRow: Hashable {
    var number: Int64
    var name: String

    /// 0 for a root.
    var parent: Int64

    /// The highest primary key that was ever given out; kept for roots.
    var lastKey: Int64
  }

  /// - Throws: ``PersistenceError`` with code `store.corrupt` where it cannot be told what entities there
  ///   are; `SQLiteError`.
  init(reading connection: Connection) throws {
    catalog = try StoreCatalog(reading: connection)
    for column in ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]
    where catalog.table("Z_PRIMARYKEY")?.column(column) == nil {
      throw PersistenceError(.corrupt, detail: "`Z_PRIMARYKEY` has no column `\(column)`")
    }
    entities = []
    try attempt("the numbers of the entities") { contents throws(SQLiteError) in
      try contents.readEntities(connection)
    }
    dropRepeatedNames()
    try attempt("the metadata") { contents throws(SQLiteError) in
      try contents.readMetadata(connection)
    }
    try attempt("the model in the store") { contents throws(SQLiteError) in
      try contents.readModel(connection)
    }
  }

  private mutating func readEntities(_ connection: Connection) throws(SQLiteError) {
    entities = try connection.rows(
      """
      SELECT Z_ENT, Z_NAME, coalesce(Z_SUPER, 0), coalesce(Z_MAX, 0) FROM Z_PRIMARYKEY \
      WHERE Z_NAME IS NOT NULL ORDER BY Z_ENT
      """
    ).map {
      EntityRow(
        number: $0.integer(0), name: $0.text(1), parent: $0.integer(2), lastKey: $0.integer(3))
    }
  }

  /// Numbers the entities as the framework does, where the store's own numbers cannot be read.
  mutating func number(as model: ManagedObjectModel) {
    guard modelEntities.isEmpty, !model.entities.isEmpty else { return }
    let hierarchy = ModelHierarchy(model)
    entities += model.entities.enumerated().map { index, entity in
      EntityRow(
        number: Int64(index + 1), name: entity.name,
        parent: Int64(entity.superentity.flatMap(hierarchy.number) ?? 0), lastKey: 0)
    }
    lacksNumbers = true
    addDamage("the entities are numbered by the model, since the store's numbers are lost")
  }

  private mutating func dropRepeatedNames() {
    var seen: Set<String> = []
    for row in entities where !seen.insert(row.name.uppercased()).inserted {
      addDamage("`Z_PRIMARYKEY` has `\(row.name)` twice: number \(row.number) is left aside")
    }
    seen = []
    entities.removeAll { !seen.insert($0.name.uppercased()).inserted }
  }

  private mutating func addDamage(_ message: String) {
    findings.append(StoreFinding(message))
    damages.append(StoreFinding(message))
  }

  /// Damaged pages cost what stands in them, no more.
  private mutating func attempt(
    _ what: String, _ body: (inout Self) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    do throws(SQLiteError) { try body(&self) } catch {
      guard error.code.primary == .corrupt || error.code.primary == .error else { throw error }
      addDamage("\(what) cannot be read: \(error.message)")
    }
  }

  /// The entities of the app's own model: history and mirroring have numbers beyond it.
  var modelEntities: [EntityRow] { entities.filter { $0.number < 16_000 } }

  private mutating func readMetadata(_ connection: Connection) throws(SQLiteError) {
    let row = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1").first
    guard let row else {
      addDamage("the store has no metadata")
      return
    }
    if case .text(let text) = row[0], !text.isEmpty {
      identifier = text
    } else {
      addDamage("the metadata have no identifier of the store")
    }
    guard case .blob(let bytes) = row[1] else {
      addDamage("the metadata have no property list")
      return
    }
    do throws(PropertyListError) {
      metadata = try PropertyList(bytes: bytes).dictionary
    } catch {
      addDamage("the metadata cannot be read: \(error)")
    }
  }

  private mutating func readModel(_ connection: Connection) throws(SQLiteError) {
    guard catalog.table("Z_MODELCACHE") != nil else {
      findings.append(StoreFinding("the store was written before models were kept in it"))
      return
    }
    let row = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1").first
    guard case .blob(let bytes)? = row?.first else {
      addDamage("the model was taken out of the store")
      return
    }
    do throws(ModelError) {
      cachedModel = try ManagedObjectModel(modelCache: bytes)
    } catch {
      addDamage("the model in the store cannot be read: \(error)")
    }
  }
}
