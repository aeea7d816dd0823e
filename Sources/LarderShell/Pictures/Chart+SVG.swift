extension Chart {
  /// A picture of the chart.
  var svg: String {
    let chart = binned()
    switch chart.kind {
    case .bar, .histogram: return chart.barPicture
    case .line, .scatter: return chart.planePicture
    }
  }

  private static let ink = "#3b6ea8"

  private var barPicture: String {
    let rowHeight = 22.0
    let labelWidth = Double(points.map { CharacterWidth.of($0.label) }.max() ?? 0) * 7 + 16
    let room = 480.0
    var picture = SVGPicture(
      width: labelWidth + room + 90, height: Double(points.count) * rowHeight + 50)
    picture.text("\(yName) by \(xName)", x: 10, y: 20, size: 13, isBold: true)
    let largest = points.map { abs($0.y) }.max() ?? 0
    for (index, point) in points.enumerated() {
      let y = 34 + Double(index) * rowHeight
      let length = largest > 0 ? abs(point.y) / largest * room : 0
      picture.text(point.label, x: labelWidth - 6, y: y + 14, anchor: "end")
      picture.rectangle(
        SVGFrame(x: labelWidth, y: y + 3, width: length, height: rowHeight - 6),
        fill: point.y < 0 ? "#b0503c" : Self.ink)
      picture.text(Self.text(point.y), x: labelWidth + length + 6, y: y + 14)
    }
    return picture.source
  }

  private var planePicture: String {
    let frame = SVGFrame(x: 70, y: 34, width: 560, height: 320)
    var picture = SVGPicture(width: 660, height: 410)
    picture.text("\(yName) by \(xName)", x: 10, y: 20, size: 13, isBold: true)
    picture.rectangle(frame, fill: "#ffffff", stroke: "#bbbbbb")
    let (xs, ys) = (Self.range(points.map(\.x)), Self.range(points.map(\.y)))
    let places = drawn.map { point in
      (
        x: frame.x + (point.x - xs.low) / (xs.high - xs.low) * frame.width,
        y: frame.y + frame.height - (point.y - ys.low) / (ys.high - ys.low) * frame.height
      )
    }
    if kind == .line, let first = places.first {
      let steps = places.dropFirst().map {
        "L \(SVGPicture.number($0.x)) \(SVGPicture.number($0.y))"
      }
      let start = "M \(SVGPicture.number(first.x)) \(SVGPicture.number(first.y))"
      picture.path(([start] + steps).joined(separator: " "), stroke: Self.ink)
    } else {
      for place in places { picture.circle(x: place.x, y: place.y, radius: 3, fill: Self.ink) }
    }
    let bottom = frame.y + frame.height
    picture.text(Self.text(ys.high), x: frame.x - 6, y: frame.y + 10, anchor: "end")
    picture.text(Self.text(ys.low), x: frame.x - 6, y: bottom, anchor: "end")
    picture.text(ends.left, x: frame.x, y: bottom + 18)
    picture.text(ends.right, x: frame.x + frame.width, y: bottom + 18, anchor: "end")
    return picture.source
  }

  /// A range that is never empty.
  private static func range(_ values: [Double]) -> (low: Double, high: Double) {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    return high > low ? (low, high) : (low - 1, low + 1)
  }
}
