import Glibc
public import LarderCore
import LarderStore

extension JSONStore {
  /// The schema that the file at a path says of itself; `nil` where it says none.
  ///
  /// - Throws: ``PersistenceError`` as ``open(path:options:)``.
  public static func storedSchema(path: String) throws -> EntitySchema? {
    try open(path: path, options: Options(isReadOnly: true)).lastFile.document.schema
  }

  /// Lets a copy of a file that says its own schema be edited, and takes it over under the file's name.
  ///
  /// Nobody else saves meanwhile. Where the edit throws, or returns `nil`, the file stays as it was.
  ///
  /// The edit is given the path of the copy and its schema, and returns the version that the store has
  ///   from then on.
  /// - Throws: ``PersistenceError``: `store.busy`, `store.read-only`; `store.unsupported` where the file
  ///   says no schema; what the edit throws.
  public static func rewrite(
    path: String,
    _ edit: (_ copy: String, _ stored: EntitySchema) throws -> EntitySchema.Version?
  ) throws {
    let target = try AtomicFile(path: path)
    let lock = try FileLock(path: target.path)
    defer { withExtendedLifetime(lock) {} }
    guard let stored = try storedSchema(path: target.path) else {
      throw PersistenceError(.unsupported, detail: "\(path) does not say its own schema")
    }
    let copy = target.path + ".larder-migration"
    unlink(copy)
    defer { unlink(copy) }
    try create(path: copy, text: bytes(of: target.path))
    guard let version = try edit(copy, stored) else { return }
    try stamp(version, on: copy)
    let edited = try FileBytes(path: copy)
    let text = UnsafeRawBufferPointer(start: edited.base, count: edited.count)
    try target.replace(with: SplicedText(text, [])) { _ in }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    let file = try FileBytes(path: path)
    return Array(UnsafeBufferPointer(start: file.base, count: file.count))
  }

  /// Makes the file say a later version.
  private static func stamp(_ version: EntitySchema.Version, on path: String) throws {
    let store = try open(path: path)
    guard var schema = store.lastFile.document.schema, schema.version < version else { return }
    schema.version = version
    try SchemaChange(of: store, to: schema).run()
  }
}
