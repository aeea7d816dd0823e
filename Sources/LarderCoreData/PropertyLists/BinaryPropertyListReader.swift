/// Reads binary property lists (`bplist00`).
///
/// Every offset is checked. A value that many others refer to is read once and shared, but counted each
/// time, so that a small list cannot stand for an endless one; nor can many values stand in the same
/// bytes.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let offsetTable: Int
  private var entries: [Entry]

  /// How many bytes may yet be read, some of them twice.
  private var budget: Int

  /// What is known of a value, by its number.
  private enum Entry {
    case unread
    case beingRead
    case read(PropertyList, weight: Int, height: Int)
  }

  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    guard bytes.starts(with: Array("bplist".utf8)) else {
      throw PropertyListError(problem: .unknownFormat)
    }
    guard bytes.count >= 8 + trailerSize else { throw PropertyListError(problem: .cutShort) }
    let trailer = bytes.count - trailerSize
    let top = number(bytes[(trailer + 16)..<(trailer + 24)])
    var reader = try BinaryPropertyListReader(bytes, trailer: trailer)
    guard let top, top < reader.count else {
      throw PropertyListError(problem: .danglingReference, offset: trailer + 16)
    }
    return try reader.value(top, depth: 0, from: trailer + 16)
  }

  private static let trailerSize = 32

  private init(_ bytes: [UInt8], trailer: Int) throws(PropertyListError) {
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let count = Self.number(bytes[(trailer + 8)..<(trailer + 16)])
    let offsetTable = Self.number(bytes[(trailer + 24)..<(trailer + 32)])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyListError(problem: .badNumber, offset: trailer + 6)
    }
    guard let count, let offsetTable, offsetTable <= trailer,
      count <= (trailer - offsetTable) / offsetSize
    else { throw PropertyListError(problem: .cutShort, offset: trailer + 8) }
    self.count = count
    self.offsetTable = offsetTable
    entries = Array(repeating: .unread, count: count)
    budget = 2 * bytes.count
  }

  /// Reads an unsigned big-endian number; `nil` where it is larger than an `Int`.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var result: UInt64 = 0
    for byte in bytes {
      guard result >> 56 == 0 else { return nil }
      result = result << 8 | UInt64(byte)
    }
    return Int(exactly: result)
  }

  private mutating func bytes(
    _ count: Int, at offset: Int
  ) throws(PropertyListError) -> ArraySlice<UInt8> {
    guard offset >= 0, count >= 0, offset <= offsetTable, count <= offsetTable - offset else {
      throw PropertyListError(problem: .cutShort, offset: offset)
    }
    budget -= count
    guard budget >= 0 else { throw PropertyListError(problem: .tooLarge, offset: offset) }
    return bytes[offset..<(offset + count)]
  }
}

extension BinaryPropertyListReader {
  /// The value with a number, read where it was not before; `from` is where it is referred to.
  private mutating func value(
    _ index: Int, depth: Int, from: Int
  ) throws(PropertyListError) -> PropertyList {
    guard entries.indices.contains(index) else {
      throw PropertyListError(problem: .danglingReference, offset: from)
    }
    switch entries[index] {
    case .read(let value, _, let height):
      guard depth + height <= PropertyList.Limit.depth else {
        throw PropertyListError(problem: .tooDeep, offset: from)
      }
      return value
    case .beingRead: throw PropertyListError(problem: .cycle, offset: from)
    case .unread: break
    }
    guard depth <= PropertyList.Limit.depth else {
      throw PropertyListError(problem: .tooDeep, offset: from)
    }
    entries[index] = .beingRead
    let place = offsetTable + index * offsetSize
    guard let offset = Self.number(bytes[place..<(place + offsetSize)]), offset < offsetTable else {
      throw PropertyListError(problem: .danglingReference, offset: place)
    }
    let (value, children) = try read(at: offset, depth: depth)
    entries[index] = try entry(for: value, children: children, at: offset)
    return value
  }

  private func entry(
    for value: PropertyList, children: [Int], at offset: Int
  ) throws(PropertyListError) -> Entry {
    var weight = 1
    var height = 0
    for child in children {
      guard case .read(_, let childWeight, let childHeight) = entries[child] else { continue }
      weight += childWeight
      height = max(height, childHeight + 1)
      guard weight <= PropertyList.Limit.values else {
        throw PropertyListError(problem: .tooLarge, offset: offset)
      }
    }
    return .read(value, weight: weight, height: height)
  }

  private mutating func read(
    at offset: Int, depth: Int
  ) throws(PropertyListError) -> (PropertyList, children: [Int]) {
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0xA: return try elements(at: offset, depth: depth, PropertyList.array)
    case 0xB, 0xC: return try elements(at: offset, depth: depth, PropertyList.set)
    case 0xD: return try dictionary(at: offset, depth: depth)
    default: return (try scalar(marker, at: offset), [])
    }
  }

  private mutating func elements(
    at offset: Int, depth: Int, _ make: ([PropertyList]) -> PropertyList
  ) throws(PropertyListError) -> (PropertyList, children: [Int]) {
    let (count, start) = try length(at: offset)
    let children = try references(count, at: start)
    var values: [PropertyList] = []
    for child in children { values.append(try value(child, depth: depth + 1, from: start)) }
    return (make(values), children)
  }

  private mutating func dictionary(
    at offset: Int, depth: Int
  ) throws(PropertyListError) -> (PropertyList, children: [Int]) {
    let (count, start) = try length(at: offset)
    let (both, overflow) = count.multipliedReportingOverflow(by: 2)
    guard !overflow else { throw PropertyListError(problem: .cutShort, offset: offset) }
    let children = try references(both, at: start)
    var members: [String: PropertyList] = [:]
    for index in 0..<count {
      let key = try value(children[index], depth: depth + 1, from: start)
      guard case .string(let name) = key else {
        throw PropertyListError(problem: .keyIsNoText, offset: start)
      }
      members[name] = try value(children[count + index], depth: depth + 1, from: start)
    }
    return (.dictionary(members), children)
  }

  private mutating func references(_ count: Int, at offset: Int) throws(PropertyListError) -> [Int]
  {
    let (size, overflow) = count.multipliedReportingOverflow(by: referenceSize)
    guard !overflow else { throw PropertyListError(problem: .cutShort, offset: offset) }
    let slice = try bytes(size, at: offset)
    var result: [Int] = []
    result.reserveCapacity(count)
    for start in stride(from: slice.startIndex, to: slice.endIndex, by: referenceSize) {
      guard let index = Self.number(slice[start..<(start + referenceSize)]) else {
        throw PropertyListError(problem: .danglingReference, offset: start)
      }
      result.append(index)
    }
    return result
  }
}

extension BinaryPropertyListReader {
  /// The length that a marker tells, with the place behind it.
  private mutating func length(at offset: Int) throws(PropertyListError) -> (count: Int, start: Int)
  {
    let short = Int(bytes[offset] & 0xF)
    guard short == 0xF else { return (short, offset + 1) }
    let marker = try bytes(1, at: offset + 1)[offset + 1]
    guard marker >> 4 == 1, marker & 0xF <= 3 else {
      throw PropertyListError(problem: .badNumber, offset: offset + 1)
    }
    let size = 1 << Int(marker & 0xF)
    guard let count = Self.number(try bytes(size, at: offset + 2)) else {
      throw PropertyListError(problem: .cutShort, offset: offset + 1)
    }
    return (count, offset + 2 + size)
  }

  private mutating func scalar(_ marker: UInt8, at offset: Int) throws(PropertyListError)
    -> PropertyList
  {
    switch marker {
    case 0x00: return .null
    case 0x08: return .boolean(false)
    case 0x09: return .boolean(true)
    case 0x10...0x14: return try integer(size: 1 << Int(marker & 0xF), at: offset)
    case 0x22:
      let bits = UInt32(truncatingIfNeeded: try unsigned(4, at: offset + 1))
      return .real(Double(Float(bitPattern: bits)))
    case 0x23: return .real(Double(bitPattern: try unsigned(8, at: offset + 1)))
    case 0x33: return .date(Double(bitPattern: try unsigned(8, at: offset + 1)))
    case 0x40...0x4F:
      let (count, start) = try length(at: offset)
      return .data(Array(try bytes(count, at: start)))
    case 0x50...0x5F, 0x60...0x6F, 0x70...0x7F: return .string(try text(marker >> 4, at: offset))
    case 0x80...0x87:
      let size = Int(marker & 0xF) + 1
      guard let number = Self.number(try bytes(size, at: offset + 1)) else {
        throw PropertyListError(problem: .badNumber, offset: offset)
      }
      return .uid(number)
    default: throw PropertyListError(problem: .unknownKind(marker), offset: offset)
    }
  }

  /// Numbers below eight bytes have no sign.
  private mutating func integer(size: Int, at offset: Int) throws(PropertyListError) -> PropertyList
  {
    guard size == 16 else {
      return .integer(Int64(bitPattern: try unsigned(size, at: offset + 1)))
    }
    let high = Int64(bitPattern: try unsigned(8, at: offset + 1))
    let low = try unsigned(8, at: offset + 9)
    let narrow = Int64(bitPattern: low)
    return high == (narrow < 0 ? -1 : 0)
      ? .integer(narrow) : .largeInteger(high: high, low: low)
  }

  private mutating func unsigned(_ size: Int, at offset: Int) throws(PropertyListError) -> UInt64 {
    try bytes(size, at: offset).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func text(_ kind: UInt8, at offset: Int) throws(PropertyListError) -> String {
    let (count, start) = try length(at: offset)
    guard kind == 6 else {
      // ASCII, or in a later version of the format UTF-8.
      guard let text = String(validating: try bytes(count, at: start), as: UTF8.self) else {
        throw PropertyListError(problem: .badText, offset: offset)
      }
      return text
    }
    let (size, overflow) = count.multipliedReportingOverflow(by: 2)
    guard !overflow else { throw PropertyListError(problem: .cutShort, offset: offset) }
    let slice = try bytes(size, at: start)
    let units = stride(from: slice.startIndex, to: slice.endIndex, by: 2).map {
      UInt16(slice[$0]) << 8 | UInt16(slice[$0 + 1])
    }
    // An app may have stored half a pair of surrogates: such text is repaired, not refused.
    return String(decoding: units, as: UTF16.self)
  }
}
