import CLibedit
import Glibc

/// Lines that a person edits on a terminal, through libedit.
///
/// libedit is not thread-safe: one thread uses it. One source at a time exists in a process.
public final class TerminalLines: LineSource {
  private let editor: OpaquePointer
  private let history: OpaquePointer?
  private let historyFile: HistoryFile?
  private var prompt: [wchar_t] = [0]
  private var decoder = KeyDecoder()
  private var wasInterrupted = false

  /// Called when the editor is about to wait for a key, with the line as it stands and the cursor's
  /// place in characters: the place to colour the line or to hint at what may follow.
  public var willWaitForKey: ((_ line: String, _ cursor: Int) -> Void)?

  /// Opens the terminal; `nil` where standard input is none, or one that cannot move its cursor.
  public init?(historyFile: HistoryFile?) {
    guard Self.isCapable else { return nil }
    TextLocale.prepare()
    Signals.rememberTerminal()
    guard let editor = cle_open("larder") else { return nil }
    self.editor = editor
    self.historyFile = historyFile
    history = history_winit()
    configure()
    loadHistory()
  }

  deinit {
    el_end(editor)
    history_wend(history)
  }

  private static var isCapable: Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    guard let kind = getenv("TERM").map({ String(cString: $0) }) else { return false }
    return kind != "dumb" && !kind.isEmpty
  }

  public func nextLine(prompt: String) -> LineInput {
    self.prompt = Self.wide(prompt) + [0]
    wasInterrupted = false
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
    guard !statement.isEmpty, statement.first != " " else { return }
    addToHistory(statement)
    historyFile?.append(statement)
  }

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
    bind("\u{1B}[1;5D", "ed-prev-word")
    bind("\u{1B}[1;5C", "em-next-word")
    bind("\u{1B}[1;3D", "ed-prev-word")
    bind("\u{1B}[1;3C", "em-next-word")
    bind("\u{12}", "em-inc-search-prev")
    el_source(editor, nil)
  }

  private func bind(_ key: String, _ action: String) {
    (Self.wide(key) + [0]).withUnsafeBufferPointer { key in
      (Self.wide(action) + [0]).withUnsafeBufferPointer { action in
        _ = cle_bind(editor, key.baseAddress, action.baseAddress)
      }
    }
  }

  private func loadHistory() {
    for statement in historyFile?.statements() ?? [] { addToHistory(statement) }
  }

  private func addToHistory(_ statement: String) {
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

  /// Valid until the next line is read.
  private var promptPointer: UnsafeMutablePointer<wchar_t>? {
    promptStorage.deallocate()
    promptStorage = .allocate(capacity: prompt.count)
    _ = promptStorage.initialize(from: prompt)
    return promptStorage.baseAddress
  }

  private var promptStorage = UnsafeMutableBufferPointer<wchar_t>.allocate(capacity: 1)

  /// Hands libedit the next character; −1 ends the line.
  private func readKey(into result: UnsafeMutablePointer<wchar_t>) -> Int32 {
    while true {
      switch decoder.next(isFinal: false) {
      case .character(let scalar):
        result.pointee = wchar_t(bitPattern: scalar.value)
        return 1
      case .paste(let text): insert(text)
      case .needsMore:
        switch waitForBytes() {
        case .bytes: continue
        case .quiet:
          guard case .character(let scalar) = decoder.next(isFinal: true) else { continue }
          result.pointee = wchar_t(bitPattern: scalar.value)
          return 1
        case .interrupted:
          wasInterrupted = true
          return -1
        case .end: return 0
        }
      }
    }
  }

  private enum Wait { case bytes, quiet, interrupted, end }

  /// How long an escape sequence may be torn apart on its way.
  private static let patienceInMilliseconds: Int32 = 30

  private func waitForBytes() -> Wait {
    if decoder.isEmpty { announceWait() }
    while true {
      var sources = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: Signals.wakeDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      let patience = decoder.isEmpty ? -1 : Self.patienceInMilliseconds
      let count = poll(&sources, nfds_t(sources.count), patience)
      if count == 0 { return .quiet }
      if Signals.wakeDescriptor >= 0, sources[1].revents != 0 || count < 0 {
        Signals.drainWakes()
        if Signals.takeResize() { resize() }
        if Signals.takeInterrupt() { return .interrupted }
      }
      if count > 0, sources[0].revents != 0 { return readBytes() }
    }
  }

  private func readBytes() -> Wait {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &chunk, chunk.count)
    if count > 0 {
      decoder.append(chunk[..<count])
      return .bytes
    }
    return count < 0 && errno == EINTR ? .bytes : .end
  }

  private func announceWait() {
    guard let willWaitForKey, let info = el_wline(editor)?.pointee, let start = info.buffer else {
      return
    }
    let line = UnsafeBufferPointer(start: start, count: info.lastchar - start)
    willWaitForKey(Self.text(line), info.cursor - start)
  }

  private func insert(_ text: String) {
    _ = (Self.wide(text.replacing("\0", with: "")) + [0]).withUnsafeBufferPointer {
      el_winsertstr(editor, $0.baseAddress)
    }
    _ = cle_refresh(editor)
  }

  private func resize() {
    el_resize(editor)
    _ = cle_refresh(editor)
  }

  // MARK: Text and terminal

  private func setsBracketedPaste(_ isOn: Bool) {
    put(isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l")
  }

  private func put(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }

  private static func wide(_ text: String) -> [wchar_t] {
    text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
  }

  private static func text(_ characters: UnsafeBufferPointer<wchar_t>) -> String {
    var text = ""
    for character in characters {
      text.unicodeScalars.append(
        Unicode.Scalar(UInt32(bitPattern: character)) ?? "\u{FFFD}")
    }
    return text
  }
}
