import Glibc
import LarderCore
import LarderQuery
import LarderStore
import LineEditor

extension Session {
  /// Takes over what a command line chose.
  func configure(for invocation: Invocation) throws {
    let outputIsTerminal = isatty(STDOUT_FILENO) == 1
    isInteractive = invocation.sources.isEmpty && isatty(STDIN_FILENO) == 1
    settings.mode = outputIsTerminal ? .box : .jsonl
    applyChoices(of: invocation)
    settings.usesColor = invocation.usesColor(on: STDOUT_FILENO)
    presenter.usesColor = invocation.usesColor(on: STDERR_FILENO)
    isDryRun = invocation.isDryRun
    lessonFolder = invocation.lessonFolder
    usesUnicode = Self.localeIsUnicode
    if outputIsTerminal { screenSize = { ScreenSize.of(STDOUT_FILENO) } }
    showsProgress = isInteractive && Self.terminalMovesCursor
    movesCursor = Self.terminalMovesCursor
    presenter.width = ScreenSize.of(STDERR_FILENO)?.width
  }

  private static var terminalMovesCursor: Bool {
    getenv("TERM").map { String(cString: $0) } ?? "dumb" != "dumb"
  }

  /// Sets what the command line says about results; it wins over the start file.
  func applyChoices(of invocation: Invocation) {
    if let mode = invocation.mode { settings.mode = mode }
    if let template = invocation.template { settings.template = template }
    if let text = invocation.nullText { settings.nullText = text }
    if let limit = invocation.rowLimit { settings.rowLimit = limit }
    if invocation.showsIdentifiers { settings.showsIdentifiers = true }
  }

  /// Whether the environment's locale writes UTF-8.
  private static var localeIsUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let values = names.compactMap { getenv($0).map { String(cString: $0) } }
    let locale = values.first { !$0.isEmpty }?.lowercased() ?? ""
    return locale.hasSuffix("utf-8") || locale.hasSuffix("utf8")
  }

  /// How a store is opened when a command line or `.open` says so.
  func options(for invocation: Invocation) throws -> StoreOptions {
    var options = storeOptions
    options.isDryRun = isDryRun
    if let path = invocation.schemaPath {
      if Self.isModel(path) {
        options.modelPath = path
      } else {
        options.schema = try readSchema(path)
      }
    }
    options.isForced = invocation.isForced
    options.attached = invocation.attached
    options.dialectPath = invocation.dialectPath
    options.authPath = invocation.authPath
    options.authoritiesPath = invocation.authoritiesPath
    if let name = invocation.entityName { options.entityName = EntityName(name) }
    switch invocation.access {
    case .asUsual: break
    case .write: (options.isWritable, options.isReadOnly) = (true, false)
    case .readOnly: (options.isWritable, options.isReadOnly) = (false, true)
    }
    return options
  }

  private static func isModel(_ path: String) -> Bool {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    return [".mom", ".momd", ".xcdatamodel", ".xcdatamodeld"].contains(where: path.hasSuffix)
  }

  private func readSchema(_ path: String) throws -> EntitySchema {
    let source: ScriptSource
    do {
      source = try ScriptSource(path: path)
    } catch let error as ShellError {
      throw StoreOpeningError(address: path, message: error.message)
    }
    let (schema, problems) = ModelReader.entities(from: source.text)
    guard problems.isEmpty else {
      try present(DiagnosticList(problems), at: 0..<0, of: source)
      throw ReportedError(status: .badUsage)
    }
    guard !schema.entities.isEmpty else {
      throw StoreOpeningError(address: path, message: "it declares no @Model class")
    }
    return schema
  }

  /// Gives a parameter its value: a literal's where the text is one whole literal, else the text.
  func set(_ parameter: Invocation.Parameter) {
    let literal =
      parameter.isText
      ? nil : Resolver(scope: EmptyScope(zone: zone)).literal(parameter.text)
    parameters[parameter.name] = literal ?? .text(parameter.text)
  }

  /// From here Ctrl-C stops the running statement rather than the process.
  func handleInterrupts() {
    Signals.watchInterrupts(interrupts.raise)
    Signals.setInterruptManner(isInteractive ? .isOnlyNoted : .exitsAtSecond)
  }
}

extension Invocation {
  /// Whether a descriptor gets colour.
  func usesColor(on descriptor: Int32) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      isatty(descriptor) == 1 && (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
        && getenv("TERM").map { String(cString: $0) } != "dumb"
    }
  }

  /// The scripts to run, read; without any, standard input is the script.
  func scriptSources() throws -> [ScriptSource] {
    let texts = sources.filter { if case .text = $0 { true } else { false } }.count
    var number = 0
    return try (sources.isEmpty ? [.file("-")] : sources).map { source in
      switch source {
      case .text(let text):
        number += 1
        return ScriptSource(name: texts > 1 ? "command \(number)" : "command", text: text)
      case .file("-"):
        let name = "standard input"
        return ScriptSource(
          name: name, text: try ScriptSource.contents(of: STDIN_FILENO, name: name))
      case .file(let path): return try unopenable(path) { try ScriptSource(path: path) }
      }
    }
  }

  /// A script named on the command line that cannot be read is a bad argument.
  private func unopenable<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as ShellError { throw InvocationError(error.message) }
  }
}
