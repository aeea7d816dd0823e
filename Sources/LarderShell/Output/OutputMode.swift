/// How results are written.
enum OutputMode: String, Hashable, Sendable, CaseIterable {
  case box, table, markdown, line, tree
  case csv, tsv, json, jsonl, insert, template

  /// For programs rather than for people: every row, values exact, dates in UTC.
  var isForData: Bool {
    switch self {
    case .box, .table, .markdown, .line, .tree: false
    case .csv, .tsv, .json, .jsonl, .insert, .template: true
    }
  }

  static let list = allCases.map(\.rawValue).joined(separator: ", ")
}
