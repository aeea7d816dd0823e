/// Removes and inserts items of an array or object in a file, with the commas between them.
///
/// An item of an object is a member: its span starts at the name and ends after the value. Neighbours
/// are found by looking around an item, so that a file of ten million records costs no list of them.
struct ItemSplices {
  let bytes: UnsafeRawBufferPointer

  /// With both brackets.
  let container: Range<Int>

  init(_ bytes: UnsafeRawBufferPointer, container: Range<Int>) {
    self.bytes = bytes
    self.container = container.clamped(to: 0..<bytes.count)
  }

  /// What stands between the brackets.
  var interior: Range<Int> {
    let start = min(container.lowerBound + 1, container.upperBound)
    return start..<max(start, container.upperBound - 1)
  }

  /// Where the last item ends; `nil` for an empty container.
  var lastItemEnd: Int? {
    let end = skippingSpaceBackwards(from: interior.upperBound)
    return end > interior.lowerBound ? end : nil
  }

  /// Removes items, given in order, with exactly one comma for each, where other items stay.
  func removal(of spans: [Range<Int>]) -> [Splice] {
    var splices: [Splice] = []
    var index = 0
    while index < spans.count {
      let start = spans[index].lowerBound
      var end = spans[index].upperBound
      index += 1
      while index < spans.count, nextItemStart(after: end) == spans[index].lowerBound {
        end = spans[index].upperBound
        index += 1
      }
      splices.append(removal(from: start, to: end))
    }
    return splices
  }

  private func removal(from start: Int, to end: Int) -> Splice {
    if let previous = previousItemEnd(before: start) { return Splice(previous..<end) }
    if let next = nextItemStart(after: end) { return Splice(start..<next) }
    return Splice(interior)
  }

  /// Puts items behind all others.
  ///
  /// `emptySpacing` is for a container without items; `inlineComma` follows a comma where the container
  /// shows none and stands on one line.
  func append(_ items: [[UInt8]], emptySpacing: Spacing, inlineComma: [UInt8]) -> [Splice] {
    guard !items.isEmpty else { return [] }
    guard let end = lastItemEnd else {
      let joined = Array(items.joined(separator: [UInt8(ascii: ",")] + emptySpacing.afterComma))
      return [Splice(interior, emptySpacing.opening + joined + emptySpacing.closing)]
    }
    let comma = separator(inlineComma: inlineComma)
    return [Splice(end..<end, items.flatMap { comma + $0 })]
  }

  /// Puts items in the place of all others.
  func replaceAll(with items: [[UInt8]], inlineComma: [UInt8]) -> [Splice] {
    let start = skippingSpace(from: interior.lowerBound)
    guard !items.isEmpty, let end = lastItemEnd, start < end else { return [Splice(interior)] }
    let comma = separator(inlineComma: inlineComma)
    return [Splice(start..<end, Array(items.joined(separator: comma)))]
  }

  /// The comma with the white space around it, as between the first two items.
  func separator(inlineComma: [UInt8]) -> [UInt8] {
    var cursor = JSONCursor(bytes, in: interior)
    cursor.skipWhitespace()
    let opening = Array(bytes[interior.lowerBound..<cursor.position])
    _ = cursor.takeValue()
    var end = cursor.position
    cursor.skipWhitespace()
    if cursor.take(UInt8(ascii: ":")) {
      cursor.skipWhitespace()
      _ = cursor.takeValue()
      end = cursor.position
    }
    if let next = nextItemStart(after: end) { return Array(bytes[end..<next]) }
    return [UInt8(ascii: ",")] + (opening.containsNewline ? opening : inlineComma)
  }

  private func nextItemStart(after end: Int) -> Int? {
    let comma = skippingSpace(from: end)
    guard comma < interior.upperBound, bytes[comma] == UInt8(ascii: ",") else { return nil }
    return skippingSpace(from: comma + 1)
  }

  private func previousItemEnd(before start: Int) -> Int? {
    let end = skippingSpaceBackwards(from: start)
    guard end > interior.lowerBound, bytes[end - 1] == UInt8(ascii: ",") else { return nil }
    return skippingSpaceBackwards(from: end - 1)
  }

  private func skippingSpace(from position: Int) -> Int {
    var cursor = JSONCursor(bytes, in: position..<interior.upperBound)
    cursor.skipWhitespace()
    return cursor.position
  }

  private func skippingSpaceBackwards(from position: Int) -> Int {
    var position = position
    while position > interior.lowerBound {
      switch bytes[position - 1] {
      case 0x20, 0x0A, 0x0D, 0x09: position -= 1
      default: return position
      }
    }
    return position
  }
}
