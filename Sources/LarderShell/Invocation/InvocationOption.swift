/// An option of the command line: how it is spelled, what it means, what it does.
struct InvocationOption: Sendable {
  var long: String
  var short: Character?

  /// What stands for the value in the help; `nil` for an option without a value.
  var placeholder: String?
  var summary: String

  /// What a shell offers for the value.
  var completes = Candidates.nothing

  var apply:
    @Sendable (_ value: String, _ invocation: inout Invocation) throws(InvocationError) -> Void

  enum Candidates: Hashable, Sendable {
    case nothing, files, folders
    /// A name, a sign, and a file.
    case namedFiles
    case words([String])
  }

  /// `-c, --command TEXT`, as the help has it.
  var synopsis: String {
    let start = short.map { "-\($0), " } ?? "    "
    return start + "--\(long)" + (placeholder.map { " \($0)" } ?? "")
  }
}

extension InvocationOption {
  /// Every option; the parser and the help read this table.
  static let all: [InvocationOption] = sources + output + stores + behaviour + information

  private static let sources: [InvocationOption] = [
    InvocationOption(
      long: "command", short: "c", placeholder: "TEXT",
      summary: "run these statements and exit (repeatable, in order)"
    ) { value, invocation in
      invocation.sources.append(.text(value))
    },
    InvocationOption(
      long: "file", short: "f", placeholder: "FILE",
      summary: "run a script and exit (- is standard input)",
      completes: .files
    ) { value, invocation in
      invocation.sources.append(.file(value))
    },
  ]

  private static let output: [InvocationOption] = [
    InvocationOption(
      long: "mode", placeholder: "MODE", summary: "how results are written: \(OutputMode.list)",
      completes: .words(OutputMode.allCases.map(\.rawValue))
    ) { value, invocation throws(InvocationError) in
      guard let mode = OutputMode(rawValue: value) else {
        throw InvocationError("unknown mode `\(value)`; the modes are \(OutputMode.list)")
      }
      invocation.mode = mode
    },
    InvocationOption(
      long: "template", placeholder: "TEXT",
      summary: "with --mode template: a row's line, in which \\(name) is a value"
    ) { value, invocation throws(InvocationError) in
      do throws(ShellError) {
        invocation.template = try RowTemplate(value)
      } catch {
        throw InvocationError(error.message)
      }
    },
    InvocationOption(
      long: "color", placeholder: "WHEN", summary: "auto, always or never (NO_COLOR is honoured)",
      completes: .words(Invocation.Color.allCases.map(\.rawValue))
    ) { value, invocation throws(InvocationError) in
      guard let color = Invocation.Color(rawValue: value) else {
        throw InvocationError("`--color` takes auto, always or never, not `\(value)`")
      }
      invocation.color = color
    },
    InvocationOption(
      long: "null", placeholder: "TEXT", summary: "what stands for nil in tables, csv and tsv"
    ) { value, invocation in
      invocation.nullText = value
    },
    InvocationOption(
      long: "limit", placeholder: "N", summary: "rows that a table shows; 0 shows all"
    ) { value, invocation throws(InvocationError) in
      guard let limit = Int(value), limit >= 0 else {
        throw InvocationError("`--limit` takes a number of rows, not `\(value)`")
      }
      invocation.rowLimit = limit
    },
    InvocationOption(
      long: "ids", summary: "add each object's identifier to the data modes, as `$id`"
    ) { _, invocation in
      invocation.showsIdentifiers = true
    },
  ]

  private static let stores: [InvocationOption] = [
    InvocationOption(
      long: "schema", placeholder: "FILE",
      summary: "Swift source with @Model classes, or a Core Data model, that describes the store",
      completes: .files
    ) { value, invocation in
      invocation.schemaPath = value
    },
    InvocationOption(
      long: "attach", placeholder: "NAME=FILE",
      summary: "an SQLite database whose tables are to be entities of the store too (repeatable)",
      completes: .namedFiles
    ) { value, invocation throws(InvocationError) in
      let parts = value.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw InvocationError("`--attach` takes NAME=FILE, not `\(value)`")
      }
      invocation.attached.append(
        StoreOptions.Attachment(name: String(parts[0]), path: String(parts[1])))
    },
    InvocationOption(
      long: "entity", placeholder: "NAME",
      summary:
        "the entity's name where the file gives none (a JSON array); a service's collections, by commas"
    ) { value, invocation in
      invocation.entityName = value
    },
    InvocationOption(
      long: "dialect", placeholder: "FILE",
      summary: "a JSON file that describes how the service of a rest+ address is spoken to",
      completes: .files
    ) { value, invocation in
      invocation.dialectPath = value
    },
    InvocationOption(
      long: "auth-file", placeholder: "FILE",
      summary: "a private file with credentials for services, a line each: ORIGIN KIND VALUE",
      completes: .files
    ) { value, invocation in
      invocation.authPath = value
    },
    InvocationOption(
      long: "ca-file", placeholder: "FILE",
      summary: "certificates of authorities to trust in place of the system's, in PEM form",
      completes: .files
    ) { value, invocation in
      invocation.authoritiesPath = value
    },
    InvocationOption(
      long: "write", summary: "open stores for writing, of Apple's formats too"
    ) { _, invocation throws(InvocationError) in
      guard invocation.access != .readOnly else { throw contradiction }
      invocation.access = .write
    },
    InvocationOption(
      long: "force", summary: "with --write: also a store that is mirrored to CloudKit"
    ) { _, invocation in
      invocation.isForced = true
    },
    InvocationOption(
      long: "read-only", summary: "open stores for reading alone"
    ) { _, invocation throws(InvocationError) in
      guard invocation.access != .write else { throw contradiction }
      invocation.access = .readOnly
    },
  ]

  private static let contradiction = InvocationError(
    "`--write` and `--read-only` contradict each other")

  private static let behaviour: [InvocationOption] = [
    InvocationOption(
      long: "param", placeholder: "K=V",
      summary: "a typed value for $K (repeatable); K:text=V is text, whatever V looks like"
    ) { value, invocation throws(InvocationError) in
      invocation.parameters.append(try Invocation.Parameter(argument: value))
    },
    InvocationOption(
      long: "dry-run", summary: "run everything, print the change set, save nothing"
    ) { _, invocation in
      invocation.isDryRun = true
    },
    InvocationOption(
      long: "keep-going", summary: "do not stop a script at its first error"
    ) { _, invocation in
      invocation.keepsGoing = true
    },
    InvocationOption(
      long: "lessons", placeholder: "FOLDER", summary: "where `.lesson` looks for lessons first",
      completes: .folders
    ) { value, invocation in
      invocation.lessonFolder = value
    },
    InvocationOption(
      long: "no-rc", summary: "do not run larder.rc, the statements for the start of a session"
    ) { _, invocation in
      invocation.readsStartFile = false
    },
    InvocationOption(
      long: "no-history", summary: "neither read nor write the history of statements"
    ) { _, invocation in
      invocation.keepsHistory = false
    },
  ]

  private static let information: [InvocationOption] = [
    InvocationOption(
      long: "version", summary: "print the version and exit"
    ) { _, invocation in
      invocation.printout = .version
    },
    InvocationOption(
      long: "man", summary: "print the manual page, for `man -l -`, and exit"
    ) { _, invocation in
      invocation.printout = .manual
    },
    InvocationOption(
      long: "completions", placeholder: "SHELL",
      summary: "print the completion of this command line for \(CompletionScript.list), and exit",
      completes: .words(CompletionScript.allCases.map(\.rawValue))
    ) { value, invocation throws(InvocationError) in
      guard let script = CompletionScript(rawValue: value) else {
        throw InvocationError("`--completions` takes \(CompletionScript.list), not `\(value)`")
      }
      invocation.printout = .completions(script)
    },
    InvocationOption(
      long: "help", short: "h", summary: "print this help and exit"
    ) { _, invocation in
      invocation.printout = .help
    },
  ]
}

extension Invocation.Parameter {
  /// Reads `K=V` or `K:text=V`.
  init(argument: String) throws(InvocationError) {
    guard let sign = argument.firstIndex(of: "=") else {
      throw InvocationError("`--param` takes NAME=VALUE, not `\(argument)`")
    }
    var name = argument[..<sign]
    isText = name.hasSuffix(":text")
    if isText { name.removeLast(":text".count) }
    guard let first = name.first, first.isLetter || first == "_",
      name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else {
      throw InvocationError("`\(name)` cannot name a parameter")
    }
    self.name = String(name)
    text = String(argument[argument.index(after: sign)...])
  }
}
