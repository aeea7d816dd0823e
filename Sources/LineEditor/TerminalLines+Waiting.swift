import CLibedit
import Glibc

/// Waiting for the terminal, for signals and for what the assistant has to say.
extension TerminalLines {
  enum Wait { case bytes, quiet, interrupted, end }

  /// How long an escape sequence may be torn apart on its way, and how long a pause is.
  private static let patienceInMilliseconds: Int32 = 30
  private static let pauseInMilliseconds: Int32 = 120

  func waitForBytes() -> Wait {
    if decoder.isEmpty { draw() }
    var hasPaused = false
    while true {
      let patience =
        !decoder.isEmpty
        ? Self.patienceInMilliseconds
        : hasPaused || assistant == nil ? -1 : Self.pauseInMilliseconds
      var sources = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: Signals.wakeDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&sources, nfds_t(sources.count), patience)
      if count == 0 {
        guard decoder.isEmpty else { return .quiet }
        hasPaused = true
        assistant?.didPause(in: typedLine.text)
        continue
      }
      if Signals.wakeDescriptor >= 0, sources[1].revents != 0 || count < 0 {
        Signals.drainWakes()
        if Signals.takeResume() { resume() }
        if Signals.takeResize() { resize() }
        if Signals.takeInterrupt() { return .interrupted }
        if decoder.isEmpty { draw() }
      }
      if count > 0, sources[0].revents != 0 {
        // Keys that came behind a resize are for the new size.
        if Signals.takeResize() { resize() }
        return readBytes()
      }
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

  private func resume() {
    drawing = LineDrawing()
    _ = cle_prepare_terminal(editor, 1)
    setsBracketedPaste(true)
    el_resize(editor)
    refresh()
  }

  /// The terminal has broken the line at its new width already.
  private func resize() {
    eraseExtras()
    noteCursorRow()
    el_resize(editor)
    refresh()
  }
}
