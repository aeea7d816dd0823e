import Glibc

/// Sockets on 127.0.0.1, which no child process inherits.
public enum LoopbackSocket {
  /// A socket that listens on a port, 0 for any that is free.
  static func listening(
    on port: Int = 0, backlog: Int32
  ) throws(SocketError) -> (descriptor: Int32, port: Int) {
    let descriptor = try make()
    var address = Self.address(port: port)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        var length = length
        return bind(descriptor, generic, length) == 0 && listen(descriptor, backlog) == 0
          && getsockname(descriptor, generic, &length) == 0
      }
    }
    guard isListening else { throw failure(closing: descriptor) }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// A socket that is connected, or, where it need not wait, on its way to be.
  static func connecting(to port: Int, waits: Bool = true) throws(SocketError) -> Int32 {
    let descriptor = try make(flags: waits ? 0 : Int32(SOCK_NONBLOCK.rawValue))
    var address = Self.address(port: port)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || !waits && errno == EINPROGRESS else { throw failure(closing: descriptor) }
    return descriptor
  }

  /// A system call that failed, by its error number.
  public struct SocketError: Error { var code: Int32 }

  private static func make(flags: Int32 = 0) throws(SocketError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw SocketError(code: errno) }
    return descriptor
  }

  private static func failure(closing descriptor: Int32) -> SocketError {
    defer { close(descriptor) }
    return SocketError(code: errno)
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

extension LoopbackSocket {
  /// A port where nobody listens, below those that the system hands out: no other test is given it.
  public static func freePort() throws -> Int {
    for _ in 0..<1000 {
      guard let (descriptor, port) = try? listening(on: .random(in: 20_000..<32_000), backlog: 1)
      else { continue }
      close(descriptor)
      return port
    }
    throw SocketError(code: EADDRINUSE)
  }
}

/// A port that takes no connection: its queue is full, and nobody empties it.
public final class DeafPort: Sendable {
  public let port: Int
  private let descriptors: [Int32]

  public init() throws {
    let (descriptor, port) = try LoopbackSocket.listening(backlog: 0)
    self.port = port
    descriptors =
      try [descriptor] + (0..<4).map { _ in try LoopbackSocket.connecting(to: port, waits: false) }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
