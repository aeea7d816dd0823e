import FoundationEssentials
import Glibc
import LarderTestSupport
import SQLiteDriver

@testable import LarderCoreData

/// A store in the format of Core Data, to be written for a test.
///
/// The hashes of its entities are made up: no framework of Apple's would open it.
public struct CoreDataFixture: Sendable {
  var model: ManagedObjectModel
  public var rows: [FixtureRow]

  /// `nil`: the store keeps no history.
  public var history: History?
  public var transactions: [FixtureTransaction] = []

  /// The store is mirrored to CloudKit: it has the tables of that.
  public var isMirrored = false

  /// Metadata and model are missing, as in files that were cleaned before they were passed on.
  public var isScrubbed = false

  /// The rows stand in the `-wal` alone, and the file has the schema only.
  public var keepsRowsInLog = false

  /// Entries beside the framework's own in the metadata, as apps add them.
  var metadata: [String: PropertyList] = [:]

  /// Statements that run at the end: triggers, foreign tables, damage.
  public var statements: [String] = []
  var archive = ModelArchiver.Options()
  public var uuid = "6F9619FF-8B86-D011-B42D-00C04FC964FF"

  /// The files of large values beside the store, by the UUIDs that are their names.
  public var externalData: [String: [UInt8]] = [:]

  public enum History: Sendable {
    /// Of macOS 10.13: names stand in the transactions.
    case inline
    /// Of today: names stand in a table of their own.
    case interned
  }

  init(_ model: ManagedObjectModel, rows: [FixtureRow] = []) {
    self.model = model
    self.rows = rows
  }

  /// Writes the store; with rows in the log, a `-wal` is written beside it.
  public func write(to path: String) throws {
    try writeExternalData(besides: path)
    guard keepsRowsInLog else {
      let connection = try Connection(path: path, mode: .create)
      try writeSchema(connection)
      try writeRows(connection)
      return
    }
    // The log is folded into the file when the last connection closes: what is kept is a copy.
    let folder = try TemporaryFolder()
    let connection = try Connection(path: folder.path(of: "store"), mode: .create)
    try writeSchema(connection)
    _ = try connection.rows("PRAGMA journal_mode = wal")
    _ = try connection.rows("PRAGMA wal_autocheckpoint = 0")
    try writeRows(connection)
    for suffix in ["", "-wal"] {
      try Self.write(try folder.bytes(of: "store" + suffix), to: path + suffix)
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw FixtureError(path: path) }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw FixtureError(path: path) }
  }

  private func writeExternalData(besides path: String) throws {
    guard !externalData.isEmpty else { return }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let name = parts.removeLast()
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let folder = (parts + [".\(stem)_SUPPORT", "_EXTERNAL_DATA"]).joined(separator: "/")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (uuid, bytes) in externalData { try Self.write(bytes, to: "\(folder)/\(uuid)") }
  }

  private func writeSchema(_ connection: Connection) throws {
    try connection.execute("PRAGMA auto_vacuum = 2")
    try connection.begin(.immediate)
    for statement in FixtureSchema(self).statements { try connection.execute(statement) }
    try connection.commit()
  }

  private func writeRows(_ connection: Connection) throws {
    try connection.begin(.immediate)
    try FixtureBookkeeping(self).write(to: connection)
    try FixtureRowWriter(self).write(to: connection)
    if let history { try FixtureHistoryWriter(self, history).write(to: connection) }
    for statement in statements { try connection.execute(statement) }
    try connection.commit()
  }
}

struct FixtureError: Error { var path: String }
