/// A part of a text and what it is, for whoever shows it in colours.
public struct Highlight: Hashable, Sendable {
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A word of the language where it has its meaning.
    case keyword
    case command
    case entity
    case function
    case text
    case number
    case date
    /// `nil`, `true`, `false`.
    case constant
    /// `$name`, `$0`, `#3`.
    case reference
    case pattern
    case declaration
    case comment
    /// Characters that begin nothing.
    case fault
    /// A quote, bracket or comment without its end.
    case unclosed
    /// The bracket at the cursor, and the one it belongs to.
    case bracketPair
  }

  /// Half-open UTF-8 offsets into the text.
  public var span: Range<Int>
  public var kind: Kind

  public init(_ span: Range<Int>, _ kind: Kind) {
    self.span = span
    self.kind = kind
  }
}
