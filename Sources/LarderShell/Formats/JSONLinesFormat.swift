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

  mutating func write(_ values: [AttributeValue?], identifier: PersistentIdentifier?) throws {
    if isArray { output.append(count == 0 ? "\n" : ",\n") }
    count += 1
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    if settings.showsIdentifiers, let identifier {
      output.append("\"$id\":")
      JSONText.append(identifier.description, to: &output.bytes)
      isFirst = false
    }
    for index in values.indices {
      guard let value = values[index] else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.bytes.append(contentsOf: keys[index])
      JSONText.append(value, to: &output.bytes)
    }
    output.append(UInt8(ascii: "}"))
    if !isArray { output.append(UInt8(ascii: "\n")) }
    try output.drain()
  }

  mutating func end() throws -> [String] {
    if isArray { output.append(count == 0 ? "]\n" : "\n]\n") }
    return []
  }
}
