import LarderCore

/// Where the values of a column stand: a field of the records, and the members to follow in it.
struct ColumnSource: Sendable {
  let table: RecordTable
  let field: Int

  /// The keys of the members, without quotes.
  let members: [String]

  enum Place {
    case missing
    case value(UnsafePointer<UInt8>)
    /// Cannot be told from the text alone.
    case unclear
  }

  /// Visits the values of some rows in order.
  @inline(__always)
  func forEachPlace(in rows: Range<Int>, _ body: (_ row: Int, _ place: Place) -> Void) {
    if members.isEmpty {
      table.forEachValue(ofField: field, in: rows) { row, value in
        body(row, value.map { .value($0) } ?? .missing)
      }
    } else {
      table.forEachValue(ofField: field, in: rows) { row, value in
        body(row, value.map(member) ?? .missing)
      }
    }
  }

  /// Follows the members from a value; whatever is no object has none.
  private func member(of value: UnsafePointer<UInt8>) -> Place {
    let base = table.bytes.base
    let walker = JSONWalker(table.bytes)
    var offset = value - base
    for name in members {
      guard base[offset] == UInt8(ascii: "{") else { return .missing }
      var found: Int?
      var isUnclear = false
      walker.forEachMember(ofObjectAt: offset) { key, value in
        // A typed value of MongoDB's is no object, and an escaped key must be read to be compared.
        isUnclear = isUnclear || base[key.lowerBound + 1] == UInt8(ascii: "$")
        switch match(key, name) {
        case true?: found = value.lowerBound
        case false?: break
        case nil: isUnclear = true
        }
        return !isUnclear
      }
      if isUnclear { return .unclear }
      guard let found else { return .missing }
      offset = found
    }
    return .value(base + offset)
  }

  /// Whether a key has a name; `nil` where that takes more than a comparison of bytes.
  @inline(__always)
  private func match(_ key: Range<Int>, _ name: String) -> Bool? {
    var name = name
    return name.withUTF8 { wanted in
      let text = table.bytes.base + key.lowerBound + 1
      let count = key.count - 2
      var isPlain = true
      var isEqual = count == wanted.count
      for index in 0..<max(count, 0) {
        let byte = text[index]
        if byte >= 0x80 || byte == UInt8(ascii: "\\") { isPlain = false }
        if isEqual, byte != wanted[index] { isEqual = false }
      }
      return isPlain || isEqual ? isEqual : nil
    }
  }
}
