/// What a command line asks for.
struct Invocation: Hashable {
  /// A script given on the command line, in order.
  enum Source: Hashable {
    case text(String)
    /// A path; `-` is standard input.
    case file(String)
  }

  enum Color: String, Hashable, CaseIterable { case auto, always, never }

  /// A text about the program itself.
  enum Printout: Hashable {
    case help, version, manual
    case completions(CompletionScript)

    var text: String {
      switch self {
      case .help: Invocation.help
      case .version: "larder \(Invocation.version)\n"
      case .manual: ManualPage.text
      case .completions(let script): script.text
      }
    }
  }

  /// Whether stores are opened for writing.
  enum Access: Hashable { case asUsual, write, readOnly }

  /// A value for `$name`, as typed.
  struct Parameter: Hashable {
    var name: String
    var text: String
    /// `name:text=…`: the value is text, whatever it looks like.
    var isText: Bool
  }

  var stores: [StoreLocation] = []
  var sources: [Source] = []
  var mode: OutputMode?

  /// How a row is written, in the mode `template` alone.
  var template: RowTemplate?
  var isForced = false
  var attached: [StoreOptions.Attachment] = []
  var schemaPath: String?
  var lessonFolder: String?
  var entityName: String?
  var dialectPath: String?
  var authPath: String?
  var authoritiesPath: String?
  var parameters: [Parameter] = []
  var access = Access.asUsual
  var color = Color.auto
  var nullText: String?
  var rowLimit: Int?
  var isDryRun = false
  var keepsGoing = false
  var showsIdentifiers = false
  var readsStartFile = true
  var keepsHistory = true

  /// What is printed in place of everything else, or `nil`.
  var printout: Printout?
}

/// A fault of the command line, in words.
struct InvocationError: Error, Hashable {
  var message: String

  init(_ message: String) { self.message = message }
}
