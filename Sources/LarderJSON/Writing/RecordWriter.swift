import LarderCore

/// Writes the records of one table in the style of the file.
///
/// What it writes depends on the file as it was read and on the values alone, so that the same values
/// always give the same bytes.
struct RecordWriter {
  /// A property of the entity and the member that holds it.
  struct Property {
    var name: AttributeName
    /// `nil` where the value does not stand in the record, as the key of a keyed one.
    var member: String?
    var attribute: EntitySchema.Attribute?
  }

  let table: RecordTable
  let bytes: UnsafeRawBufferPointer

  /// One a property, in the order of the entity's layout.
  let properties: [Property]

  /// A nil value has no member, as in what Swift's `JSONEncoder` writes.
  let omitsNull: Bool
  let editor: ValueEditor

  /// A record whose spacing and order of members new ones follow; `nil` where there is none.
  private let template: RawText?
  private let examples: [RawText?]

  init(
    table: RecordTable, properties: [Property], omitsNull: Bool, writer: JSONValueWriter
  ) {
    self.table = table
    self.properties = properties
    self.omitsNull = omitsNull
    bytes = UnsafeRawBufferPointer(start: table.bytes.base, count: table.bytes.count)
    editor = ValueEditor(writer: writer)
    template = table.count > 0 ? RawText(bytes, table.recordRange(ofRow: table.count - 1)) : nil
    examples = Self.examples(for: properties, in: table, bytes)
  }

  /// Records looked at, from the last one backwards, to find a value of each attribute.
  private static let exampleReach = 1000

  private static func examples(
    for properties: [Property], in table: RecordTable, _ bytes: UnsafeRawBufferPointer
  ) -> [RawText?] {
    var examples = [RawText?](repeating: nil, count: properties.count)
    var open = Set(properties.indices.filter { properties[$0].member != nil })
    for row in stride(from: table.count - 1, to: max(-1, table.count - 1 - exampleReach), by: -1) {
      guard !open.isEmpty else { break }
      let record = RawText(bytes, table.recordRange(ofRow: row))
      for member in record.members where !RawText(bytes, member.value).isNull {
        let found = open.first {
          JSONStringText.isText(bytes, member.name, equalTo: properties[$0].member ?? "")
        }
        guard let found else { continue }
        examples[found] = RawText(bytes, member.value)
        open.remove(found)
      }
    }
    return examples
  }
}

extension RecordWriter {
  private var order: [AttributeName] {
    properties.compactMap { $0.member.map { AttributeName($0) } }
  }

  /// The splices that bring a record of the file from what it reads as to other values.
  func splices(
    ofRow row: Int, from old: [AttributeValue?], to new: [AttributeValue?]
  ) throws -> [Splice] {
    let record = RawText(bytes, table.recordRange(ofRow: row))
    let changes = properties.indices.compactMap { index -> ValueEditor.MemberChange? in
      guard let member = properties[index].member else { return nil }
      return ValueEditor.MemberChange(
        name: AttributeName(member), attribute: properties[index].attribute, old: old[index],
        new: new[index], example: examples[index])
    }
    return try editor.splices(
      of: record, changing: changes, order: order,
      indentation: indentation(ofLineAt: record.range.lowerBound))
  }

  /// The text of a new record, from a value a property.
  ///
  /// A missing value gets no member. `fixed` are members that are no properties, with the text of
  /// their values.
  func text(of values: [AttributeValue?], fixed: [(name: String, text: [UInt8])]) throws -> [UInt8]
  {
    let style = editor.writer.style
    let known = template.flatMap { Spacing(of: $0, inlineComma: style.inlineComma) }
    let outer = newRecordIndentation
    let spacing = known ?? style.objectSpacing(indentation: outer)
    var texts = Dictionary(fixed.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    for (index, property) in properties.enumerated() {
      guard let member = property.member, let value = values[index],
        !(omitsNull && value == .null)
      else { continue }
      var text: [UInt8] = []
      try editor.writer.append(
        value, of: property.attribute, like: examples[index],
        indentation: spacing.innerIndentation ?? outer, depth: 1, to: &text)
      texts[member] = text
    }
    var output: [UInt8] = [UInt8(ascii: "{")]
    for (index, name) in ordered(texts.keys, fixed: fixed.map(\.name)).enumerated() {
      if index == 0 { output += spacing.opening } else { spacing.appendComma(to: &output) }
      style.escaping.append(name, to: &output)
      spacing.appendColon(to: &output)
      output += texts[name] ?? []
    }
    if output.count > 1 { output += spacing.closing }
    return output + [UInt8(ascii: "}")]
  }

  /// In the order of the template; names that it lacks stand behind their usual neighbour.
  private func ordered(
    _ names: some Collection<String>, fixed: [String]
  ) -> [String] {
    let wanted = Set(names)
    let usual = fixed + order.map(\.rawValue)
    var ordered: [String] = []
    var placed: Set<String> = []
    for member in template?.members ?? [] {
      let name = JSONStringText.value(bytes, member.name)
      if wanted.contains(name), placed.insert(name).inserted { ordered.append(name) }
    }
    for (index, name) in usual.enumerated() where wanted.contains(name) && !placed.contains(name) {
      placed.insert(name)
      let before = usual[..<index].last { placed.contains($0) && $0 != name }
      let place = before.flatMap { ordered.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      ordered.insert(name, at: place)
    }
    return ordered
  }

  /// The colon of a keyed record with its white space.
  var keyColon: [UInt8] {
    var spacing = Spacing()
    (spacing.beforeColon, spacing.afterColon) =
      (editor.writer.style.beforeColon, editor.writer.style.afterColon)
    if table.count > 0, let key = table.keyRange(ofRow: table.count - 1) {
      return Array(bytes[key.upperBound..<table.recordStart(ofRow: table.count - 1)])
    }
    var colon: [UInt8] = []
    spacing.appendColon(to: &colon)
    return colon
  }

  /// The indentation of the line on which a new record will start.
  private var newRecordIndentation: [UInt8] {
    if table.count > 0 {
      return indentation(ofLineAt: table.recordStart(ofRow: table.count - 1))
    }
    let style = editor.writer.style
    let outer = indentation(ofLineAt: table.container.lowerBound)
    return style.breaksObjects ? outer + style.indentationUnit : outer
  }

  /// The white space at the start of a line.
  func indentation(ofLineAt position: Int) -> [UInt8] {
    var start = min(position, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D {
      start -= 1
      // A line this long is not indented for the eye.
      guard position - start < 4096 else { return [] }
    }
    return Array(bytes[start..<position].prefix { $0 == 0x20 || $0 == 0x09 })
  }
}
