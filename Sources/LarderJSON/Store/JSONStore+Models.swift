import Glibc
public import LarderCore
import LarderStore

extension JSONStore {
  /// Opens a file that keeps the objects of a schema and says so itself, or makes it.
  ///
  /// A file that says another schema is carried over to this one first: entities may come, and go once
  /// they have no objects; properties may come, go and be renamed (`originalName`); what is required must have
  /// been there in every object, or have a default. A file that says no schema is opened as it is.
  ///
  /// - Throws: ``PersistenceError`` as ``open(path:options:)``; `store.unavailable` where there is no file
  ///   and none may be made, `schema.invalid` for objects that do not fit, `store.read-only` where they would
  ///   have to be carried over.
  public static func open(
    path: String, keeping schema: EntitySchema, isReadOnly: Bool = false
  ) throws -> JSONStore {
    let schema = schema.withoutObservations
    if access(path, F_OK) != 0, errno == ENOENT, !isReadOnly {
      try create(path: path, text: SelfDescription.emptyFile(of: schema))
    }
    let stored = try JSONStore.open(path: path, options: Options(isReadOnly: isReadOnly))
    if let own = stored.lastFile.document.schema, own.entities != schema.entities {
      if isReadOnly {
        throw PersistenceError(
          .readOnly, detail: "\(path): the schema cannot be changed: it was opened as read-only")
      }
      try SchemaChange(of: stored, to: schema).run()
    }
    return try open(path: path, options: Options(schema: schema, isReadOnly: isReadOnly))
  }

  /// Makes a file that must not be there yet; one that another process has made meanwhile is kept.
  static func create(path: String, text: [UInt8]) throws {
    let unfinished = path + ".larder-new-\(getpid())"
    let descriptor = Glibc.open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileFailure.error(path, "cannot be made", errno) }
    defer { unlink(unfinished) }
    let written = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    let isOnDisk = written == text.count && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isOnDisk else { throw FileFailure.error(path, "cannot be written", code) }
    guard link(unfinished, path) == 0 || errno == EEXIST else {
      throw FileFailure.error(path, "cannot be made", errno)
    }
  }
}

extension EntitySchema {
  /// What is declared, without what was seen.
  fileprivate var withoutObservations: EntitySchema {
    var result = self
    for entity in result.entities.indices {
      for index in result.entities[entity].attributes.indices {
        result.entities[entity].attributes[index].observation = nil
      }
    }
    return result
  }
}
