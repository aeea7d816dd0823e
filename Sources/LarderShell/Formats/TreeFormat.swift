import LarderCore

/// An object as a tree: a branch a value, nested values as branches of their own.
struct TreeFormat: ResultFormat {
  let output: Output
  let settings: OutputSettings

  private var columns: [ResultColumn] = []
  private var count = 0

  init(output: Output, settings: OutputSettings) {
    self.output = output
    self.settings = settings
  }

  mutating func begin(_ shape: ResultShape) { columns = shape.columns }

  mutating func write(_ row: BorrowedRow, identifier: PersistentIdentifier?) throws {
    count += 1
    if let limit = settings.shownRows, count > limit { return }
    let values = row.map(\.value)
    let title = identifier.map { "#\(count) \(VisibleText.of($0.description))" }
    output.append((title ?? "row \(count)") + "\n")
    let branches = zip(columns, values).filter { $0.1 != nil || $0.0.isRelationship }
    for (index, branch) in branches.enumerated() {
      write(
        branch.1, in: branch.0, prefix: "", isLast: index == branches.count - 1, depth: 0)
    }
    try output.drain()
  }

  func end() -> [String] {
    if let limit = settings.shownRows, count > limit {
      output.append("\(count - limit) more of \(count) rows; .limit 0 shows all\n")
    }
    return []
  }

  private static let deepest = 200

  private func write(
    _ value: AttributeValue?, in column: ResultColumn, prefix: String, isLast: Bool, depth: Int
  ) {
    output.append(prefix + (isLast ? "└─ " : "├─ ") + VisibleText.of(column.name))
    let children = value.map(children) ?? []
    guard !children.isEmpty, depth < Self.deepest else {
      let texts = ValueText(settings)
      output.append(": " + texts.text(value, in: column) + "\n")
      return
    }
    output.append("\n")
    for (index, child) in children.enumerated() {
      write(
        child.value, in: ResultColumn(name: child.name), prefix: prefix + (isLast ? "   " : "│  "),
        isLast: index == children.count - 1, depth: depth + 1)
    }
  }

  private func children(of value: AttributeValue) -> [(name: String, value: AttributeValue)] {
    switch value {
    case .object(let object): object.members.map { ($0.name.rawValue, $0.value) }
    case .array(let elements): elements.enumerated().map { (String($0.offset), $0.element) }
    default: []
    }
  }
}
