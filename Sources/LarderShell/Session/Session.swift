import FoundationEssentials
import LarderCore
import LarderQuery
import LarderStore
import LineEditor

/// What the shell remembers between statements.
///
/// One thread uses it; only ``interrupts`` may be touched from others.
final class Session {
  let openers: [StoreOpener]
  let standardOutput: Output
  let standardError: Output

  /// Where results go: standard output, or the file of `.output`.
  var output: Output

  /// The output that the next result goes to instead, after `.once`.
  var nextOutput: Output?

  var settings: OutputSettings
  var presenter: ErrorPresenter

  /// Someone types and reads the answers.
  var isInteractive = false

  /// What takes long is told of while it runs.
  var showsProgress = false
  var theme = PromptTheme.dark

  /// Pictures may be made of characters beyond ASCII.
  var usesUnicode = true

  /// Long results are shown a screen at a time.
  var usesPager = true

  /// The columns that tables fit into; `nil` for as many as the screen has.
  var tableWidth: Int?

  /// What the last result lost on its way out, a sentence each.
  var lossNotes: [String] = []
  var isDryRun = false
  var showsTimes = false

  /// Edits and saves are refused, whatever the stores allow.
  var isReadOnly = false
  var zone = SessionZone.utc

  var storeOptions = StoreOptions()
  var stores: [OpenStore] = []
  var currentStore: String?
  let trace = StoreTrace()

  var contexts: [NamedContext]
  let interrupts = InterruptTarget()
  var currentContext = "main"

  /// The objects of the last listing, in its order.
  var listing: [PersistentIdentifier] = []

  /// False where no later statement can name an object of a listing.
  var keepsListing = true

  /// Every object inserted in this session, under its temporary identifier.
  var inserted: [PersistentIdentifier] = []

  /// The stores that they were inserted into.
  var homes: [PersistentIdentifier: String] = [:]

  /// What objects were copied as, by the store that they were copied to.
  var copies: [String: [PersistentIdentifier: PersistentIdentifier]] = [:]
  var variables: [String: SessionVariable] = [:]
  var parameters: [String: AttributeValue] = [:]
  var lastQuery: StoreQuery?

  /// What the last save left undecided.
  var unknownOutcomes: [UnknownOutcome] = []

  /// Where the running script goes back to when it fails, and what it has saved.
  var savePoint: ScriptCheckpoint?
  var saves: [SavePoint] = []

  /// The line of the running statement, and where the arguments of a running command begin.
  var currentLine = 1
  var commandArgumentsStart = 0

  /// Measures the screen that results go to, or `nil` where they go to none.
  var screenSize: (() -> ScreenSize?)?

  /// The cursor of that screen can be moved.
  var movesCursor = false

  /// The lesson that is running; what is typed is about its session then.
  var lesson: RunningLesson?
  var lessonProgress = LessonProgress.standard()

  /// Where lessons are looked for first; `nil` for the usual places alone.
  var lessonFolder: String?

  /// Where what is typed is kept; `nil` for nowhere.
  var statementHistory: HistoryFile?

  /// Statements that were taken over from another history, for the prompt to recall.
  var recalledStatements: [String] = []

  /// Nothing is said to people.
  var isQuiet = false

  /// The scripts that are running, outermost first.
  var scripts: [RunningScript] = []

  init(
    openers: [StoreOpener], standardOutput: Output, standardError: Output,
    settings: OutputSettings = OutputSettings()
  ) {
    self.openers = openers
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.settings = settings
    output = standardOutput
    presenter = ErrorPresenter()
    let context = EntityContext()
    contexts = [NamedContext(name: "main", context: context)]
    interrupts.aim(at: context.interrupter)
  }

  /// The context that statements act on.
  var context: EntityContext {
    guard let named = contexts.first(where: { $0.name == currentContext }) else {
      preconditionFailure("A session has its current context.")
    }
    return named.context
  }

  /// The store that a name means, or an error that names those there are.
  func openStore(named name: String) throws -> OpenStore {
    if let store = stores.first(where: { $0.name == name }) { return store }
    guard !stores.isEmpty else {
      throw ShellError(.noStore, "no store is open", help: "open one with `.open PATH`")
    }
    let names = stores.map(\.name).joined(separator: ", ")
    throw ShellError(.unknownStore, "no store is named `\(name)`; open are \(names)")
  }

  /// The store that statements are about, or an error when none is open.
  func currentOpenStore() throws -> OpenStore {
    guard let currentStore else {
      throw ShellError(.noStore, "no store is open", help: "open one with `.open PATH`")
    }
    return try openStore(named: currentStore)
  }

  /// A line for people, on standard error.
  func notice(_ text: String) throws {
    guard !isQuiet else { return }
    standardError.append(VisibleText.ofLines(text) + "\n")
    try standardError.flush()
  }

  /// A notice of what a statement did, where someone reads along.
  func report(_ text: String) throws {
    guard isInteractive || !settings.mode.isForData else { return }
    try notice(text)
  }
}

/// A query and the store it was asked of.
struct StoreQuery {
  var query: EntityQuery
  var store: String
}
