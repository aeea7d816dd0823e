// What the classes of Foundation archive, as far as models and values are made of it.

extension ArchivedValue {
  /// The text of a string, plain or an object; `nil` for anything else.
  var text: String? {
    switch self {
    case .plain(.string(let text)): text
    case .object(let object):
      switch object["NS.string"] ?? object["NS.bytes"] {
      case .plain(.string(let text)): text
      case .plain(.data(let bytes)): String(validating: bytes, as: UTF8.self)
      default: nil
      }
    default: nil
    }
  }

  /// A number or truth value as a whole number; `nil` for anything else, fractions too.
  var integer: Int64? {
    switch self {
    case .plain(.integer(let number)): number
    case .plain(.boolean(let flag)): flag ? 1 : 0
    case .plain(.real(let number)): Int64(exactly: number)
    default: nil
    }
  }

  var bytes: [UInt8]? {
    switch self {
    case .plain(.data(let bytes)): bytes
    case .object(let object): object.plain("NS.data")?.data ?? object["NS.data"]?.bytesOfPlain
    default: nil
    }
  }

  private var bytesOfPlain: [UInt8]? {
    if case .plain(.data(let bytes)) = self { bytes } else { nil }
  }

  /// The elements of an array or set, plain or an object; `nil` for anything else.
  func elements(in archive: KeyedArchive) -> [ArchivedValue]? {
    switch self {
    case .plain(.array(let elements)), .plain(.set(let elements)): elements.map(archive.value)
    case .object(let object): object.elements
    default: nil
    }
  }
}

extension ArchivedObject {
  /// The text under a key; `nil` for none, for nil and for something else.
  func text(_ key: String) -> String? { self[key]?.text }

  func integer(_ key: String) -> Int64? { self[key]?.integer }

  /// Whether a flag is set; archives leave out what is false.
  func isSet(_ key: String) -> Bool { integer(key) ?? 0 != 0 }

  /// The elements under a key; none where there is no array or set.
  func elements(_ key: String) -> [ArchivedValue] { self[key]?.elements(in: archive) ?? [] }

  /// The elements of an `NSArray`, `NSSet` or `NSOrderedSet`; `nil` for other objects.
  var elements: [ArchivedValue]? {
    if let values = plain("NS.objects")?.array {
      return plain("NS.keys") == nil ? values.map(archive.value) : nil
    }
    guard let first = self["NS.object.0"] else { return nil }
    var values = [first]
    while let next = self["NS.object.\(values.count)"] { values.append(next) }
    return values
  }

  /// The pairs of an `NSDictionary`, or of the kind of dictionary that models are kept in.
  var pairs: [(key: ArchivedValue, value: ArchivedValue)]? {
    if let keys = plain("NS.keys")?.array, let values = plain("NS.objects")?.array {
      return zip(keys, values).map { (archive.value($0), archive.value($1)) }
    }
    guard let mapping = self["searchMapping"]?.object, self["values"] != nil else { return nil }
    return zip(mapping.elements("keys"), elements("values")).map { ($0, $1) }
  }
}
