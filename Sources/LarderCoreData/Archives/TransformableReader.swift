import FoundationEssentials
import LarderCore

/// Reads what transformable attributes hold: keyed archives, and property lists, of the common classes.
struct TransformableReader {
  private let archive: KeyedArchive
  private var path: Set<Int> = []

  /// How many values and bytes of data may yet be read: shared ones count each time.
  private var budget: Int

  /// The value that bytes stand for, or `nil` where they are of another format or of a class unknown here.
  ///
  /// Inside a collection, an object of an unknown class is an object of `class` and `size`, the bytes of
  /// text and data that it holds itself. Sets become arrays, attributed strings their text, URLs text,
  /// colours objects of their components.
  static func value(of bytes: [UInt8]) -> AttributeValue? {
    guard let list = try? PropertyList(bytes: bytes) else { return nil }
    guard let archive = try? KeyedArchive(list) else { return value(of: list) }
    guard let root = archive.root else { return nil }
    var reader = TransformableReader(archive: archive, budget: (1 << 18) + bytes.count)
    guard case .object(let object) = root else { return reader.value(of: root) }
    return reader.knownValue(of: object)
  }

  /// The class of an archive's root object, or `nil` where there is none.
  static func className(of bytes: [UInt8]) -> String? {
    (try? KeyedArchive(bytes))?.root?.object?.className
  }

  private init(archive: KeyedArchive, budget: Int) {
    self.archive = archive
    self.budget = budget
  }

  /// `nil` only when the budget or the depth is used up.
  private mutating func value(of archived: ArchivedValue) -> AttributeValue? {
    budget -= 1
    guard budget >= 0, path.count < PropertyList.Limit.depth else { return nil }
    switch archived {
    case .null: return .null
    // Archivers write collections as objects.
    case .plain(.array), .plain(.set), .plain(.dictionary): return nil
    case .plain(let list): return charge(Self.value(of: list))
    case .object(let object):
      return knownValue(of: object) ?? (budget >= 0 ? Self.unknown(object) : nil)
    }
  }

  /// `nil` for a class that is unknown, for a damaged object and for one that contains itself.
  private mutating func knownValue(of object: ArchivedObject) -> AttributeValue? {
    guard path.insert(object.index).inserted else { return nil }
    defer { path.remove(object.index) }
    for name in object.classNames {
      switch name {
      case "NSArray", "NSSet", "NSOrderedSet": return object.elements.flatMap { array($0) }
      case "NSDictionary": return object.pairs.flatMap { dictionary($0) }
      default:
        if let value = Self.scalar(object, className: name) { return charge(value) }
      }
    }
    return nil
  }

  private mutating func charge(_ value: AttributeValue?) -> AttributeValue? {
    if case .data(let bytes) = value { budget -= bytes.count }
    return budget >= 0 ? value : nil
  }

  private mutating func array(_ elements: [ArchivedValue]) -> AttributeValue? {
    var values: [AttributeValue] = []
    for element in elements {
      guard let value = value(of: element) else { return nil }
      values.append(value)
    }
    return .array(values)
  }

  private mutating func dictionary(
    _ pairs: [(key: ArchivedValue, value: ArchivedValue)]
  ) -> AttributeValue? {
    var members: [AttributeObject.Member] = []
    for pair in pairs {
      guard let key = value(of: pair.key).flatMap(Self.name), let value = value(of: pair.value)
      else { return nil }
      members.append(AttributeObject.Member(name: AttributeName(key), value: value))
    }
    return .object(AttributeObject(members))
  }

  private static func name(_ key: AttributeValue) -> String? {
    switch key {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .uuid(let uuid): uuid.uuidString
    case .date(let date): DateText.text(for: date)
    default: nil
    }
  }

  private static func unknown(_ object: ArchivedObject) -> AttributeValue {
    .object(
      AttributeObject([
        .init(name: "class", value: .text(object.className ?? "?")),
        .init(name: "size", value: .integer(Int64(object.ownSize))),
      ]))
  }
}

extension ArchivedObject {
  /// The bytes of text and data under the object's keys.
  fileprivate var ownSize: Int {
    keys.reduce(0) { size, key in
      switch self[key] {
      case .plain(.data(let bytes)): size + bytes.count
      case .plain(.string(let text)): size + text.utf8.count
      default: size
      }
    }
  }
}
