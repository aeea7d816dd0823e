import CLibedit
import Glibc

/// The keys of a person, before libedit sees them.
extension TerminalLines {
  /// Hands libedit the next character; −1 ends the line.
  func readKey(into result: UnsafeMutablePointer<wchar_t>) -> Int32 {
    while true {
      if !queue.isEmpty {
        result.pointee = wchar_t(bitPattern: queue.removeFirst().value)
        return 1
      }
      switch decoder.next(isFinal: false) {
      case .needsMore:
        switch waitForBytes() {
        case .bytes: continue
        case .quiet: take(decoder.next(isFinal: true))
        case .interrupted:
          eraseExtras()
          moveToEnd()
          wasInterrupted = true
          return -1
        case .end: return 0
        }
      case let key: take(key)
      }
    }
  }

  private func take(_ key: KeyDecoder.Key) {
    eraseExtras()
    awaitsCompletions = false
    if search != nil, takeInSearch(key) { return }
    switch key {
    case .needsMore: break
    case .paste(let text):
      menu = nil
      insert(text)
      refresh()
    case .named(let named): if !take(named) { queue += Array(named.rawValue.unicodeScalars) }
    case .character(let scalar): if !take(scalar) { queue.append(scalar) }
    }
  }

  private func take(_ key: NamedKey) -> Bool {
    switch key {
    case .up, .applicationUp:
      if !moveVertically(by: -1) { show(recall.older(than: typedLine, in: statements)) }
    case .down, .applicationDown:
      if !moveVertically(by: 1) { show(recall.newer(than: typedLine, in: statements)) }
    case .backTab: return complete(step: -1)
    case .newline: insert("\n")
    }
    menu = nil
    refresh()
    return true
  }

  private func show(_ line: TypedLine?) {
    guard let line else { return }
    setLine(line)
  }

  /// Does what a character means here; false leaves it to libedit.
  private func take(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t": return complete(step: 1)
    case "\r", "\n": return takeEnter()
    case "\u{12}": return beginSearch()
    case "\u{1F}":
      menu = nil
      if let line = undo.undo() { setLine(line) }
      refresh()
      return true
    case "\u{07}", "\u{1B}":
      guard menu != nil else { return false }
      menu = nil
      return true
    default: return false
    }
  }

  /// Enter takes the selected candidate, goes on with a statement that is not whole, or runs one that is.
  private func takeEnter() -> Bool {
    if menu?.selection != nil {
      menu = nil
      return true
    }
    menu = nil
    let text = typedLine.text
    guard let indentation = assistant?.indentation(after: text) else {
      finishDrawing()
      return false
    }
    insert("\n" + indentation)
    refresh()
    return true
  }

  // MARK: Completion

  private func complete(step: Int) -> Bool {
    guard let assistant else { return false }
    if menu == nil {
      let (text, offset) = textAndOffset
      let found = assistant.completions(of: text, cursor: offset)
      guard let first = found.candidates.first else {
        awaitsCompletions = true
        return true
      }
      if found.candidates.count == 1 {
        accept(first, in: found)
        return true
      }
      let prefix = found.commonPrefix
      if prefix.utf8.count > found.span.count {
        accept(.init(prefix), in: found)
        menu = CompletionMenu(
          completions: LineCompletions(
            span: found.span.lowerBound..<found.span.lowerBound + prefix.utf8.count,
            candidates: found.candidates))
      } else {
        menu = CompletionMenu(completions: found)
      }
      return true
    }
    menu?.move(by: step)
    if let menu, let candidate = menu.selected {
      accept(candidate, in: menu.completions)
      let start = menu.completions.span.lowerBound
      self.menu?.completions.span = start..<start + candidate.text.utf8.count
    }
    return true
  }

  private func accept(
    _ candidate: LineCompletions.Candidate, in completions: LineCompletions
  ) {
    let (text, offset) = textAndOffset
    let span = completions.span
    guard span.upperBound == offset, span.lowerBound >= 0 else { return }
    let replaced = String(decoding: Array(text.utf8)[span], as: UTF8.self)
    replace(lastCharacters: replaced.unicodeScalars.count, with: candidate.text)
    refresh()
  }

  /// Keeps an open menu in step with what is typed: it closes where nothing fits any more.
  ///
  /// Candidates that were not known yet when they were asked for are shown once they are.
  func updateMenu() {
    if awaitsCompletions, let assistant {
      let (text, offset) = textAndOffset
      let found = assistant.completions(of: text, cursor: offset)
      guard !found.candidates.isEmpty else { return }
      (menu, awaitsCompletions) = (CompletionMenu(completions: found), false)
      return
    }
    guard let menu, let assistant, menu.selection == nil else { return }
    let (text, offset) = textAndOffset
    let found = assistant.completions(of: text, cursor: offset)
    let goesOn = found.span.lowerBound == menu.completions.span.lowerBound
    self.menu =
      goesOn && found.candidates.count > 1 ? CompletionMenu(completions: found) : nil
  }

  // MARK: Search

  private func beginSearch() -> Bool {
    menu = nil
    search = HistorySearch(statements, from: typedLine)
    return true
  }

  /// What a key means while a pattern is being typed; false where it ends the search and means what it always
  /// does.
  private func takeInSearch(_ key: KeyDecoder.Key) -> Bool {
    switch key {
    case .character("\u{12}"): search?.findOlder()
    case .character("\u{7F}"), .character("\u{08}"): search?.removeLast()
    case .character("\u{07}"): return endSearch(cancelled: true)
    case .character("\u{1B}"): return endSearch(cancelled: false)
    case .character(let scalar) where scalar.value >= 0x20: search?.append(String(scalar))
    case .paste(let text): search?.append(text)
    case .needsMore: return true
    default:
      _ = endSearch(cancelled: false)
      return false
    }
    if let search {
      let found = search.match ?? search.original.text
      setLine(TypedLine(text: found, cursor: found.unicodeScalars.count))
      refresh()
    }
    return true
  }

  private func endSearch(cancelled: Bool) -> Bool {
    if cancelled, let search { setLine(search.original) }
    search = nil
    refresh()
    return true
  }
}
