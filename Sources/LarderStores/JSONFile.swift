public import Foundation
public import Larder
public import LarderCore
import LarderJSON
public import LarderStore

/// A store of models in a JSON file, which says its own schema: `{"schema": {…}, "objects": […]}`.
///
/// The file is made where there is none. One that says another schema is carried over to this one, as far
/// as that loses nothing: properties may come with a default, go, and be renamed. A file of records of
/// other shapes is opened as it is, each class for the entity of its name.
public typealias JSONStoreConfiguration = EntityDataStoreConfiguration<JSONFile>

/// The store of a ``JSONStoreConfiguration``.
public typealias JSONDataStore = EntityDataStore<JSONFile>

/// A JSON file as the medium of a store.
public struct JSONFile: EntityStoreMedium {
  public let url: URL

  /// False opens the file for reading alone; there must be one then.
  public let allowsSave: Bool

  public init(url: URL, allowsSave: Bool = true) {
    self.url = url
    self.allowsSave = allowsSave
  }

  public func open(for schema: EntitySchema) throws -> any EntityStore {
    if allowsSave {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    return try JSONStore.open(path: url.path, keeping: schema, isReadOnly: !allowsSave)
  }

  public func open(
    for schema: EntitySchema, migration: StoreMigration
  ) throws -> any EntityStore {
    try migrate(by: migration)
    return try open(for: schema)
  }

  /// A file that is not there yet, or says no schema, has no version to start from.
  private func migrate(by migration: StoreMigration) throws {
    let path = url.path
    guard FileManager.default.fileExists(atPath: path),
      let stored = try JSONStore.storedSchema(path: path),
      try !migration.steps(from: stored).isEmpty
    else { return }
    guard allowsSave else {
      throw PersistenceError(
        .readOnly, detail: "\(path) is of an earlier version, and its configuration allows no saves"
      )
    }
    try JSONStore.rewrite(path: path) { copy, stored in
      // Another process may have been first.
      let steps = try migration.steps(from: stored)
      guard !steps.isEmpty else { return nil }
      try migration.run(steps) { try JSONStore.open(path: copy, keeping: $0) }
      return migration.version(after: steps)
    }
  }
}

extension EntityDataStoreConfiguration where Medium == JSONFile {
  public var url: URL { medium.url }
  public var allowsSave: Bool { medium.allowsSave }

  /// A store in a file; its name is the file's, without extension, where none is given.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true
  ) {
    self.init(
      name ?? url.deletingPathExtension().lastPathComponent, schema: schema,
      medium: JSONFile(url: url, allowsSave: allowsSave))
  }
}
