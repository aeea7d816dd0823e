import LarderCore
import LarderQuery

extension ShellCommand {
  static let importFile = ShellCommand(
    "import", ".import FILE ENTITY [--strict] [--ignore-unknown] [--csv-safe]",
    "Make an object of each record of a csv, tsv, json or jsonl file: of all, or of none."
  ) { arguments, session in
    var words = try CommandWords.split(arguments)
    let options = try ImportOptions(takingFrom: &words)
    guard words.count == 2 else { throw UsageError() }
    try session.importRecords(from: words[0], into: words[1], options)
  }

  static let exportFile = ShellCommand(
    "export", ".export FILE [--strict] [--bom] [--csv-safe] [QUERY]",
    "Write a query's result, the last one's where none is given, to a csv, tsv, json or jsonl file."
  ) { arguments, session in
    let (options, query, offset) = try ExportOptions.read(arguments)
    session.commandArgumentsStart += offset
    let asked = query.isEmpty ? session.lastQuery : try session.query(in: query)
    guard let asked else {
      throw ShellError(.nothingListed, "no query has been asked yet", help: "`.export FILE QUERY`")
    }
    try session.export(asked, options)
  }
}
