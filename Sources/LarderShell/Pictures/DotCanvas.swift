/// A picture of dots, eight to a character in Braille, or one in ASCII.
struct DotCanvas {
  let width: Int
  let height: Int

  private let columns: Int
  private let perColumn: Int
  private let perRow: Int
  private var dots: [Bool]

  init(columns: Int, rows: Int, usesUnicode: Bool) {
    self.columns = columns
    perColumn = usesUnicode ? 2 : 1
    perRow = usesUnicode ? 4 : 1
    width = columns * perColumn
    height = rows * perRow
    dots = [Bool](repeating: false, count: width * height)
  }

  mutating func dot(_ place: (x: Int, y: Int)) {
    guard (0..<width).contains(place.x), (0..<height).contains(place.y) else { return }
    dots[place.y * width + place.x] = true
  }

  /// All dots on the straight way between two.
  mutating func line(from start: (Int, Int), to end: (Int, Int)) {
    let steps = max(abs(end.0 - start.0), abs(end.1 - start.1))
    guard steps > 0 else { return dot(start) }
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      dot(
        (
          start.0 + Int((Double(end.0 - start.0) * share).rounded()),
          start.1 + Int((Double(end.1 - start.1) * share).rounded())
        ))
    }
  }

  /// The rows of characters, from the top.
  var lines: [String] {
    stride(from: 0, to: height, by: perRow).map { y in
      String(
        String.UnicodeScalarView(
          (0..<columns).map { column in perRow == 1 ? ascii(column, y) : braille(column, y) }))
    }
  }

  private func ascii(_ column: Int, _ y: Int) -> Unicode.Scalar {
    dots[y * width + column] ? "*" : " "
  }

  /// The bits of a Braille character, column by column.
  private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  private func braille(_ column: Int, _ y: Int) -> Unicode.Scalar {
    var value: UInt32 = 0x2800
    for dx in 0..<2 {
      for dy in 0..<4 where dots[(y + dy) * width + column * 2 + dx] {
        value |= Self.bits[dx][dy]
      }
    }
    return Unicode.Scalar(value) ?? " "
  }
}
