import LarderCore

/// ETags of objects as they were read, with the values that they stood for.
///
/// Those that were not asked for longest are forgotten first: a change of such an object is read and
/// compared before it is written.
struct VersionMemory {
  /// An object's values with the ETag that stood for them.
  struct Version {
    var etag: String
    var snapshot: EntitySnapshot
  }

  private typealias Versions = [PersistentIdentifier: Version]

  /// What was used since the last change of generations, and what was used in the one before.
  private var recent: Versions = [:]
  private var earlier: Versions = [:]

  /// Bytes of `recent`, about.
  private var size = 0
  private let limit: Int

  /// Keeps so many bytes at most, about, as the values themselves count.
  init(limit: Int = 32 << 20) { self.limit = limit }

  var count: Int { recent.count + earlier.count }

  mutating func store(_ version: Version?, of identifier: PersistentIdentifier) {
    earlier[identifier] = nil
    if let old = recent.removeValue(forKey: identifier) { size -= old.size }
    guard let version, version.size <= limit / 2 else { return }
    recent[identifier] = version
    size += version.size
    if size > limit / 2 { (earlier, recent, size) = (recent, [:], 0) }
  }

  mutating func version(of identifier: PersistentIdentifier) -> Version? {
    if let version = recent[identifier] { return version }
    guard let version = earlier[identifier] else { return nil }
    store(version, of: identifier)
    return version
  }
}

extension VersionMemory.Version {
  /// In bytes, about.
  fileprivate var size: Int {
    snapshot.values.reduce(200 + etag.utf8.count) { $0 + ($1?.size ?? 0) }
  }
}

extension AttributeValue {
  fileprivate var size: Int {
    switch self {
    case .null, .bool, .integer, .real, .date: 16
    case .uuid, .decimal, .identifier: 64
    case .text(let text): 32 + text.utf8.count
    case .data(let data): 32 + data.count
    case .array(let elements): elements.reduce(32) { $0 + $1.size }
    case .object(let object): object.members.reduce(32) { $0 + 32 + $1.value.size }
    }
  }
}
