extension StatePicture {
  /// A picture: a box a cell in the colour of its state, an arrow for what the next save sends.
  var svg: String {
    let layout = StateLayout(self)
    var picture = SVGPicture(width: layout.width, height: layout.height)
    for (column, holder) in holders.enumerated() {
      picture.text(
        holder.title, x: layout.frame(row: -1, column: column).x + 8, y: 24, size: 13,
        isBold: true)
    }
    for (index, row) in rows.enumerated() { draw(row, index, layout, &picture) }
    if hiddenCount > 0 {
      picture.text("and \(hiddenCount) more", x: 12, y: layout.height - 10)
    }
    return picture.source
  }

  private func draw(
    _ row: Row, _ index: Int, _ layout: StateLayout, _ picture: inout SVGPicture
  ) {
    picture.text(
      row.object, x: 12, y: layout.frame(row: index, column: 0).center.y + 4, isBold: true)
    for (column, cell) in row.cells.enumerated() {
      let frame = layout.frame(row: index, column: column)
      picture.rectangle(frame, fill: cell.state.fill, stroke: "#444444")
      picture.text(cell.state.words, x: frame.x + 8, y: frame.y + 17, isBold: true)
      picture.text(cell.detail, x: frame.x + 8, y: frame.y + 33)
    }
    let last = row.cells.count - 1
    for (column, cell) in row.cells.enumerated() where cell.state.isPending && column < last {
      arrow(
        from: layout.frame(row: index, column: column),
        to: layout.frame(row: index, column: last), &picture)
    }
  }

  /// Below the boxes, so that it crosses none.
  private func arrow(from: SVGFrame, to: SVGFrame, _ picture: inout SVGPicture) {
    let y = SVGPicture.number(from.y + from.height + 9)
    let start = SVGPicture.number(from.center.x)
    let end = SVGPicture.number(to.center.x)
    let bottom = SVGPicture.number(from.y + from.height)
    picture.path(
      "M \(start) \(bottom) V \(y) H \(end) V \(bottom) l -3 5 m 3 -5 l 3 5", stroke: "#888888")
    picture.text(
      "save", x: (from.center.x + to.center.x) / 2, y: from.y + from.height + 20, size: 9)
  }
}

extension StatePicture.State {
  fileprivate var isPending: Bool {
    switch self {
    case .inserted, .updated, .deleted: true
    case .none, .unchanged, .stale, .held, .absent: false
    }
  }

  fileprivate var fill: String {
    switch self {
    case .none, .absent: "#f0f0f0"
    case .unchanged, .held: "#ffffff"
    case .stale: "#e3e3f5"
    case .inserted: "#d9f2d9"
    case .updated: "#fdf0c8"
    case .deleted: "#f7d6d6"
    }
  }
}

/// Where the cells of a state picture stand.
private struct StateLayout {
  private static let characterWidth = 6.8
  private static let rowHeight = 72.0
  private static let boxHeight = 42.0
  private static let top = 40.0
  private static let gap = 28.0

  private let lefts: [Double]
  private let widths: [Double]
  let width: Double
  let height: Double

  init(_ picture: StatePicture) {
    func span(_ texts: [String]) -> Double {
      Double(texts.map(CharacterWidth.of).max() ?? 0) * Self.characterWidth + 24
    }
    var left = span(picture.rows.map(\.object))
    var lefts: [Double] = []
    var widths: [Double] = []
    for (column, holder) in picture.holders.enumerated() {
      let cells = picture.rows.map { $0.cells[column] }
      widths.append(span([holder.title] + cells.flatMap { [$0.state.words, $0.detail] }))
      lefts.append(left)
      left += (widths.last ?? 0) + Self.gap
    }
    (self.lefts, self.widths) = (lefts, widths)
    width = left
    height = Self.top + Double(picture.rows.count) * Self.rowHeight + 16
  }

  func frame(row: Int, column: Int) -> SVGFrame {
    SVGFrame(
      x: lefts[column], y: Self.top + Double(row) * Self.rowHeight, width: widths[column],
      height: Self.boxHeight)
  }
}
