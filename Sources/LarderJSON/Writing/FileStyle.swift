/// How a file is laid out, for values that have no example in it.
struct FileStyle: Hashable, Sendable {
  var newline: [UInt8] = [0x0A]
  var indentationUnit: [UInt8] = [0x20, 0x20]
  /// Whether objects and arrays within records have a line for each member.
  var breaksObjects = true
  var breaksArrays = true
  var beforeColon: [UInt8] = []
  var afterColon: [UInt8] = [0x20]
  /// After a comma within a line.
  var inlineComma: [UInt8] = [0x20]
  /// Inside of the brackets of an object on one line.
  var padding: [UInt8] = []
  var escaping = TextEscaping()
  /// Whether a whole real is written `36.0`; `nil` where the file does not show it.
  var wholeRealsHavePoint: Bool?
  /// What a date is written as where no other date shows it.
  var dateForm = DateForm.standard

  /// The spacing of an object in a line with a certain indentation.
  func objectSpacing(indentation: [UInt8]) -> Spacing {
    spacing(isBroken: breaksObjects, padding: padding, indentation: indentation)
  }

  func arraySpacing(indentation: [UInt8]) -> Spacing {
    spacing(isBroken: breaksArrays, padding: [], indentation: indentation)
  }

  private func spacing(isBroken: Bool, padding: [UInt8], indentation: [UInt8]) -> Spacing {
    let inner = isBroken ? newline + indentation + indentationUnit : padding
    return Spacing(
      opening: inner, beforeColon: beforeColon, afterColon: afterColon,
      afterComma: isBroken ? inner : inlineComma,
      closing: isBroken ? newline + indentation : padding)
  }
}

extension FileStyle {
  /// Bytes at the start of a file that are looked at for its habits.
  private static let sampleLength = 256 << 10

  /// Judges by some records of a file, or by the text around them where there are none.
  ///
  /// `container` is the array or object that holds the records, `nil` for JSON Lines.
  init(bytes: UnsafeRawBufferPointer, records: [Range<Int>], container: Range<Int>?) {
    let sample = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.sampleLength))
    if let end = sample.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      let isPair = sample[end] == 0x0D && end + 1 < sample.count && sample[end + 1] == 0x0A
      newline = isPair ? [0x0D, 0x0A] : [sample[end]]
    }
    escaping = TextEscaping(sample: sample)
    wholeRealsHavePoint = Self.containsPointZero(sample) ? true : nil
    let values = records.map { RawText(bytes, $0) }.filter { $0.isObject || $0.isArray }
    if let example = values.lazy.compactMap({ Spacing(of: $0) }).first {
      adopt(example)
      adoptArrays(of: values)
    } else if let container {
      adopt(surroundingsOf: container, in: bytes)
    } else {
      breaksObjects = false
      breaksArrays = false
    }
  }

  private mutating func adopt(_ example: Spacing) {
    beforeColon = example.beforeColon
    afterColon = example.afterColon
    breaksObjects = example.opening.containsNewline
    breaksArrays = breaksObjects
    if let inner = example.innerIndentation, let outer = example.closing.indentationOfLastLine,
      inner.count > outer.count
    {
      indentationUnit = Array(inner.dropFirst(outer.count))
    }
    if breaksObjects {
      inlineComma = afterColon.isEmpty ? [] : [0x20]
    } else {
      padding = example.opening
      inlineComma = example.afterComma
    }
  }

  private mutating func adoptArrays(of records: [RawText]) {
    for record in records {
      for member in record.members {
        let value = RawText(record.bytes, member.value)
        guard value.isArray, let spacing = Spacing(of: value) else { continue }
        breaksArrays = spacing.opening.containsNewline
        if !breaksArrays, value.elements.count > 1 { inlineComma = spacing.afterComma }
        return
      }
    }
  }

  /// Broken where the container's own surroundings are, or where there is nothing to go by.
  private mutating func adopt(
    surroundingsOf container: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) {
    var cursor = JSONCursor(bytes)
    while !cursor.isAtEnd, cursor.byte != UInt8(ascii: "{"), cursor.byte != UInt8(ascii: "[") {
      cursor.position += 1
    }
    let document = RawText(bytes, cursor.position..<bytes.count)
    guard cursor.position < container.lowerBound, let outer = Spacing(of: document) else { return }
    adopt(outer)
  }

  private static func containsPointZero(_ sample: UnsafeRawBufferPointer) -> Bool {
    for index in sample.indices.dropFirst().dropLast(2)
    where sample[index] == UInt8(ascii: ".") && sample[index + 1] == UInt8(ascii: "0") {
      let next = sample[index + 2]
      guard sample[index - 1] &- UInt8(ascii: "0") < 10 else { continue }
      if next == UInt8(ascii: ",") || next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
        || next == 0x0A || next == 0x0D
      {
        return true
      }
    }
    return false
  }
}

extension TextEscaping {
  /// Judges by escapes in a sample: what never stands bare is escaped.
  fileprivate init(sample: UnsafeRawBufferPointer) {
    var (bareText, escapedText, bareSlash, escapedSlash) = (false, false, false, false)
    var cursor = JSONCursor(sample)
    // A byte order mark is no text.
    if sample.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.position = 3 }
    while !cursor.isAtEnd {
      let byte = cursor.byte
      cursor.position += 1
      if byte >= 0x80 { bareText = true }
      if byte == UInt8(ascii: "/") { bareSlash = true }
      guard byte == UInt8(ascii: "\\") else { continue }
      let escape = cursor.byte
      cursor.position += 1
      if escape == UInt8(ascii: "/") { escapedSlash = true }
      guard escape == UInt8(ascii: "u"), cursor.end - cursor.position >= 4 else { continue }
      let digits = sample[cursor.position..<cursor.position + 4]
      if !digits.starts(with: "00".utf8) || digits[cursor.position + 2] >= UInt8(ascii: "8") {
        escapedText = true
      }
      if digits.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }) {
        usesUppercaseHex = true
      }
    }
    escapesNonASCII = escapedText && !bareText
    escapesSlash = escapedSlash && !bareSlash
  }
}
