import FoundationEssentials
import Glibc
import LarderTestSupport
import SQLiteDriver

@testable import LarderCoreData

/// Real stores beside the package; where they are absent, the tests over them do not run.
enum SharedStores {
  static let folder: String = {
    let package = #filePath.split(separator: "/").dropLast(4).map(String.init)
    let candidates = ["../shared/data/coredata", "../../shared/data/coredata"]
    let paths = candidates.map { "/" + package.joined(separator: "/") + "/" + $0 }
    return paths.first { access($0, R_OK) == 0 } ?? ""
  }()

  static var isMissing: Bool { folder.isEmpty }

  /// The stores that keep their model.
  static var withModel: [String] {
    folder.isEmpty
      ? []
      : [
        "applenotes-macos-15-Seqoia-NoteStore.sqlite", "contentful.sqlite",
        "ddg-bookmarks-v1.sqlite",
        "ddg-bookmarks-v5.sqlite", "metacocktails-early-wal.store", "metacocktails.store",
        "vacuumtest-export.store", "wire-store2-99-0.wiredatabase",
      ]
  }

  /// The store whose model is a file beside it.
  static var withModelBeside: [String] { folder.isEmpty ? [] : ["digitalorder.sqlite"] }

  static func path(_ name: String) -> String { folder + "/" + name }
}

/// A private copy of a store with its `-wal`, read by plain SQL.
struct StoreCopy {
  let folder: TemporaryFolder
  let connection: Connection

  init(_ path: String) throws {
    folder = try TemporaryFolder()
    try folder.write(try Self.bytes(path), to: "copy")
    if access(path + "-wal", R_OK) == 0 {
      try folder.write(try Self.bytes(path + "-wal"), to: "copy-wal")
    }
    connection = try Connection(path: folder.path(of: "copy"))
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  func model() throws -> ManagedObjectModel {
    guard case .blob(let cache) = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE") else {
      throw ModelError(.noModel)
    }
    return try ManagedObjectModel(modelCache: cache)
  }

  /// The columns of each table, as `name type`, in the table's order.
  func columns() throws -> [String: [String]] {
    let rows = try connection.rows(
      """
      SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c
      WHERE m.type = 'table' ORDER BY m.name, c.cid
      """)
    var columns: [String: [String]] = [:]
    for row in rows {
      guard case .text(let table) = row[0], case .text(let name) = row[1],
        case .text(let type) = row[2]
      else { continue }
      columns[table, default: []].append("\(name) \(type)")
    }
    return columns
  }

  /// The names of the columns of each table.
  func columnNames() throws -> [String: [String]] {
    try columns().mapValues { $0.map { String($0.prefix { $0 != " " }) } }
  }
}
