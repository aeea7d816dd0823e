/// An archive of `NSKeyedArchiver`: objects that refer to each other by number.
///
/// Nothing is ever made from a class name: an object is its class name and its keys. Objects may refer to
/// each other in circles, so whoever follows them bounds the way.
struct KeyedArchive: Sendable {
  /// By number; what stands at 0 is nil.
  let objects: [PropertyList]

  /// What the archive was made from, mostly one object named `root`.
  let top: [String: PropertyList]

  init(_ bytes: [UInt8]) throws(ArchiveError) {
    let list: PropertyList
    do { list = try BinaryPropertyListReader.read(bytes) } catch { throw .propertyList(error) }
    try self.init(list)
  }

  /// Takes a property list that was read before.
  init(_ list: PropertyList) throws(ArchiveError) {
    guard let members = list.dictionary, let objects = members["$objects"]?.array,
      let top = members["$top"]?.dictionary
    else { throw .noArchive }
    self.objects = objects
    self.top = top
  }

  /// The object named `root`, or the only one; `nil` where there is no such object.
  var root: ArchivedValue? {
    (top["root"] ?? (top.count == 1 ? top.first?.value : nil)).map(value)
  }

  /// What a value stands for, which is another object where it is a reference.
  func value(_ plain: PropertyList) -> ArchivedValue {
    guard case .uid(let index) = plain else { return .plain(plain) }
    guard index != 0, objects.indices.contains(index) else { return .null }
    switch objects[index] {
    case .dictionary(let members): return .object(ArchivedObject(self, index: index, members))
    case .string("$null"), .null, .uid: return .null
    case let plain: return .plain(plain)
    }
  }
}

/// Why bytes are no keyed archive.
enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  case propertyList(PropertyListError)
  case noArchive

  var description: String {
    switch self {
    case .propertyList(let error): error.description
    case .noArchive: "the property list is no keyed archive"
    }
  }
}

/// A value of a keyed archive: nil, an object with a class, or a plain value.
enum ArchivedValue {
  case null
  case plain(PropertyList)
  case object(ArchivedObject)

  var object: ArchivedObject? {
    if case .object(let object) = self { object } else { nil }
  }

  var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

/// An object of a keyed archive.
struct ArchivedObject {
  let archive: KeyedArchive

  /// The object's number, by which circles are found.
  let index: Int
  private let members: [String: PropertyList]

  fileprivate init(_ archive: KeyedArchive, index: Int, _ members: [String: PropertyList]) {
    self.archive = archive
    self.index = index
    self.members = members
  }

  /// The value under a key, or `nil` where the object has no such key.
  subscript(key: String) -> ArchivedValue? { members[key].map(archive.value) }

  var keys: some Collection<String> { members.keys }

  /// The value under a key as it stands, references not followed.
  func plain(_ key: String) -> PropertyList? { members[key] }

  private var archivedClass: [String: PropertyList]? {
    guard case .uid(let index) = members["$class"], archive.objects.indices.contains(index) else {
      return nil
    }
    return archive.objects[index].dictionary
  }

  /// `nil` for an object without a class, which no archiver writes.
  var className: String? { archivedClass?["$classname"]?.string }

  /// The class and those above it, the nearest first.
  var classNames: [String] {
    let names = archivedClass?["$classes"]?.array?.compactMap(\.string) ?? []
    return names.isEmpty ? className.map { [$0] } ?? [] : names
  }
}
