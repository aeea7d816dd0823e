/// Writes binary property lists (`bplist00`); equal texts, integers and data are written once.
struct BinaryPropertyListWriter {
  private var objects: [[UInt8]] = []
  private var contents: [Content] = []
  private var scalars: [PropertyList: Int] = [:]

  /// By their bytes: Swift's equality would write one text for its composed and its decomposed form.
  private var strings: [[UInt8]: Int] = [:]

  /// What an object refers to, to be written when the size of references is known.
  private struct Content {
    var marker: UInt8
    var references: [Int]
  }

  /// The list that stands for a value; members of dictionaries are in the order of their names.
  static func bytes(of value: PropertyList) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    writer.add(value)
    return writer.finished()
  }

  /// Adds a value and what it holds, and returns its number.
  @discardableResult
  private mutating func add(_ value: PropertyList) -> Int {
    switch value {
    case .array(let elements): return addContainer(0xA0, elements)
    case .set(let elements): return addContainer(0xC0, elements)
    case .dictionary(let members):
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return addContainer(0xD0, sorted.map { .string($0.key) } + sorted.map(\.value), keyed: true)
    case .string(let text):
      if let index = strings[Array(text.utf8)] { return index }
      let index = addScalar(value)
      strings[Array(text.utf8)] = index
      return index
    case .integer, .data, .boolean, .uid:
      if let index = scalars[value] { return index }
      let index = addScalar(value)
      scalars[value] = index
      return index
    default: return addScalar(value)
    }
  }

  private mutating func addContainer(
    _ marker: UInt8, _ children: [PropertyList], keyed: Bool = false
  ) -> Int {
    let index = objects.count
    let count = keyed ? children.count / 2 : children.count
    objects.append(Self.header(marker, count: count))
    contents.append(Content(marker: marker, references: []))
    contents[index].references = children.map { add($0) }
    return index
  }

  private mutating func addScalar(_ value: PropertyList) -> Int {
    objects.append(Self.scalar(value))
    contents.append(Content(marker: 0, references: []))
    return objects.count - 1
  }

  private func finished() -> [UInt8] {
    let referenceSize = Self.size(objects.count)
    var result = Array("bplist00".utf8)
    var offsets: [Int] = []
    for (object, content) in zip(objects, contents) {
      offsets.append(result.count)
      result += object
      for reference in content.references {
        result += Self.bigEndian(UInt64(reference), size: referenceSize)
      }
    }
    let table = result.count
    let offsetSize = Self.size(table)
    for offset in offsets { result += Self.bigEndian(UInt64(offset), size: offsetSize) }
    result += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    result += Self.bigEndian(UInt64(objects.count), size: 8)
    result += Self.bigEndian(0, size: 8)
    result += Self.bigEndian(UInt64(table), size: 8)
    return result
  }
}

extension BinaryPropertyListWriter {
  /// The bytes that a number up to `largest` needs, as the format has them: 1, 2, 4 or 8.
  private static func size(_ largest: Int) -> Int {
    largest < 1 << 8 ? 1 : largest < 1 << 16 ? 2 : largest < 1 << 32 ? 4 : 8
  }

  private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
  }

  private static func header(_ marker: UInt8, count: Int) -> [UInt8] {
    guard count >= 0xF else { return [marker | UInt8(count)] }
    return [marker | 0xF] + integer(Int64(count))
  }

  private static func integer(_ number: Int64) -> [UInt8] {
    let size = number < 0 ? 8 : size(Int(number))
    let power: UInt8 =
      switch size {
      case 1: 0
      case 2: 1
      case 4: 2
      default: 3
      }
    return [0x10 | power] + bigEndian(UInt64(bitPattern: number), size: size)
  }

  private static func scalar(_ value: PropertyList) -> [UInt8] {
    switch value {
    case .boolean(let flag): return [flag ? 0x09 : 0x08]
    case .integer(let number): return integer(number)
    case .largeInteger(let high, let low):
      return [0x14] + bigEndian(UInt64(bitPattern: high), size: 8) + bigEndian(low, size: 8)
    case .real(let number): return [0x23] + bigEndian(number.bitPattern, size: 8)
    case .date(let seconds): return [0x33] + bigEndian(seconds.bitPattern, size: 8)
    case .data(let bytes): return header(0x40, count: bytes.count) + bytes
    case .string(let text): return string(text)
    case .uid(let number):
      let size = size(number)
      return [0x80 | UInt8(size - 1)] + bigEndian(UInt64(truncatingIfNeeded: number), size: size)
    case .null, .array, .set, .dictionary: return [0x00]
    }
  }

  private static func string(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return header(0x50, count: text.utf8.count) + text.utf8
    }
    let units = Array(text.utf16)
    return header(0x60, count: units.count)
      + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
}
