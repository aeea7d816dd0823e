/// Builds the property list of a keyed archive, object by object.
struct KeyedArchiveBuilder {
  private var objects: [PropertyList] = [.string("$null")]
  private var classes: [[String]: Int] = [:]
  private var strings: [[UInt8]: Int] = [:]

  /// The reference that stands for nil.
  static let null = PropertyList.uid(0)

  /// Adds a value without a class.
  mutating func add(_ plain: PropertyList) -> PropertyList {
    objects.append(plain)
    return .uid(objects.count - 1)
  }

  /// Adds a text, once for each.
  mutating func add(text: String) -> PropertyList {
    let key = Array(text.utf8)
    if let index = strings[key] { return .uid(index) }
    strings[key] = objects.count
    return add(.string(text))
  }

  /// A place for an object that others refer to before it is known.
  mutating func reserve() -> PropertyList { add(.null) }

  /// Adds an object, in a reserved place where one is given.
  ///
  /// The names are those of the class and of the classes above it, without `NSObject`.
  mutating func add(
    _ classNames: [String], _ members: [String: PropertyList], in place: PropertyList? = nil
  ) -> PropertyList {
    var members = members
    members["$class"] = addClass(classNames + ["NSObject"])
    guard case .uid(let index) = place, objects.indices.contains(index) else {
      return add(.dictionary(members))
    }
    objects[index] = .dictionary(members)
    return .uid(index)
  }

  private mutating func addClass(_ names: [String]) -> PropertyList {
    if let index = classes[names] { return .uid(index) }
    classes[names] = objects.count
    return add(
      .dictionary([
        "$classname": .string(names[0]), "$classes": .array(names.map { .string($0) }),
      ]))
  }

  mutating func add(array elements: [PropertyList]) -> PropertyList {
    add(["NSArray"], ["NS.objects": .array(elements)])
  }

  mutating func add(dictionary pairs: [(key: String, value: PropertyList)]) -> PropertyList {
    let keys = pairs.map { add(text: $0.key) }
    return add(
      ["NSDictionary"], ["NS.keys": .array(keys), "NS.objects": .array(pairs.map(\.value))])
  }

  /// The archive with a root object.
  func bytes(root: PropertyList) -> [UInt8] {
    KeyedArchive.bytes(root: root, objects: objects)
  }
}

extension KeyedArchive {
  /// The archive of numbered objects, the first of which stands for nil.
  static func bytes(root: PropertyList, objects: [PropertyList]) -> [UInt8] {
    BinaryPropertyListWriter.bytes(
      of: .dictionary([
        "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
        "$top": .dictionary(["root": root]), "$objects": .array(objects),
      ]))
  }
}
