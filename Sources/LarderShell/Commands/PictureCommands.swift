import Glibc
import LarderCore
import LarderQuery

extension ShellCommand {
  static let diagram = ShellCommand(
    "diagram", ".diagram [state] [FILE]",
    "Draw the schema as text or to a .svg, .dot or .mmd file; `state`: which context and store "
      + "hold which object, as text or to a .svg file."
  ) { arguments, session in
    let words = try CommandWords.split(arguments)
    if words.first == "state" { return try session.showState(words.dropFirst()) }
    let open = try session.currentOpenStore()
    let diagram = SchemaDiagram(open.store.schema)
    guard !arguments.isEmpty else {
      return try session.show(lines: diagram.text(width: session.screenSize?()?.width))
    }
    let path = try CommandWords.one(arguments)
    switch path.split(separator: ".").last {
    case "svg": try session.write(PictureTools.svg(of: diagram), to: path)
    case "dot": try session.write(diagram.dot, to: path)
    case "mmd": try session.write(diagram.mermaid, to: path)
    default:
      throw session.unknownPicture(path, help: "diagrams end with .svg, .dot or .mmd")
    }
  }

  static let chart = ShellCommand(
    "chart", ".chart [bar|histogram|line|scatter] QUERY",
    "Draw the numbers of a result: bars by the first column that is none."
  ) { arguments, session in
    let (kind, query) = chartArguments(arguments)
    let chart = try session.chart(try session.query(in: query), kind)
    let size = session.screenSize?()
    let drawing = ChartText(
      width: size?.width ?? 80, height: min(16, (size?.height ?? 24) - 6),
      usesUnicode: session.usesUnicode)
    try session.show(lines: drawing.text(chart))
    try session.noteSkipped(chart)
  }

  static let plot = ShellCommand(
    "plot", ".plot FILE [bar|histogram|line|scatter] QUERY",
    "Draw the numbers of a result to a file that ends with .svg or .png."
  ) { arguments, session in
    let words = arguments.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let path = words.first else { throw UsageError() }
    let (kind, query) = chartArguments(words[1])
    let chart = try session.chart(try session.query(in: query), kind)
    switch path.split(separator: ".").last {
    case "svg": try session.write(chart.svg, to: path)
    case "png": try session.write(try PictureTools.png(ofSVG: chart.svg), to: path)
    default:
      throw session.unknownPicture(path, help: "plots end with .svg or .png")
    }
    try session.noteSkipped(chart)
  }

  private static func chartArguments(_ text: String) -> (Chart.Kind?, String) {
    let word = text.prefix { !$0.isWhitespace }
    guard let kind = Chart.Kind(rawValue: String(word)) else { return (nil, text) }
    return (kind, String(text.dropFirst(word.count)))
  }
}

extension Session {
  /// Shows the objects that are changed or were listed as each context and the store have them.
  fileprivate func showState(_ words: ArraySlice<String>) throws {
    let picture = try statePicture()
    guard let path = words.first, words.count == 1 else {
      guard words.isEmpty else { throw UsageError() }
      return try show(picture)
    }
    guard path.hasSuffix(".svg") else {
      throw unknownPicture(path, help: "pictures of state end with .svg")
    }
    try write(picture.svg, to: path)
  }

  private func show(_ picture: StatePicture) throws {
    try show(
      names: ["object"] + picture.holders.map(\.title),
      picture.rows.map { row in [.text(row.object)] + row.cells.map { .text($0.text) } })
    if picture.hiddenCount > 0 {
      try notice("note: \(picture.hiddenCount) more objects are not shown")
    }
  }

  fileprivate func unknownPicture(_ path: String, help: String) -> ShellError {
    ShellError(.wrongUsage, "`\(path)` does not say what it is to be", help: help)
  }

  /// Writes a picture to a file.
  fileprivate func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  fileprivate func write(_ bytes: [UInt8], to path: String) throws {
    let output = try makeOutput(path)
    output.bytes = bytes
    try output.flush()
    try report("wrote \(path)")
  }

  fileprivate func noteSkipped(_ chart: Chart) throws {
    guard chart.skippedCount > 0 else { return }
    let rows = chart.skippedCount == 1 ? "1 row" : "\(chart.skippedCount) rows"
    let verb = chart.skippedCount == 1 ? "was" : "were"
    try notice("note: \(rows) without a number \(verb) left out")
  }
}
