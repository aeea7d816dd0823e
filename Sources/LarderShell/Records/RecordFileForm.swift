/// The forms that files are imported from and exported to, told by the ends of their names.
enum RecordFileForm: String, Hashable, CaseIterable {
  case csv, tsv, json, jsonl

  /// - Throws: `shell.wrong-usage` where the name ends otherwise.
  init(path: String) throws {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let end = parts.count > 1 ? parts.last?.lowercased() ?? "" : ""
    guard let form = RecordFileForm(rawValue: end == "ndjson" ? "jsonl" : end) else {
      throw ShellError(
        .wrongUsage, "`\(path)` does not say by its name what it is",
        help: "files end with .csv, .tsv, .json or .jsonl")
    }
    self = form
  }

  /// The mode that writes the form.
  var mode: OutputMode {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .json: .json
    case .jsonl: .jsonl
    }
  }

  /// Rows of cells under a line of names, rather than JSON.
  var hasCells: Bool { self == .csv || self == .tsv }
}
