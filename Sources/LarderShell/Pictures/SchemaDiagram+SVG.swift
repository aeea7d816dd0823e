extension SchemaDiagram {
  /// A picture: boxes in rows, each line from the edge of a box to that of another.
  var svg: String {
    let layout = DiagramLayout(self)
    var picture = SVGPicture(width: layout.width, height: layout.height)
    for line in lines { draw(line, layout, &picture) }
    for box in boxes {
      guard let frame = layout.frames[box.name] else { continue }
      picture.rectangle(frame, fill: "#ffffff", stroke: "#444444")
      let title = box.name + (box.superentity.map { ": \($0)" } ?? "")
      picture.text(title, x: frame.x + 8, y: frame.y + 16, isBold: true)
      picture.line(
        x1: frame.x, y1: frame.y + 22, x2: frame.x + frame.width, y2: frame.y + 22,
        stroke: "#444444")
      for (index, attribute) in box.attributes.enumerated() {
        picture.text(
          attribute, x: frame.x + 8, y: frame.y + 38 + Double(index) * DiagramLayout.lineHeight)
      }
    }
    return picture.source
  }

  private func draw(_ line: Line, _ layout: DiagramLayout, _ picture: inout SVGPicture) {
    guard let from = layout.frames[line.from.entity], let to = layout.frames[line.to.entity] else {
      return
    }
    let label = [line.from.property, line.to.property].compactMap(\.self).joined(separator: " / ")
    if line.from.entity == line.to.entity {
      let x = from.x + from.width
      picture.path("M \(x) \(from.y + 10) h 18 v 18 h -18", stroke: "#888888")
      return picture.text(label, x: x + 4, y: from.y + 8, size: 9)
    }
    let start = from.edge(towards: to)
    let end = to.edge(towards: from)
    picture.line(x1: start.x, y1: start.y, x2: end.x, y2: end.y, stroke: "#888888")
    if line.to.isMany { picture.circle(x: end.x, y: end.y, radius: 4, fill: "#888888") }
    if line.from.isMany { picture.circle(x: start.x, y: start.y, radius: 4, fill: "#888888") }
    picture.text(label, x: (start.x + end.x) / 2 + 4, y: (start.y + end.y) / 2 - 3, size: 9)
  }
}

/// Where the boxes of a diagram stand.
private struct DiagramLayout {
  static let lineHeight = 14.0
  private static let gap = 60.0
  private static let characterWidth = 6.8

  private(set) var frames: [String: SVGFrame] = [:]
  private(set) var width = 0.0
  private(set) var height = 0.0

  /// Rows of about as many boxes as there are rows.
  init(_ diagram: SchemaDiagram) {
    var perRow = 1
    while perRow * perRow < diagram.boxes.count { perRow += 1 }
    var y = Self.gap / 2
    for start in stride(from: 0, to: diagram.boxes.count, by: perRow) {
      var x = Self.gap / 2
      var tallest = 0.0
      for box in diagram.boxes[start..<min(start + perRow, diagram.boxes.count)] {
        let longest = ([box.name] + box.attributes).map(CharacterWidth.of).max() ?? 0
        let frame = SVGFrame(
          x: x, y: y, width: Double(longest) * Self.characterWidth + 24,
          height: 30 + Double(box.attributes.count) * Self.lineHeight)
        frames[box.name] = frame
        x += frame.width + Self.gap
        tallest = max(tallest, frame.height)
      }
      width = max(width, x)
      y += tallest + Self.gap
    }
    height = y
  }
}
