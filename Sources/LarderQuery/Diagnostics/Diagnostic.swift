/// A problem in query text, and where it is.
public struct Diagnostic: Error, Hashable, Sendable {
  public var code: Code

  /// Lower case, without a full stop: what was expected and what was found.
  public var message: String

  /// The text at fault, as half-open UTF-8 offsets into the source.
  public var span: Range<Int>

  /// A way to fix the problem, in the imperative; `nil` where it would repeat the message.
  public var help: String?

  /// The edit of the source that fixes the problem, where one is known.
  public var replacement: Replacement?

  public init(
    _ code: Code, _ message: String, at span: Range<Int>, help: String? = nil,
    replacement: Replacement? = nil
  ) {
    self.code = code
    self.message = message
    self.span = span
    self.help = help
    self.replacement = replacement
  }

  /// Text to put in the place of a span.
  public struct Replacement: Hashable, Sendable {
    public var span: Range<Int>
    public var text: String

    public init(_ span: Range<Int>, with text: String) {
      self.span = span
      self.text = text
    }
  }
}

extension Diagnostic {
  /// The source after the replacement, or `nil` where there is none or it does not fit the source.
  public func corrected(_ source: String) -> String? {
    guard let replacement else { return nil }
    let bytes = Array(source.utf8)
    guard replacement.span.lowerBound >= 0, replacement.span.upperBound <= bytes.count else {
      return nil
    }
    let result =
      Array(bytes[..<replacement.span.lowerBound]) + Array(replacement.text.utf8)
      + Array(bytes[replacement.span.upperBound...])
    return String(decoding: result, as: UTF8.self)
  }

  /// The same problem in a text that has this one at an offset.
  public func shifted(by offset: Int) -> Diagnostic {
    func moved(_ span: Range<Int>) -> Range<Int> {
      span.lowerBound + offset..<span.upperBound + offset
    }
    return Diagnostic(
      code, message, at: moved(span), help: help,
      replacement: replacement.map { Replacement(moved($0.span), with: $0.text) })
  }
}

/// All problems of a text, in its order; at most ten.
public struct DiagnosticList: Error, Hashable, Sendable {
  /// The most problems that are reported of one text.
  public static let limit = 10

  public private(set) var diagnostics: [Diagnostic]

  public init(_ diagnostics: [Diagnostic]) {
    let ordered = diagnostics.enumerated().sorted {
      ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset)
    }
    self.diagnostics = Array(ordered.map(\.element).prefix(Self.limit))
  }
}
