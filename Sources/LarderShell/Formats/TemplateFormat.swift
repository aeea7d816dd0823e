import FoundationEssentials
import LarderCore
import LarderQuery

/// A line a row, by a template; streamed.
///
/// Values are as in csv, without quotes.
struct TemplateFormat: ResultFormat {
  let output: Output
  let settings: OutputSettings

  private enum Part {
    case text([UInt8])
    case value(Int)
    case identifier
  }

  private var parts: [Part] = []

  init(output: Output, settings: OutputSettings) {
    self.output = output
    self.settings = settings
  }

  mutating func begin(_ shape: ResultShape) throws {
    let names = shape.columns.map(\.name)
    parts = try settings.template.pieces.map { piece in
      switch piece {
      case .text(let text): return .text(Array(text.utf8))
      case .column("$id") where shape.entity != nil: return .identifier
      case .column(let name):
        if let index = names.firstIndex(of: name) { return .value(index) }
        let near = Spelling.nearest(to: name, among: names)
        throw ShellError(
          .noSuchForm, "the template asks for `\(name)`, which the result does not have",
          help: near.map { "did you mean `\($0)`?" } ?? "it has \(names.joined(separator: ", "))")
      }
    }
    parts.append(.text([0x0A]))
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws {
    try output.write { bytes in
      for part in parts {
        switch part {
        case .text(let text): bytes.append(contentsOf: text)
        case .identifier: identifier?.append(to: &bytes)
        case .value(let index): append(row[index], to: &bytes)
        }
      }
    }
  }

  func end() -> [String] { [] }

  private func append(_ value: BorrowedValue, to bytes: inout [UInt8]) {
    switch value {
    case .text(let text): bytes.append(contentsOf: text)
    case .value(let value): bytes.append(contentsOf: text(of: value ?? .null).utf8)
    }
  }

  private func text(of value: AttributeValue) -> String {
    switch value {
    case .null: settings.nullText ?? ""
    case .text(let text): text
    case .data(let data): data.base64EncodedString()
    case .real(let number): number.description
    case .date(let date): DateText.text(for: date)
    case .uuid(let uuid): uuid.uuidString
    case .identifier(let identifier): identifier.description
    case .bool, .integer, .decimal, .array, .object: JSONText.text(of: value)
    }
  }
}
