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

  private var columns: [ResultColumn] = []
  private var missingCount = 0

  /// Relationships whose objects were not read, by column.
  private var unloaded: Set<Int> = []

  init(output: Output, settings: OutputSettings, separator: Separator) {
    self.output = output
    self.settings = settings
    self.separator = separator
  }

  private var null: String { settings.nullText ?? (separator == .comma ? "" : "\\N") }

  mutating func begin(_ shape: ResultShape) throws {
    columns = shape.columns
    var names = shape.columns.map(\.name)
    if settings.showsIdentifiers, shape.entity != nil { names.insert("$id", at: 0) }
    writeLine(names.map(escaped))
    try output.drain()
  }

  mutating func write(_ values: [AttributeValue?], identifier: PersistentIdentifier?) throws {
    var cells = values.indices.map { cell(values[$0], column: $0) }
    if settings.showsIdentifiers, let identifier {
      cells.insert(escaped(identifier.description), at: 0)
    }
    writeLine(cells)
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

  private func writeLine(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(separator == .comma ? UInt8(ascii: ",") : UInt8(ascii: "\t")) }
      output.append(cell)
    }
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func cell(_ value: AttributeValue?, column: Int) -> String {
    guard let value else {
      if columns[column].isRelationship { unloaded.insert(column) } else { missingCount += 1 }
      return null
    }
    switch value {
    case .null: return null
    case .bool(let flag): return flag ? "true" : "false"
    case .integer(let number): return String(number)
    case .real(let number): return number.description
    case .decimal(let number): return number.description
    case .text(let text): return escaped(text)
    case .date(let date): return DateText.text(for: date)
    case .uuid(let uuid): return uuid.uuidString
    case .data(let data): return data.base64EncodedString()
    case .array, .object: return escaped(JSONText.text(of: value))
    case .identifier(let identifier): return escaped(identifier.description)
    }
  }

  private func escaped(_ text: String) -> String {
    switch separator {
    case .comma: quoted(text)
    case .tab: backslashed(text)
    }
  }

  private func quoted(_ text: String) -> String {
    let isSpecial = text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    guard isSpecial || text == null || text.isEmpty || text.first == " " || text.last == " " else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
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
