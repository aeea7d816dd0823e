/// Draws charts with characters.
struct ChartText {
  let width: Int
  let height: Int

  /// Blocks and dots of Braille may be used; else plain ASCII.
  let usesUnicode: Bool

  func text(_ chart: Chart) -> String {
    let chart = chart.binned()
    guard !chart.points.isEmpty else { return "nothing to draw" }
    switch chart.kind {
    case .bar, .histogram: return bars(chart)
    case .line, .scatter: return plane(chart)
    }
  }

  // MARK: Bars

  private func bars(_ chart: Chart) -> String {
    let labels = chart.points.map {
      CharacterWidth.truncated(VisibleText.of($0.label), to: max(4, width / 3))
    }
    let numbers = chart.points.map { Chart.text($0.y) }
    let labelWidth = labels.map(CharacterWidth.of).max() ?? 0
    let numberWidth = numbers.map(\.count).max() ?? 0
    let room = max(1, width - labelWidth - numberWidth - 3)
    let largest = chart.points.map { abs($0.y) }.max() ?? 0
    return chart.points.indices.map { index in
      let padding = String(repeating: " ", count: labelWidth - CharacterWidth.of(labels[index]))
      let number =
        String(repeating: " ", count: numberWidth - numbers[index].count) + numbers[index]
      let length = largest > 0 ? abs(chart.points[index].y) / largest * Double(room) : 0
      return "\(labels[index])\(padding)  \(number) \(bar(length))"
    }.joined(separator: "\n")
  }

  /// A bar in eighths of a character.
  private func bar(_ length: Double) -> String {
    guard usesUnicode else { return String(repeating: "#", count: Int(length.rounded())) }
    let eighths = Int((length * 8).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
  }

  // MARK: Planes

  private func plane(_ chart: Chart) -> String {
    let xs = Axis(chart.points.map(\.x))
    let ys = Axis(chart.points.map(\.y))
    let top = Chart.text(ys.high)
    let bottom = Chart.text(ys.low)
    let margin = max(top.count, bottom.count)
    let columns = max(4, width - margin - 3)
    var canvas = DotCanvas(columns: columns, rows: max(3, height), usesUnicode: usesUnicode)
    var last: (Int, Int)?
    for point in chart.drawn {
      let place = (
        Int((xs.share(point.x) * Double(canvas.width - 1)).rounded()),
        Int(((1 - ys.share(point.y)) * Double(canvas.height - 1)).rounded())
      )
      if chart.kind == .line, let last { canvas.line(from: last, to: place) }
      canvas.dot(place)
      last = place
    }
    let rows = canvas.lines.enumerated().map { index, line in
      let label = index == 0 ? top : index == canvas.lines.count - 1 ? bottom : ""
      let axis = usesUnicode ? "┤" : "|"
      return String(repeating: " ", count: margin - label.count) + label + " \(axis)"
        + Self.withoutSpacesAtItsEnd(line)
    }
    return (rows + [footer(chart, margin, columns)]).joined(separator: "\n")
  }

  private static func withoutSpacesAtItsEnd(_ line: String) -> String {
    line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? ""
  }

  private func footer(_ chart: Chart, _ margin: Int, _ columns: Int) -> String {
    let (left, right) = chart.ends
    let names = "  \(chart.yName) by \(chart.xName)"
    let used = CharacterWidth.of(left) + CharacterWidth.of(right)
    let gap = String(repeating: " ", count: max(1, columns - used))
    return String(repeating: " ", count: margin + 2) + VisibleText.of(left + gap + right) + "\n"
      + VisibleText.of(names)
  }

  /// The range of the values of one direction.
  private struct Axis {
    let low: Double
    let high: Double

    init(_ values: [Double]) {
      low = values.min() ?? 0
      high = values.max() ?? 0
    }

    /// Where a value stands between the lowest and the highest, from 0 to 1.
    func share(_ value: Double) -> Double { high > low ? (value - low) / (high - low) : 0.5 }
  }
}
