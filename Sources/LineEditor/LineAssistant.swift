/// Somebody who knows the language of the lines that a person types.
///
/// Offsets are UTF-8 offsets into the line. Every call must answer at once.
public protocol LineAssistant: AnyObject {
  /// What the line is to look like.
  func decoration(of line: String, cursor: Int) -> LineDecoration

  /// What may stand at the cursor.
  func completions(of line: String, cursor: Int) -> LineCompletions

  /// The spaces that the next row begins with; `nil` where the line is whole and Enter runs it.
  func indentation(after line: String) -> String?

  /// Says that nothing was typed for a while: the time to look something up in the background, and to call
  /// ``TerminalLines/wake()`` when ``decoration(of:cursor:)`` would show it.
  func didPause(in line: String)
}

/// The colours of a line, and what is said behind it.
public struct LineDecoration: Hashable, Sendable {
  /// A part of the line and the numbers of its SGR sequence, such as `1;34`.
  public struct Style: Hashable, Sendable {
    public var span: Range<Int>
    public var code: String

    public init(_ span: Range<Int>, code: String) {
      self.span = span
      self.code = code
    }
  }

  /// In order, without overlaps.
  public var styles: [Style]

  /// Shown behind the line while the cursor stands at its end; empty for nothing.
  public var hint: String
  public var hintCode: String

  public init(styles: [Style] = [], hint: String = "", hintCode: String = "90") {
    self.styles = styles
    self.hint = hint
    self.hintCode = hintCode
  }
}

/// What may stand in the place of a part of a line.
public struct LineCompletions: Hashable, Sendable {
  public struct Candidate: Hashable, Sendable {
    /// What the part becomes.
    public var text: String

    /// What the menu shows.
    public var label: String

    /// What it is, in a few words; empty for nothing.
    public var detail: String

    public init(_ text: String, label: String? = nil, detail: String = "") {
      self.text = text
      self.label = label ?? text
      self.detail = detail
    }
  }

  /// The part that is replaced; it ends at the cursor.
  public var span: Range<Int>
  public var candidates: [Candidate]

  public init(span: Range<Int> = 0..<0, candidates: [Candidate] = []) {
    self.span = span
    self.candidates = candidates
  }

  /// What all candidates begin with.
  var commonPrefix: String {
    guard let first = candidates.first?.text else { return "" }
    return candidates.dropFirst().reduce(first) { prefix, candidate in
      String(zip(prefix, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
  }
}
