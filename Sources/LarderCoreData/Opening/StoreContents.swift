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

  /// `nil` where the store has none that can be read.
  var cachedModel: ManagedObjectModel?

  /// What could not be read, and why.
  var findings: [StoreFinding] = []

  struct EntityRow: Hashable {
    var number: Int64
    var name: String

    /// 0 for a root.
    var parent: Int64

    /// The highest primary key that was ever given out; kept for roots.
    var lastKey: Int64
  }

  init(reading connection: Connection) throws(SQLiteError) {
    catalog = try StoreCatalog(reading: connection)
    entities = try connection.rows(
      """
      SELECT Z_ENT, Z_NAME, coalesce(Z_SUPER, 0), coalesce(Z_MAX, 0) FROM Z_PRIMARYKEY \
      WHERE Z_NAME IS NOT NULL ORDER BY Z_ENT
      """
    ).map {
      EntityRow(
        number: $0.integer(0), name: $0.text(1), parent: $0.integer(2), lastKey: $0.integer(3))
    }
    try readMetadata(connection)
    try readModel(connection)
  }

  /// The entities of the app's own model: history and mirroring have numbers beyond it.
  var modelEntities: [EntityRow] { entities.filter { $0.number < 16_000 } }

  private mutating func readMetadata(_ connection: Connection) throws(SQLiteError) {
    let row = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1").first
    guard let row else {
      findings.append(StoreFinding("the store has no metadata"))
      return
    }
    if case .text(let text) = row[0], !text.isEmpty {
      identifier = text
    } else {
      findings.append(StoreFinding("the metadata have no identifier of the store"))
    }
    guard case .blob(let bytes) = row[1] else {
      findings.append(StoreFinding("the metadata have no property list"))
      return
    }
    do throws(PropertyListError) {
      metadata = try PropertyList(bytes: bytes).dictionary
    } catch {
      findings.append(StoreFinding("the metadata cannot be read: \(error)"))
    }
  }

  private mutating func readModel(_ connection: Connection) throws(SQLiteError) {
    guard catalog.table("Z_MODELCACHE") != nil else {
      findings.append(StoreFinding("the store was written before models were kept in it"))
      return
    }
    let row = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1").first
    guard case .blob(let bytes)? = row?.first else {
      findings.append(StoreFinding("the model was taken out of the store"))
      return
    }
    do throws(ModelError) {
      cachedModel = try ManagedObjectModel(modelCache: bytes)
    } catch {
      findings.append(StoreFinding("the model in the store cannot be read: \(error)"))
    }
  }
}
