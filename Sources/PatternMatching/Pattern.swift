internal import CPCRE2

/// A regular expression of PCRE2, which gives up where a match would take too long.
///
/// The dialect is Perl's with Unicode properties: `\w`, `\d` and `\b` know all scripts. Texts are matched
/// as they are, scalar by scalar, without canonical equivalence.
public final class Pattern: Sendable {
  /// The compiled code, which PCRE2 only reads while it matches, on any number of threads.
  private nonisolated(unsafe) let code: OpaquePointer

  /// - Throws: ``PatternError`` where the pattern is none.
  public init(_ pattern: String, caseInsensitive: Bool = false) throws(PatternError) {
    var options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C
    if caseInsensitive { options |= UInt32(PCRE2_CASELESS) }
    var status: Int32 = 0
    var offset = 0
    let bytes = Array(pattern.utf8)
    guard let code = pcre2_compile_8(bytes, bytes.count, options, &status, &offset, nil) else {
      throw PatternError(code: status, offset: offset)
    }
    self.code = code
  }

  deinit { pcre2_code_free_8(code) }

  /// Whether the text matches, somewhere or as a whole; false where the match would take too long.
  public func matches(_ text: String, whole: Bool = false) -> Bool {
    var text = text
    return text.withUTF8 { matches(utf8: $0, whole: whole) }
  }

  /// Whether a text in UTF-8, which must be valid, matches, somewhere or as a whole.
  public func matches(utf8 bytes: UnsafeBufferPointer<UInt8>, whole: Bool = false) -> Bool {
    guard let data = pcre2_match_data_create_8(1, nil),
      let context = pcre2_match_context_create_8(nil)
    else { return false }
    defer {
      pcre2_match_data_free_8(data)
      pcre2_match_context_free_8(context)
    }
    pcre2_set_match_limit_8(context, Self.matchLimit)
    pcre2_set_depth_limit_8(context, Self.depthLimit)
    pcre2_set_heap_limit_8(context, Self.heapLimitInKibibytes)
    let anchors: UInt32 = whole ? UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_ENDANCHORED) : 0
    let options = UInt32(PCRE2_NO_UTF_CHECK) | anchors
    return withUnsafePointer(to: UInt8(0)) { empty in
      pcre2_match_8(
        code, bytes.baseAddress ?? empty, bytes.count, 0, options, data, context) >= 0
    }
  }

  /// Steps of one match.
  private static let matchLimit: UInt32 = 1_000_000

  /// Nesting of backtracking in one match.
  private static let depthLimit: UInt32 = 100_000

  private static let heapLimitInKibibytes: UInt32 = 65_536
}
