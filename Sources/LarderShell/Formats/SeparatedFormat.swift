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
  private let null: String
  private var columns: [ResultColumn] = []
  private var missingCount = 0

  /// Relationships whose objects were not read, by column.
  private var unloaded: Set<Int> = []

  init(output: Output, settings: OutputSettings, separator: Separator) {
    self.output = output
    self.settings = settings
    self.separator = separator
    null = settings.nullText ?? (separator == .comma ? "" : "\\N")
  }

  mutating func begin(_ shape: ResultShape) throws {
    columns = shape.columns
    var names = shape.columns.map(\.name)
    if settings.showsIdentifiers, shape.entity != nil { names.insert("$id", at: 0) }
    for (index, name) in names.enumerated() {
      if index > 0 { output.append(mark) }
      append(name)
    }
    output.append(UInt8(ascii: "\n"))
    try output.drain()
  }

  mutating func write(_ values: [AttributeValue?], identifier: PersistentIdentifier?) throws {
    var isFirst = true
    if settings.showsIdentifiers, let identifier {
      append(identifier.description)
      isFirst = false
    }
    for index in values.indices {
      if !isFirst { output.append(mark) }
      isFirst = false
      append(values[index], column: index)
    }
    output.append(UInt8(ascii: "\n"))
    try output.drain()
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

  private mutating func append(_ value: AttributeValue?, column: Int) {
    guard let value else {
      if columns[column].isRelationship { unloaded.insert(column) } else { missingCount += 1 }
      return output.append(null)
    }
    switch value {
    case .null: output.append(null)
    case .bool(let flag): output.append(flag ? "true" : "false")
    case .integer(let number): output.append(String(number))
    case .real(let number): output.append(number.description)
    case .decimal(let number): output.append(number.description)
    case .text(let text): append(text)
    case .date(let date): output.append(DateText.text(for: date))
    case .uuid(let uuid): output.append(uuid.uuidString)
    case .data(let data): output.append(data.base64EncodedString())
    case .array, .object: append(JSONText.text(of: value))
    case .identifier(let identifier): append(identifier.description)
    }
  }

  /// Writes a text so that it is read back as itself.
  private func append(_ text: String) {
    switch separator {
    case .comma: appendQuoted(text)
    case .tab: output.append(backslashed(text))
    }
  }

  private func appendQuoted(_ text: String) {
    var text = text
    let isNull = text.isEmpty || text == null
    text.withUTF8 { bytes in
      let isSpecial = bytes.contains { byte in
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
      }
      guard isSpecial || isNull || bytes.first == 0x20 || bytes.last == 0x20 else {
        return output.bytes.append(contentsOf: bytes)
      }
      output.append(UInt8(ascii: "\""))
      for byte in bytes {
        if byte == UInt8(ascii: "\"") { output.append(byte) }
        output.append(byte)
      }
      output.append(UInt8(ascii: "\""))
    }
  }

  private func backslashed(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 9 || $0 == 10 || $0 == 13 || $0 == 0x5C }) else {
      return text == null ? "\\" + text : text
    }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\\": result += "\\\\"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
