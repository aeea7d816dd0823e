import LarderCore

/// Whether an array holds a text or an integer, answered from the array's text in the file.
struct ArrayCondition: Sendable {
  let source: ColumnSource
  private let wanted: Wanted

  /// For the rows whose text alone does not tell.
  let fallback: RowEvaluation

  private enum Wanted {
    case text([UInt8])
    case integer(Int64)
  }

  /// `nil` where the type of the attribute or the value is another.
  init?(
    _ value: AttributeValue, type: EntitySchema.AttributeType, source: ColumnSource,
    fallback: RowEvaluation
  ) {
    guard case .array(let element) = type else { return nil }
    switch (value, element) {
    case (.text(let text), .text), (.text(let text), .mixed):
      guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) else { return nil }
      wanted = .text(Array(text.utf8))
    case (.integer(let number), .integer), (.integer(let number), .mixed):
      wanted = .integer(number)
    default: return nil
    }
    self.source = source
    self.fallback = fallback
  }

  /// The path of the arrays, for people.
  var name: String {
    "`\(fallback.rootPaths.first?.names.map(\.rawValue).joined(separator: ".") ?? "")`"
  }

  func rows(among candidates: RowSet) throws -> RowSet {
    RowSet(count: candidates.count) { rows, words in
      let walker = JSONWalker(source.table.bytes)
      source.forEachPlace(in: rows) { row, place in
        guard candidates[row], answer(place, walker) ?? fallback.matches(row) else { return }
        let local = row - rows.lowerBound
        words[local >> 6] |= 1 << UInt64(local & 63)
      }
    }
  }

  /// `nil` where it takes more than a comparison of bytes.
  private func answer(_ place: ColumnSource.Place, _ walker: JSONWalker) -> Bool? {
    switch place {
    case .missing: return false
    case .unclear: return nil
    case .value(let text):
      guard text.pointee == UInt8(ascii: "[") else {
        return text.pointee == UInt8(ascii: "n") ? false : nil
      }
      return answer(arrayAt: text - walker.base, walker)
    }
  }

  private func answer(arrayAt offset: Int, _ walker: JSONWalker) -> Bool? {
    var isClear = true
    var position = walker.skippingSpace(at: offset + 1)
    while position < walker.count, walker.base[position] != UInt8(ascii: "]") {
      let end = walker.valueEnd(at: position)
      switch isWanted(position..<end, walker) {
      case true?: return true
      case false?: break
      case nil: isClear = false
      }
      let next = walker.skippingSpace(at: end)
      guard end > position, next < walker.count, walker.base[next] == UInt8(ascii: ",") else {
        break
      }
      position = walker.skippingSpace(at: next + 1)
    }
    return isClear ? false : nil
  }

  private func isWanted(_ element: Range<Int>, _ walker: JSONWalker) -> Bool? {
    let text = walker.base + element.lowerBound
    switch wanted {
    case .text(let bytes):
      // A typed value of MongoDB's may be a text.
      guard text.pointee == UInt8(ascii: "\"") else {
        return text.pointee == UInt8(ascii: "{") ? nil : false
      }
      let content = UnsafeBufferPointer(start: text + 1, count: max(0, element.count - 2))
      if content.count == bytes.count, content.elementsEqual(bytes) { return true }
      // Escapes and text beyond ASCII may spell the same text.
      return content.contains { $0 >= 0x80 || $0 == UInt8(ascii: "\\") } ? nil : false
    case .integer(let number):
      switch text.pointee {
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        return NumberReader.integer(text).map { $0 == number }
      // A typed value of MongoDB's may be a number.
      case UInt8(ascii: "{"): return nil
      default: return false
      }
    }
  }
}
