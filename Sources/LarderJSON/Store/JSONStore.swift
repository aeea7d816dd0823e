public import LarderCore
public import LarderStore
import Glibc
import Synchronization

/// A JSON file as a store: arrays of records, objects of arrays, records by key, JSON Lines, GeoJSON,
/// MongoDB's extended JSON, and the file of SwiftData's JSON store sample.
///
/// The bytes of the file are the truth: nothing is decoded before a query asks for it, and a snapshot is
/// made only of an object that leaves the store. The schema stays what it was when the store was
/// opened. A file that another process replaces or rewrites is read anew before the next call.
public final class JSONStore: EntityStore {
  public struct Options: Sendable {
    /// The name of the entity of a file that holds one kind of record; `nil` for the file's stem, or
    /// the key of the only array.
    public var entityName: String?

    /// The declared entities, or `nil` to infer them from the records.
    public var schema: EntitySchema?
    public var isReadOnly: Bool

    public init(
      entityName: String? = nil, schema: EntitySchema? = nil, isReadOnly: Bool = false
    ) {
      self.entityName = entityName
      self.schema = schema
      self.isReadOnly = isReadOnly
    }
  }

  /// The file's absolute path.
  public let identifier: String
  public let readOnlyReason: String?

  public var schema: EntitySchema { model.schema }

  /// What was left aside or chosen on opening, in sentences for people.
  public let notices: [String]

  /// The path that the store was opened by; a symbolic link stays one.
  let path: String
  let model: StoreModel
  let naming: EntityNaming
  let interrupts = Atomic<Int>(0)
  private let state: Mutex<LoadedFile>

  /// What saves keep in mind, or `nil` before the first one.
  ///
  /// Held during a save.
  let saves = Mutex<SaveSession?>(nil)

  private init(path: String, options: Options) throws {
    let bytes = try FileBytes(path: path)
    self.path = path
    identifier = Self.absolutePath(path)
    naming = EntityNaming(
      path: path, givenName: options.entityName, schema: options.schema)
    let document = try DocumentReader.read(bytes, naming: naming)
    model = try StoreModel(
      document, schema: options.schema, storeIdentifier: identifier)
    notices = document.notices
    readOnlyReason = options.isReadOnly ? "it was opened as read-only" : nil
    state = Mutex(LoadedFile(document, model: model, positions: [:]))
  }

  /// Opens a file and reads and checks all of it.
  ///
  /// An empty file is a store without objects.
  ///
  /// - Throws: ``PersistenceError`` with code `store.unavailable` when the file cannot be read,
  ///   `store.corrupt` with line and column when it is not JSON, `store.unsupported` when it holds no
  ///   records, `schema.invalid` when the declared schema has no entity for them.
  public static func open(path: String, options: Options = Options()) throws -> JSONStore {
    try JSONStore(path: path, options: options)
  }

  /// Whether a file that starts with these bytes may be JSON: white space, then a brace or a bracket.
  public static func recognises(prefix: [UInt8]) -> Bool {
    var bytes = prefix[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// Stops a running read; it throws `operation.cancelled`.
  public func interrupt() { interrupts.add(1, ordering: .relaxed) }

  private static func absolutePath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension JSONStore {
  /// The file as it stands now: as it was read last, or read anew if it has changed since.
  func currentFile() throws -> LoadedFile {
    let known = state.withLock { $0 }
    if known.document.bytes.isCurrent { return known }
    let file = try load(positions: known.positions)
    state.withLock { $0 = file }
    return file
  }

  /// The file as it was read last, whatever has become of it.
  var lastFile: LoadedFile { state.withLock { $0 } }

  /// Reads the file that now has the name.
  ///
  /// `positions`: the keys of records that are known by their position, where they are no
  ///   longer just their places in the file.
  func load(positions: [EntityName: PositionKeys]) throws -> LoadedFile {
    let document = try DocumentReader.read(FileBytes(path: path), naming: naming)
    return LoadedFile(document, model: model, positions: positions)
  }

  /// Makes a file that was just written and read the current one.
  func install(_ file: LoadedFile) { state.withLock { $0 = file } }
}
