/// Text for a terminal that moves its cursor.
enum TerminalText {
  /// Moves the cursor behind so many columns of its row.
  static func move(toColumn column: Int) -> String { "\u{1B}[\(column + 1)G" }

  /// A text with spaces in place of each ``move(toColumn:)``, for who cannot follow; colours stay.
  ///
  /// So few spaces that no row becomes longer than it was meant to be, however a terminal draws it.
  static func padded(_ text: String) -> String {
    guard text.contains("\u{1B}[") else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(paddedLine)
      .joined(separator: "\n")
  }

  private static func paddedLine(_ line: Substring) -> String {
    var result = ""
    var width = 0
    for (index, part) in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard index > 0 else {
        result += part
        width += CharacterWidth.most(of: String(part))
        continue
      }
      let parameters = part.prefix { $0.isNumber || $0 == ";" }
      let rest = part[parameters.endIndex...]
      if rest.first == "G", let column = Int(parameters) {
        let missing = max(0, column - 1 - width)
        result += String(repeating: " ", count: missing)
        width += missing
      } else {
        result += "\u{1B}[" + parameters + rest.prefix(1)
      }
      result += rest.dropFirst()
      width += CharacterWidth.most(of: String(rest.dropFirst()))
    }
    return result
  }
}
