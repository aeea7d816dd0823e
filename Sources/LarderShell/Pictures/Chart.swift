/// Values to be drawn, and how.
struct Chart: Hashable {
  enum Kind: String, Hashable, CaseIterable { case bar, histogram, line, scatter }

  struct Point: Hashable {
    /// What stands beside a bar.
    var label: String
    var x: Double
    var y: Double
  }

  var kind: Kind
  var points: [Point]
  var xName: String
  var yName: String

  /// Rows that have no number to draw.
  var skippedCount = 0

  /// The points of a histogram as bars: how many lie in each of the ranges of equal width.
  func binned(into count: Int = 10) -> Chart {
    guard kind == .histogram, let low = points.map(\.y).min(), let high = points.map(\.y).max()
    else { return self }
    let width = high > low ? (high - low) / Double(count) : 1
    var counts = [Int](repeating: 0, count: high > low ? count : 1)
    for point in points {
      counts[min(counts.count - 1, Int((point.y - low) / width))] += 1
    }
    let bars = counts.enumerated().map { index, number in
      let start = low + Double(index) * width
      let label = high > low ? "\(Self.text(start))…\(Self.text(start + width))" : Self.text(low)
      return Point(label: label, x: Double(index), y: Double(number))
    }
    var chart = self
    (chart.kind, chart.points, chart.xName, chart.yName) = (.bar, bars, yName, "count")
    return chart
  }

  /// The points as they are drawn: those of a line from left to right, whatever the order of the rows.
  var drawn: [Point] { kind == .line ? points.sorted { $0.x < $1.x } : points }

  /// What stands at the left and at the right end of the axis.
  var ends: (left: String, right: String) {
    func label(_ point: Point?) -> String {
      point.map { $0.label.isEmpty ? Self.text($0.x) : $0.label } ?? ""
    }
    return (label(points.min { $0.x < $1.x }), label(points.max { $0.x < $1.x }))
  }

  /// A number in few digits.
  static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    let size = abs(value)
    let places = size >= 100 ? 1.0 : size >= 1 ? 100.0 : 10_000.0
    let rounded = (value * places).rounded() / places
    return rounded == rounded.rounded() && size < 1e15
      ? String(Int64(rounded)) : rounded.description
  }
}
