internal import CPCRE2

/// Why a regular expression cannot be used.
public struct PatternError: Error, Hashable, Sendable {
  /// PCRE2's error number.
  public let code: Int32

  /// Where in the pattern, in bytes of UTF-8.
  public let offset: Int

  /// PCRE2's words for it, lower case and without a full stop.
  public var message: String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = pcre2_get_error_message_8(code, &buffer, buffer.count)
    return count < 0 ? "error \(code)" : String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
  }
}
