/// What a reader of lines got.
public enum LineInput: Hashable, Sendable {
  /// A line without its newline; a pasted one may hold newlines.
  case line(String)
  /// Ctrl-C: the line that was being typed is dropped.
  case interrupted
  case end
}

/// Something that hands the shell one line of input at a time.
public protocol LineSource {
  /// Reads the next line, after showing a prompt where a person types.
  mutating func nextLine(prompt: String) -> LineInput

  /// Makes a statement available to be recalled; does nothing where nothing is recalled.
  mutating func remember(_ statement: String)

  /// Makes statements of other sessions available to be recalled, oldest first, without keeping them again.
  mutating func recall(_ statements: [String])
}
