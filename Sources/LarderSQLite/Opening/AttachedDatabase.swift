import LarderCore
import SQLiteDriver

/// A database that is read and written together with another one, under a name of its own.
public struct AttachedDatabase: Hashable, Sendable {
  /// What SQL calls it: neither `main` nor `temp`.
  public var name: String
  public var path: String

  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}

/// Attached databases as they are opened.
struct Attachments: Sendable {
  private var files: [Attachment] = []

  private struct Attachment {
    var name: String
    var path: String
    var isImmutable: Bool

    /// Kept while a `-wal` is read from a copy.
    var copy: ScratchFile?
  }

  /// SQLite attaches no more than ten.
  private static let limit = 10

  /// - Throws: ``PersistenceError``: `store.unavailable`, `store.corrupt` as for any database;
  ///   `store.unsupported` for a name that is taken, and for too many.
  init(_ databases: [AttachedDatabase], isReadOnly: Bool) throws {
    for database in databases {
      let isTaken =
        ["main", "temp"].contains { database.name.isSameSQLName(as: $0) }
        || files.contains { $0.name.isSameSQLName(as: database.name) }
      if isTaken || database.name.isEmpty {
        throw PersistenceError(
          .unsupported,
          detail: "a database cannot be attached as `\(database.name)`: the name is taken")
      }
      files.append(
        try Attachments.attachment(
          database.name, DatabaseFile(path: database.path, isReadOnly: isReadOnly), isReadOnly))
    }
    guard files.count <= Attachments.limit else {
      throw PersistenceError(
        .unsupported, detail: "no more than \(Attachments.limit) databases can be attached")
    }
  }

  /// Opening for reading leaves no files beside an attached database either.
  private static func attachment(
    _ name: String, _ file: DatabaseFile, _ isReadOnly: Bool
  ) throws -> Attachment {
    let way = isReadOnly ? file.way(for: file.state) : .normally(.readWrite)
    let copy = way == .copied ? try ScratchFile(copyOf: file.path) : nil
    return Attachment(
      name: name, path: copy?.path ?? file.path, isImmutable: way == .normally(.immutable),
      copy: copy)
  }

  var names: [String] { files.map(\.name) }

  /// Attaches them to a new connection.
  func attach(to connection: Connection) throws(SQLiteError) {
    for file in files {
      try connection.attach(file.path, as: file.name, isImmutable: file.isImmutable)
    }
  }
}
