import FoundationEssentials
import LarderCore

/// Comma- or tab-separated values with a header line; streamed.
///
/// Commas: quotes as RFC 4180 has them, null is nothing and an empty text `""`. Tabs: backslash
/// escapes, null is `\N`. A missing value is written like null, and counted.
struct SeparatedFormat: ResultFormat {
  enum Separator: Hashable { case comma, tab }

  let output: Output
  let settings: OutputSettings
  let separator: Separator

  /// What stands for null.
  private let null: [UInt8]
  private var columns: [ResultColumn] = []
  private var missingCount = 0

  /// Relationships whose objects were not read, by column.
  private var unloaded: Set<Int> = []

  /// The text of an identifier before it is quoted.
  private var scratch: [UInt8] = []

  init(output: Output, settings: OutputSettings, separator: Separator) {
    self.output = output
    self.settings = settings
    self.separator = separator
    null = Array((settings.nullText ?? (separator == .comma ? "" : "\\N")).utf8)
  }

  mutating func begin(_ shape: ResultShape) throws {
    columns = shape.columns
    var names = shape.columns.map(\.name)
    if settings.showsIdentifiers, shape.entity != nil { names.insert("$id", at: 0) }
    try output.write { bytes in
      for (index, name) in names.enumerated() {
        if index > 0 { bytes.append(mark) }
        append(name, to: &bytes)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws {
    try output.write { bytes in
      var isFirst = true
      if settings.showsIdentifiers, let identifier {
        append(identifier, to: &bytes)
        isFirst = false
      }
      for index in row.indices {
        if !isFirst { bytes.append(mark) }
        isFirst = false
        switch row[index] {
        case .text(let text): append(utf8: text, to: &bytes)
        case .value(let value): append(value, column: index, to: &bytes)
        }
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  mutating func end() -> [String] {
    var notes: [String] = []
    if missingCount > 0 {
      let values = missingCount == 1 ? "value is" : "values are"
      notes.append("\(missingCount) missing \(values) written as nil")
    }
    if !unloaded.isEmpty {
      let names = unloaded.sorted().map { columns[$0].name }.joined(separator: ", ")
      notes.append("not loaded and written as nil: \(names); `prefetch \(names)` loads them")
    }
    return notes
  }

  private var mark: UInt8 { separator == .comma ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

  private mutating func append(
    _ value: AttributeValue?, column: Int, to bytes: inout [UInt8]
  ) {
    guard let value else {
      if columns[column].isRelationship { unloaded.insert(column) } else { missingCount += 1 }
      return bytes.append(contentsOf: null)
    }
    switch value {
    case .null: bytes.append(contentsOf: null)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(decimal: number)
    case .real(let number): bytes.append(shortest: number)
    case .decimal(let number): bytes.append(contentsOf: number.description.utf8)
    case .text(let text): append(text, to: &bytes)
    case .date(let date): DateText.append(date, to: &bytes)
    case .uuid(let uuid): bytes.append(contentsOf: uuid.uuidString.utf8)
    case .data(let data): bytes.append(contentsOf: data.base64EncodedString().utf8)
    case .array, .object: append(JSONText.text(of: value), to: &bytes)
    case .identifier(let identifier): append(identifier, to: &bytes)
    }
  }

  private mutating func append(_ identifier: PersistentIdentifier, to bytes: inout [UInt8]) {
    scratch.removeAll(keepingCapacity: true)
    identifier.append(to: &scratch)
    scratch.withUnsafeBufferPointer { append(utf8: $0, to: &bytes) }
  }

  /// Writes a text so that it is read back as itself.
  private func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  private func append(utf8 source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    switch separator {
    case .comma: appendQuoted(source, to: &bytes)
    case .tab: appendBackslashed(source, to: &bytes)
    }
  }

  /// The text would be read as null.
  private func isNull(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    source.count == null.count && source.elementsEqual(null)
  }

  private func appendQuoted(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let isSpecial = source.containsAny { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    guard
      isSpecial || source.isEmpty || source.first == 0x20 || source.last == 0x20
        || isNull(source)
    else { return bytes.append(contentsOf: source) }
    bytes.append(UInt8(ascii: "\""))
    for byte in source {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func appendBackslashed(_ source: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    let isSpecial = source.containsAny { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 0x5C }
    guard isSpecial else {
      if isNull(source) { bytes.append(UInt8(ascii: "\\")) }
      return bytes.append(contentsOf: source)
    }
    for byte in source {
      let escaped: UInt8? =
        switch byte {
        case 9: UInt8(ascii: "t")
        case 10: UInt8(ascii: "n")
        case 13: UInt8(ascii: "r")
        case 0x5C: byte
        default: nil
        }
      if escaped != nil { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(escaped ?? byte)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether some byte is one of those wanted; all are looked at, many at a time.
  @inline(__always)
  func containsAny(_ isWanted: (UInt8) -> Bool) -> Bool {
    var found: UInt8 = 0
    for byte in self { found |= isWanted(byte) ? 1 : 0 }
    return found != 0
  }
}
