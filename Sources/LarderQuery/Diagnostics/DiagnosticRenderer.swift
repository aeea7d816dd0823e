/// Draws a diagnostic: where it is, the source line, a caret range, and help.
public struct DiagnosticRenderer: Sendable {
  public init() {}

  /// The lines of a diagnostic, without a final newline.
  ///
  /// - Parameters:
  ///   - diagnostic: Its span is in the source.
  ///   - source: The whole text.
  ///   - file: What the text is called before `line:column`; empty for one that was just typed, which goes
  ///     without a place.
  ///   - color: Whether to mark with ANSI colours.
  ///   - width: The terminal's width in columns, or `nil` for no limit. A longer line is cut around
  ///     the span.
  /// - Returns: Columns count characters; tabs are drawn as spaces and wide characters as two columns.
  public func render(
    _ diagnostic: Diagnostic, source: String, file: String, color: Bool = false,
    width: Int? = nil
  ) -> String {
    let place = SourcePlace(of: diagnostic.span, in: source)
    let paint = Paint(isOn: color)
    let gutter = "\(place.line) | "
    let window = place.window(width: width.map { max(20, $0 - gutter.count) })
    let name = file.isEmpty ? "" : "\(file):\(place.line):\(place.column): "
    var lines = [
      paint.bold(name) + paint.red("error")
        + paint.bold("[\(diagnostic.code.rawValue)]: \(diagnostic.message)"),
      paint.dim(gutter) + window.text,
      paint.dim(String(repeating: " ", count: gutter.count - 2) + "| ")
        + String(repeating: " ", count: window.caretStart)
        + paint.red(String(repeating: "^", count: window.caretCount)),
    ]
    if let help = helpLine(diagnostic, source) {
      lines.append(
        String(repeating: " ", count: gutter.count - 2) + paint.cyan("= help: ") + help)
    }
    return lines.joined(separator: "\n")
  }

  /// The help, with the corrected line behind it where one is known.
  private func helpLine(_ diagnostic: Diagnostic, _ source: String) -> String? {
    guard let corrected = diagnostic.corrected(source), let replacement = diagnostic.replacement
    else { return diagnostic.help }
    let start = replacement.span.lowerBound
    let end = start + max(1, replacement.text.utf8.count)
    let line = SourcePlace(of: start..<end, in: corrected).lineText
      .drop { $0.isWhitespace }
    guard let help = diagnostic.help else { return String(line) }
    return line.count > 120 ? help : "\(help): \(line)"
  }
}

/// ANSI colours, or none.
private struct Paint {
  let isOn: Bool

  func red(_ text: String) -> String { wrap("1;31", text) }
  func cyan(_ text: String) -> String { wrap("36", text) }
  func bold(_ text: String) -> String { wrap("1", text) }
  func dim(_ text: String) -> String { wrap("2", text) }

  private func wrap(_ code: String, _ text: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
