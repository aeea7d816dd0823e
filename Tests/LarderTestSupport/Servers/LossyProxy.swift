import Glibc

/// A proxy on a loopback port that forwards every request to a server, and may lose the reply.
///
/// The server does what it was asked; the client only sees the connection end.
public final class LossyProxy: Sendable {
  private let server: HostileServer

  /// Starts a proxy to a loopback port; `loses` is asked after the server has answered.
  public init(
    to port: Int, losing loses: @escaping @Sendable (ReceivedRequest) -> Bool
  ) throws {
    server = try HostileServer { connection in
      while let request = connection.nextRequest() {
        guard let reply = try? Self.reply(to: request, of: port), !loses(request) else { return }
        connection.send(reply)
        return
      }
    }
  }

  public var port: Int { server.port }
  public var url: String { server.url }

  /// The whole requests that came, in order.
  public var requests: [ReceivedRequest] { server.requests }

  private static func reply(to request: ReceivedRequest, of port: Int) throws -> [UInt8] {
    let descriptor = try LoopbackSocket.connecting(to: port)
    let upstream = HostileConnection(descriptor, number: 0) { _ in }
    defer { upstream.closeOnce() }
    upstream.send(request.forwarded)
    return upstream.readAll()
  }
}
