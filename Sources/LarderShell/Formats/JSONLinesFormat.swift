import LarderCore

/// One object a line, or one array of them; streamed.
struct JSONLinesFormat: ResultFormat {
  let output: Output
  let settings: OutputSettings

  /// Makes one array of the rows, as the mode `json` does.
  let isArray: Bool

  private var keys: [[UInt8]] = []
  private var count = 0

  init(output: Output, settings: OutputSettings, isArray: Bool) {
    self.output = output
    self.settings = settings
    self.isArray = isArray
  }

  mutating func begin(_ shape: ResultShape) {
    keys = shape.columns.map { column in
      var key: [UInt8] = []
      JSONText.append(column.name, to: &key)
      return key + [UInt8(ascii: ":")]
    }
    if isArray { output.append(UInt8(ascii: "[")) }
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws {
    let isFirstRow = count == 0
    count += 1
    try output.write { bytes in
      if isArray { bytes.append(contentsOf: (isFirstRow ? "\n" : ",\n").utf8) }
      append(row, identifier, to: &bytes)
      if !isArray { bytes.append(UInt8(ascii: "\n")) }
    }
  }

  private func append(
    _ row: BorrowedRow, _ identifier: PersistentIdentifier?, to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    if settings.showsIdentifiers, let identifier {
      bytes.append(contentsOf: "\"$id\":".utf8)
      JSONText.append(identifier, to: &bytes)
      isFirst = false
    }
    for index in row.indices {
      if case .value(nil) = row[index] { continue }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(contentsOf: keys[index])
      switch row[index] {
      case .text(let text): JSONText.append(utf8: text, to: &bytes)
      case .value(let value): JSONText.append(value ?? .null, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func end() throws -> [String] {
    if isArray { output.append(count == 0 ? "]\n" : "\n]\n") }
    return []
  }
}
