import FoundationEssentials
import JSONTree
import LarderCore

/// Counts what other readers of a form would not get as it is, while the form is written.
struct LossTellingFormat: ResultFormat {
  private var format: any ResultFormat
  private let mode: OutputMode
  private var columns: [ResultColumn] = []

  private var nonFiniteCount = 0
  private var largeCount = 0
  private var finerDateCount = 0
  private var mixedCount = 0

  init(_ format: any ResultFormat, mode: OutputMode) {
    self.format = format
    self.mode = mode
  }

  mutating func begin(_ shape: ResultShape) throws {
    columns = shape.columns
    try format.begin(shape)
  }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws {
    for index in row.indices {
      if columns[index].isMixed { noteMixed(row[index].value) }
      if case .value(let value?) = row[index] { note(value) }
    }
    try format.write(row, identifier: identifier)
  }

  mutating func end() throws -> [String] { try format.end() + notes }

  private var isJSON: Bool { mode == .json || mode == .jsonl }

  private mutating func note(_ value: AttributeValue) {
    switch value {
    case .integer(let number): if number.magnitude > 1 << 53 { largeCount += 1 }
    case .real(let number): if !number.isFinite { nonFiniteCount += 1 }
    case .decimal(let number):
      if ExactDecimal(number.doubleValue.description) != number { largeCount += 1 }
    case .date(let date): if !date.isWrittenExactly { finerDateCount += 1 }
    case .array(let elements): for element in elements { note(element) }
    case .object(let object): for member in object.members { note(member.value) }
    case .null, .bool, .text, .uuid, .data, .identifier: break
    }
  }

  /// Of an attribute without a type only what JSON has comes back as what it was.
  private mutating func noteMixed(_ value: AttributeValue?) {
    switch value {
    case .date?, .uuid?: mixedCount += 1
    case .data?, .identifier?: if !isJSON { mixedCount += 1 }
    case .real(let number)?: if !isJSON, !number.isFinite { mixedCount += 1 }
    case .text(let text)?: if !isJSON, JSONReader.node(text) != nil { mixedCount += 1 }
    case nil, .null?, .bool?, .integer?, .decimal?, .array?, .object?: break
    }
  }

  private var notes: [String] {
    var notes: [String] = []
    func add(_ count: Int, _ noun: String, _ one: String, _ more: String) {
      guard count > 0 else { return }
      notes.append("\(count) \(noun)\(count == 1 ? " \(one)" : "s \(more)")")
    }
    if isJSON {
      add(
        nonFiniteCount, "real",
        "is NaN or infinite, which is no number of JSON: written as {\"$real\": …}",
        "are NaN or infinite, which are no numbers of JSON: written as {\"$real\": …}")
      add(
        largeCount, "number", "has more digits than a reader of doubles keeps",
        "have more digits than a reader of doubles keeps")
    }
    add(
      finerDateCount, "date", "is finer or further away than is written",
      "are finer or further away than is written")
    add(
      mixedCount, "value", "of no declared type would be read back as another kind",
      "of no declared type would be read back as another kind")
    return notes
  }
}

extension Date {
  /// Whether its text in ISO 8601 stands for just this moment.
  fileprivate var isWrittenExactly: Bool {
    let seconds = timeIntervalSinceReferenceDate
    if seconds == seconds.rounded(), abs(seconds) < 1e11 { return true }
    return DateText.parse(DateText.text(for: self)) == self
  }
}
