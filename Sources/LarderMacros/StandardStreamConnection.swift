import Foundation
import Glibc
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

/// The compiler's messages, over standard input and output: eight bytes of length, then JSON.
struct StandardStreamConnection: MessageConnection {
  private let input: Int32
  private let output: Int32

  /// Takes over the two streams; what the macros print goes to standard error from then on.
  init() {
    input = dup(STDIN_FILENO)
    output = dup(STDOUT_FILENO)
    dup2(STDERR_FILENO, STDOUT_FILENO)
  }

  func sendMessage<TX: Encodable>(_ message: TX) throws {
    let payload = try JSONEncoder().encode(message)
    var length = UInt64(payload.count).littleEndian
    try withUnsafeBytes(of: &length) { try write($0) }
    try payload.withUnsafeBytes { try write($0) }
  }

  func waitForNextMessage<RX: Decodable>(_ type: RX.Type) throws -> RX? {
    guard let header = try read(count: 8) else { return nil }
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let count = Int(exactly: length), let payload = try read(count: count) else { return nil }
    return try JSONDecoder().decode(type, from: Data(payload))
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Glibc.write(
        output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard written > 0 else { throw StreamFailure(code: errno) }
      rest = rest.dropFirst(written)
    }
  }

  /// So many bytes, or `nil` at the end of the input.
  private func read(count: Int) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let received = bytes[filled...].withUnsafeMutableBytes {
        Glibc.read(input, $0.baseAddress, $0.count)
      }
      guard received >= 0 else { throw StreamFailure(code: errno) }
      guard received > 0 else { return nil }
      filled += received
    }
    return bytes
  }
}

private struct StreamFailure: Error {
  let code: Int32
}
