import LarderCore

/// Makes the splices that turn a file's first text into what a ledger asks for.
struct DocumentEditor {
  let document: JSONDocument

  /// One for each table of the document.
  let writers: [EntityName: RecordWriter]

  /// What a row of an entity reads as in the document.
  let firstValues: (EntityName, _ row: Int) -> [AttributeValue?]

  /// Members of a new record that are no properties.
  let fixedMembers: (PersistentIdentifier) throws -> [(name: String, text: [UInt8])]

  private var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: document.bytes.base, count: document.bytes.count)
  }

  /// In no order; they do not overlap.
  func splices(for ledger: EditLedger) throws -> [Splice] {
    var splices: [Splice] = []
    var removals: [Range<Int>: [Range<Int>]] = [:]
    var additions: [Range<Int>: [[UInt8]]] = [:]
    for table in document.tables {
      let edits = ledger.edits(of: table.entityName)
      guard let writer = writers[table.entityName] else { continue }
      for (row, values) in edits.updates where !edits.deletions.contains(row) {
        splices += try self.splices(ofRow: row, values, writer: writer)
      }
      removals[table.container, default: []] += edits.deletions.map { span(ofRow: $0, in: table) }
    }
    for insertion in ledger.insertions where !insertion.isDeleted {
      guard let writer = writers[insertion.identifier.entity] else { continue }
      additions[writer.table.container, default: []].append(try text(of: insertion, writer))
    }
    for container in Set(document.tables.map(\.container)) {
      let spans = (removals[container] ?? []).sorted { $0.lowerBound < $1.lowerBound }
      splices += containerSplices(container, removing: spans, adding: additions[container] ?? [])
    }
    return splices
  }

  private func splices(
    ofRow row: Int, _ values: [EditLedger.SlotValue], writer: RecordWriter
  ) throws -> [Splice] {
    let old = firstValues(writer.table.entityName, row)
    var new = old
    for change in values where new.indices.contains(change.slot) { new[change.slot] = change.value }
    return try writer.splices(ofRow: row, from: old, to: new)
  }

  /// From its key, where it has one, to past its closing brace.
  private func span(ofRow row: Int, in table: RecordTable) -> Range<Int> {
    let record = table.recordRange(ofRow: row)
    return (table.keyRange(ofRow: row)?.lowerBound ?? record.lowerBound)..<record.upperBound
  }

  private func text(of insertion: EditLedger.Insertion, _ writer: RecordWriter) throws -> [UInt8] {
    let record = try writer.text(
      of: insertion.values, fixed: try fixedMembers(insertion.identifier))
    guard writer.table.isKeyed else { return record }
    var text: [UInt8] = []
    writer.editor.writer.style.escaping.append(
      insertion.identifier.primaryKey.keyText, to: &text)
    return text + writer.keyColon + record
  }
}

extension DocumentEditor {
  private func containerSplices(
    _ container: Range<Int>, removing spans: [Range<Int>], adding items: [[UInt8]]
  ) -> [Splice] {
    let style = self.style(of: container)
    if document.shape == .lines {
      // White space behind the last record belongs to the content.
      let content = (document.hasByteOrderMark ? 3 : 0)..<bytes.count
      let lines = LineSplices(bytes: bytes, content: content, newline: style.newline)
      let removals = lines.removal(of: spans)
      return removals + lines.append(items, removals: removals)
    }
    let emptySpacing = self.emptySpacing(of: container, style: style)
    guard !container.isEmpty else { return wholeFile(items, emptySpacing, style) }
    let splicer = ItemSplices(bytes, container: container)
    let inlineComma = style.inlineComma
    let removals = splicer.removal(of: spans)
    if removals.map(\.range) == [splicer.interior], !spans.isEmpty, !items.isEmpty {
      return splicer.replaceAll(with: items, inlineComma: inlineComma)
    }
    return removals
      + splicer.append(items, emptySpacing: emptySpacing, inlineComma: inlineComma)
  }

  private func style(of container: Range<Int>) -> FileStyle {
    let table = document.tables.first { $0.container == container }
    return table.flatMap { writers[$0.entityName]?.editor.writer.style } ?? FileStyle()
  }

  /// A file without a value becomes an array.
  private func wholeFile(_ items: [[UInt8]], _ spacing: Spacing, _ style: FileStyle) -> [Splice] {
    guard !items.isEmpty else { return [] }
    let joined = Array(items.joined(separator: [UInt8(ascii: ",")] + spacing.afterComma))
    let array =
      [UInt8(ascii: "[")] + spacing.opening + joined + spacing.closing + [UInt8(ascii: "]")]
    return [Splice((document.hasByteOrderMark ? 3 : 0)..<bytes.count, array + style.newline)]
  }

  /// The spacing of a container that has no records yet.
  private func emptySpacing(of container: Range<Int>, style: FileStyle) -> Spacing {
    let table = document.tables.first { $0.container == container }
    let outer =
      table.flatMap { writers[$0.entityName]?.indentation(ofLineAt: container.lowerBound) } ?? []
    return style.objectSpacing(indentation: outer).unpadded
  }
}

extension Spacing {
  /// Without the blanks that stand inside of brackets on one line.
  fileprivate var unpadded: Spacing {
    guard !opening.containsNewline else { return self }
    return Spacing(beforeColon: beforeColon, afterColon: afterColon, afterComma: afterComma)
  }
}

extension PersistentIdentifier.PrimaryKey {
  /// The key of a record that stands in an object.
  var keyText: String {
    switch self {
    case .text(let text): text
    case .integer(let number), .temporary(let number): String(number)
    case .composite: description
    }
  }
}
