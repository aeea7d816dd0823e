import CLibedit

/// The candidates of a completion in rows below the line, one of them selected.
struct CompletionMenu: Hashable {
  var completions: LineCompletions

  /// The selected candidate; nil while none is.
  var selection: Int?

  var selected: LineCompletions.Candidate? { selection.map { completions.candidates[$0] } }

  /// Selects the next candidate, or the one before, round and round.
  mutating func move(by step: Int) {
    let count = completions.candidates.count
    guard count > 0 else { return }
    guard let selection else {
      self.selection = step > 0 ? 0 : count - 1
      return
    }
    self.selection = (selection + step + count) % count
  }

  /// The rows of the menu, in columns, with a last row for what does not fit or for the selected one's detail.
  func rows(width: Int, height: Int, usesColor: Bool) -> [String] {
    let labels = completions.candidates.map { LinePainter.cut($0.label, to: max(1, width - 4)) }
    guard height > 0, !labels.isEmpty else { return [] }
    let column = (labels.map { Self.width(of: $0) }.max() ?? 0) + 3
    let perRow = max(1, (width - 1) / column)
    let rowCount = min(height, (labels.count + perRow - 1) / perRow)
    let page = rowCount * perRow
    let start = (selection ?? 0) / page * page
    var rows = (0..<rowCount).map { row in
      (0..<perRow).compactMap { place -> String? in
        let index = start + place * rowCount + row
        guard labels.indices.contains(index), index < start + page else { return nil }
        return cell(labels[index], index, width: column, usesColor)
      }.joined()
    }
    rows.removeAll { $0.isEmpty }
    if let note = note(start: start, page: page), rows.count < height || rows.count > 1 {
      if rows.count == height { rows.removeLast() }
      rows.append(usesColor ? "\u{1B}[90m\(LinePainter.cut(note, to: width - 1))\u{1B}[0m" : note)
    }
    return rows
  }

  private func note(start: Int, page: Int) -> String? {
    let count = completions.candidates.count
    let rest = count > page ? "\(start + 1)–\(min(count, start + page)) of \(count)" : nil
    let detail = selected.flatMap { $0.detail.isEmpty ? nil : "\($0.label): \($0.detail)" }
    let parts = [detail, rest].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "  ")
  }

  private func cell(_ label: String, _ index: Int, width: Int, _ usesColor: Bool) -> String {
    let padding = String(repeating: " ", count: max(0, width - Self.width(of: label) - 1))
    guard index == selection else { return " \(label)\(padding)" }
    return usesColor ? " \u{1B}[7m\(label)\u{1B}[0m\(padding)" : ">\(label)\(padding)"
  }

  private static func width(of text: String) -> Int {
    LineGeometry.width(of: text.unicodeScalars.map { wchar_t(bitPattern: $0.value) })
  }
}
