import CLibedit
import Glibc

/// Characters that join others to one sign, as in a family or a rainbow flag.
///
/// Terminals do not agree on how wide such a sign is, and libedit counts its parts. While they are typed, the parts
/// are therefore drawn side by side, without what joins them; the line itself keeps everything.
enum JoinedSequences {
  /// Whether a character only joins others or chooses how they look.
  static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x200D || (0xFE00...0xFE0F).contains(scalar.value)
  }

  /// A stream to the terminal that leaves joiners out; `nil` where the system gives none.
  static func openStream() -> UnsafeMutablePointer<FILE>? {
    cle_stream { _, bytes, count in
      guard let bytes else { return 0 }
      let chunk = UnsafeRawBufferPointer(start: bytes, count: count)
      JoinedSequences.write(JoinedSequences.filter.take(chunk))
      return count
    }
  }

  /// One terminal exists in a process, and one thread writes to it.
  private nonisolated(unsafe) static var filter = JoinerFilter()

  private static func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

/// Leaves joiners out of UTF-8 that comes in pieces.
struct JoinerFilter {
  /// The bytes of a character whose end is still to come.
  private var pending: [UInt8] = []

  mutating func take(_ chunk: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in chunk {
      pending.append(byte)
      switch pending {
      case [0xE2], [0xE2, 0x80], [0xEF], [0xEF, 0xB8]: continue
      case [0xE2, 0x80, 0x8D]: break
      case let three where three.starts(with: [0xEF, 0xB8]) && (0x80...0x8F).contains(byte): break
      default: result += pending
      }
      pending.removeAll(keepingCapacity: true)
    }
    return result
  }
}
