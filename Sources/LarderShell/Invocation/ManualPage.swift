/// The manual page `larder(1)`, made from the tables of options and commands.
enum ManualPage {
  static var text: String {
    """
    .TH LARDER 1 "" "larder \(Invocation.version)" "User Commands"
    .SH NAME
    larder \\- open stores of objects, ask them questions and edit them
    .SH SYNOPSIS
    .B larder
    .RI [ OPTION ...]
    .RI [ STORE ...]
    .SH DESCRIPTION
    A store is a path or an address, or NAME=PATH; what it is is read from its content: JSON, an SQLite database,
    a store of SwiftData or Core Data, a service.
    With neither \(bold("-c")) nor \(bold("-f")), statements are typed at a terminal, or read from standard input.
    .PP
    A statement names an entity, then clauses:
    .PP
    .EX
        Trip where price < 900 && country == "NO" sort by startDate limit 5
        update Trip where rating == nil set rating = 3
        save
    .EE
    .PP
    Edits stay in memory until \(bold("save")). A script is atomic: at its first error nothing of it is kept.
    .SH OPTIONS
    \(options)
    .SH STATEMENTS
    \(list(StatementHelp.all.map { ($0.usage, $0.summary) }))
    .SH COMMANDS
    \(list(ShellCommand.all.map { ($0.usage, $0.summary) }))
    .SH EXIT STATUS
    .TP
    .B 0
    all done
    .TP
    .B 1
    a statement failed, or a script ended inside one
    .TP
    .B 2
    bad arguments, or a store that cannot be opened
    .TP
    .B 3
    output could not be written
    .TP
    .B 130
    interrupted
    .SH ENVIRONMENT
    .TP
    .B NO_COLOR
    results and messages are shown without colours
    .TP
    .B PAGER
    shows what is longer than the screen, in place of
    .BR less (1)
    .TP
    .B LARDER_AUTH\\fR, \\fBNETRC
    credentials for services, and a file with some
    .TP
    .B TZ
    the zone that
    .B .set zone local
    means
    .SH FILES
    .TP
    .I ~/.config/larder/larder.rc
    statements for the start of every session at a terminal
    .TP
    .I ~/.local/state/larder/history.jsonl
    what was typed; nothing private
    .TP
    .I ~/.editrc
    keys of one's own, for the program
    .B larder
    .PP
    .B XDG_CONFIG_HOME
    and
    .B XDG_STATE_HOME
    move the first two.
    .SH SEE ALSO
    .BR sqlite3 (1),
    .BR jq (1),
    .BR editrc (5)

    """
  }

  private static var options: String {
    InvocationOption.all.map { option in
      let names = option.spellings.map { bold($0) }.joined(separator: ", ")
      let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return ".TP\n\(names)\(value)\n\(line(option.summary))"
    }.joined(separator: "\n")
  }

  private static func list(_ rows: [(usage: String, summary: String)]) -> String {
    rows.map { ".TP\n\(bold($0.usage))\n\(line($0.summary))" }.joined(separator: "\n")
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// A line of text, which must not begin as a request would.
  private static func line(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Text as it is: hyphens are those that people copy, and nothing is a request.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "`": result += "\\(ga"
      case "'": result += "\\(aq"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
        }
      }
    }
    return result
  }
}
