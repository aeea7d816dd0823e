/// A rectangle of a picture, in pixels from its upper left corner.
struct SVGFrame: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var center: (x: Double, y: Double) { (x + width / 2, y + height / 2) }

  /// Where the way to another rectangle's centre leaves this one.
  func edge(towards other: SVGFrame) -> (x: Double, y: Double) {
    let (dx, dy) = (other.center.x - center.x, other.center.y - center.y)
    guard dx != 0 || dy != 0 else { return center }
    let scale = min(
      dx == 0 ? .infinity : width / 2 / abs(dx), dy == 0 ? .infinity : height / 2 / abs(dy))
    return (center.x + dx * scale, center.y + dy * scale)
  }
}

/// The source of an SVG picture.
struct SVGPicture {
  let width: Double
  let height: Double
  private var parts: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  var source: String {
    let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
    let box = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) font-family=\"sans-serif\">"
    let paper = "<rect width=\"100%\" height=\"100%\" fill=\"#fafafa\"/>"
    return ([head, paper] + parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  mutating func rectangle(_ frame: SVGFrame, fill: String, stroke: String? = nil) {
    let outline = stroke.map { " stroke=\"\($0)\"" } ?? ""
    parts.append(
      "<rect x=\"\(Self.number(frame.x))\" y=\"\(Self.number(frame.y))\" "
        + "width=\"\(Self.number(frame.width))\" height=\"\(Self.number(frame.height))\" "
        + "rx=\"2\" fill=\"\(fill)\"\(outline)/>")
  }

  mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, stroke: String) {
    parts.append(
      "<line x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" x2=\"\(Self.number(x2))\" "
        + "y2=\"\(Self.number(y2))\" stroke=\"\(stroke)\"/>")
  }

  mutating func path(_ steps: String, stroke: String) {
    parts.append("<path d=\"\(steps)\" fill=\"none\" stroke=\"\(stroke)\" stroke-width=\"1.5\"/>")
  }

  mutating func circle(x: Double, y: Double, radius: Double, fill: String) {
    parts.append(
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" "
        + "fill=\"\(fill)\"/>")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, size: Int = 11, isBold: Bool = false,
    anchor: String = "start"
  ) {
    let weight = isBold ? " font-weight=\"bold\"" : ""
    parts.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(size)\" "
        + "text-anchor=\"\(anchor)\"\(weight)>\(Self.escaped(text))</text>")
  }

  /// At most one decimal place.
  static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() && abs(tenths) < 1e15
      ? String(Int64(tenths)) : tenths.description
  }

  /// Text as XML has it; control characters are shown, and what is no character has a sign in its place.
  private static func escaped(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        VisibleText.of(text).unicodeScalars.map { $0.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : $0 })
    ).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
