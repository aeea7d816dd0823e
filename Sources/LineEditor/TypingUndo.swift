/// The states that a line went through while it was typed.
///
/// Letters typed one after the other are one step, up to the end of their word.
struct TypingUndo {
  private var states: [TypedLine] = [TypedLine(text: "", cursor: 0)]

  /// Notes the line as it stands now.
  mutating func note(_ line: TypedLine) {
    guard let last = states.last, last.text != line.text else {
      if !states.isEmpty { states[states.count - 1].cursor = line.cursor }
      return
    }
    if states.count > 1, continuesWord(line, after: last) { states.removeLast() }
    states.append(line)
    if states.count > Self.capacity { states.removeFirst() }
  }

  /// The line before the last step; nil at the beginning.
  mutating func undo() -> TypedLine? {
    guard states.count > 1 else { return nil }
    states.removeLast()
    return states.last
  }

  static let capacity = 500

  private func continuesWord(_ line: TypedLine, after last: TypedLine) -> Bool {
    guard line.text.count == last.text.count + 1, line.cursor == last.cursor + 1,
      states[states.count - 2].text.count < last.text.count, line.text.hasPrefix(last.text),
      let new = line.text.last, let previous = last.text.last
    else { return false }
    return !new.isWhitespace || previous.isWhitespace
  }
}
