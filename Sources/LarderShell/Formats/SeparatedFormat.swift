import FoundationEssentials
import LarderCore

/// Comma- or tab-separated values with a header line; streamed.
///
/// Commas: quotes as RFC 4180 has them, null is nothing and an empty text `""`. Tabs: backslash
/// escapes, of which `\&` stands for nothing; null is `\N`. A missing value is written like null, and counted.
struct SeparatedFormat: ResultFormat {
  let output: Output
  let settings: OutputSettings

  private let cells: SeparatedText
  private var columns: [ResultColumn] = []
  private var missingCount = 0

  /// Relationships whose objects were not read, by column.
  private var unloaded: Set<Int> = []

  /// The text of an identifier before it is quoted.
  private var scratch: [UInt8] = []

  init(output: Output, settings: OutputSettings, separator: SeparatedText.Separator) {
    self.output = output
    self.settings = settings
    cells = SeparatedText(
      separator: separator, null: settings.nullText, isSafe: settings.isSafeForSpreadsheets)
  }

  mutating func begin(_ shape: ResultShape) throws {
    if let problem = cells.problem {
      throw ShellError(.noSuchForm, problem, help: "choose another with `.null TEXT`")
    }
    columns = shape.columns
    var names = shape.columns.map(\.name)
    if settings.showsIdentifiers, shape.entity != nil { names.insert("$id", at: 0) }
    try output.write { bytes in
      if settings.hasByteOrderMark { bytes.append(contentsOf: ImportFile.byteOrderMark) }
      for (index, name) in names.enumerated() {
        if index > 0 { bytes.append(cells.mark) }
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
        if !isFirst { bytes.append(cells.mark) }
        isFirst = false
        switch row[index] {
        case .text(let text): cells.append(text, to: &bytes)
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

  private mutating func append(
    _ value: AttributeValue?, column: Int, to bytes: inout [UInt8]
  ) {
    guard let value else {
      if columns[column].isRelationship { unloaded.insert(column) } else { missingCount += 1 }
      return bytes.append(contentsOf: cells.null)
    }
    switch value {
    case .null: bytes.append(contentsOf: cells.null)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(decimal: number)
    case .real(let number): bytes.append(shortest: number)
    case .decimal(let number): bytes.append(contentsOf: number.description.utf8)
    case .text(let text): append(text, to: &bytes)
    case .date(let date): DateText.append(date, to: &bytes)
    case .uuid(let uuid): bytes.append(contentsOf: uuid.uuidString.utf8)
    // No data is an empty text, which nil is not.
    case .data(let data): append(data.base64EncodedString(), to: &bytes)
    case .array, .object: append(JSONText.text(of: value), to: &bytes)
    case .identifier(let identifier): append(identifier, to: &bytes)
    }
  }

  private mutating func append(_ identifier: PersistentIdentifier, to bytes: inout [UInt8]) {
    scratch.removeAll(keepingCapacity: true)
    identifier.append(to: &scratch)
    // A closure that reads the format itself would copy it for each row.
    scratch.withUnsafeBufferPointer { [cells] in cells.append($0, to: &bytes) }
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { cells.append($0, to: &bytes) }
  }
}
