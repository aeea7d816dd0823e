import CLibedit
import Glibc

/// Lines that a person edits on a terminal, through libedit.
///
/// libedit is not thread-safe: one thread uses it. One source at a time exists in a process.
public final class TerminalLines: LineSource {
  let editor: OpaquePointer
  private let stream: UnsafeMutablePointer<FILE>
  private let history: OpaquePointer?
  private let historyFile: HistoryFile?

  /// Statements that can be recalled, oldest first.
  private(set) var statements: [String] = []

  /// Who colours the line, completes it and says whether it is whole; nil for nobody.
  public weak var assistant: (any LineAssistant)?

  /// Whether anything may be shown in colours.
  public var usesColor = true

  private var prompt: [wchar_t] = [0]
  var promptWidth = 0

  /// Valid until the next line is read.
  private var promptStorage = UnsafeMutableBufferPointer<wchar_t>.allocate(capacity: 1)

  var decoder = KeyDecoder()
  var wasInterrupted = false

  /// Characters that libedit is to get before any other key.
  var queue: [Unicode.Scalar] = []
  var drawing = LineDrawing()
  var menu: CompletionMenu?

  /// Candidates were asked for, and none were known.
  var awaitsCompletions = false
  var search: HistorySearch?
  var recall = HistoryRecall()
  var undo = TypingUndo()

  /// Opens the terminal; `nil` where standard input is none, or one that cannot move its cursor.
  public init?(historyFile: HistoryFile?) {
    guard Self.isCapable else { return nil }
    TextLocale.prepare()
    Signals.rememberTerminal()
    guard let stream = JoinedSequences.openStream() else { return nil }
    guard let editor = cle_open("larder", stream) else {
      fclose(stream)
      return nil
    }
    self.stream = stream
    self.editor = editor
    self.historyFile = historyFile
    history = history_winit()
    configure()
    for statement in historyFile?.statements() ?? [] { addToHistory(statement) }
  }

  deinit {
    el_end(editor)
    fclose(stream)
    history_wend(history)
    promptStorage.deallocate()
  }

  private static var isCapable: Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    guard let kind = getenv("TERM").map({ String(cString: $0) }) else { return false }
    return kind != "dumb" && !kind.isEmpty
  }

  public func nextLine(prompt: String) -> LineInput {
    self.prompt = Self.wide(prompt) + [0]
    promptWidth = LineGeometry.width(of: self.prompt.dropLast())
    (wasInterrupted, menu, awaitsCompletions, search) = (false, nil, false, nil)
    (recall, undo) = (HistoryRecall(), TypingUndo())
    // libedit would do this only after the prompt, and a Ctrl-D in between would be lost.
    _ = cle_prepare_terminal(editor, 1)
    setsBracketedPaste(true)
    defer { setsBracketedPaste(false) }
    var count: Int32 = 0
    guard let line = el_wgets(editor, &count), count > 0 else {
      guard wasInterrupted else { return .end }
      put("^C\n")
      el_reset(editor)
      return .interrupted
    }
    let text = Self.text(UnsafeBufferPointer(start: line, count: Int(count)))
    return .line(text.last == "\n" ? String(text.dropLast()) : text)
  }

  public func remember(_ statement: String) {
    addToHistory(statement)
    historyFile?.append(statement)
  }

  public func recall(_ statements: [String]) { statements.forEach(addToHistory) }

  /// Has the line drawn again, with what the assistant now says of it; from any thread.
  public static func wake() { Signals.wakeWaiter() }

  // MARK: Setting up

  private func configure() {
    cle_set_client(editor, Unmanaged.passUnretained(self).toOpaque())
    cle_set_prompt(editor, { TerminalLines.of($0)?.promptPointer }, 1)
    cle_set_signals(editor, 0)
    cle_set_emacs(editor)
    cle_set_read(editor) { editor, result in
      guard let result, let lines = TerminalLines.of(editor) else { return -1 }
      return lines.readKey(into: result)
    }
    if let history {
      cle_history_set_size(history, Int32(HistoryFile.capacity))
      cle_set_history(editor, history)
    }
    for (key, action) in Self.bindings { bind(key, action) }
    el_source(editor, nil)
  }

  /// Word keys that terminals send and libedit does not know.
  private static let bindings = [
    ("\u{1B}[1;5D", "ed-prev-word"), ("\u{1B}[1;5C", "em-next-word"),
    ("\u{1B}[1;3D", "ed-prev-word"), ("\u{1B}[1;3C", "em-next-word"),
    ("\u{1B}[3;5~", "em-delete-next-word"), ("\u{1B}[3~", "ed-delete-next-char"),
  ]

  private func bind(_ key: String, _ action: String) {
    (Self.wide(key) + [0]).withUnsafeBufferPointer { key in
      (Self.wide(action) + [0]).withUnsafeBufferPointer { action in
        _ = cle_bind(editor, key.baseAddress, action.baseAddress)
      }
    }
  }

  private func addToHistory(_ statement: String) {
    statements.append(statement)
    if statements.count > HistoryFile.capacity { statements.removeFirst() }
    guard let history else { return }
    _ = (Self.wide(statement) + [0]).withUnsafeBufferPointer {
      cle_history_add(history, $0.baseAddress)
    }
  }

  // MARK: Called by libedit

  private static func of(_ editor: OpaquePointer?) -> TerminalLines? {
    guard let editor, let client = cle_client(editor) else { return nil }
    return Unmanaged<TerminalLines>.fromOpaque(client).takeUnretainedValue()
  }

  private var promptPointer: UnsafeMutablePointer<wchar_t>? {
    promptStorage.deallocate()
    promptStorage = .allocate(capacity: prompt.count)
    _ = promptStorage.initialize(from: prompt)
    return promptStorage.baseAddress
  }

  // MARK: Text and terminal

  func setsBracketedPaste(_ isOn: Bool) {
    put(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l")
  }

  /// Writes straight to the terminal, past libedit.
  func put(_ text: String) {
    // libedit's own bytes come first.
    fflush(stream)
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          STDOUT_FILENO, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 || (count < 0 && errno == EINTR) else { return }
        rest = rest.dropFirst(max(0, count))
      }
    }
  }

  static func wide(_ text: String) -> [wchar_t] {
    text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
  }

  static func text(_ characters: some Sequence<wchar_t>) -> String {
    var text = ""
    for character in characters {
      text.unicodeScalars.append(
        Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return text
  }
}
