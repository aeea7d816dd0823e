import Glibc
import Synchronization

/// A server on a loopback port that does what a script tells, mostly what no good server would.
///
/// Each connection has a thread of its own; all have ended when the last reference goes.
public final class HostileServer: Sendable {
  public let port: Int
  private let listener: Int32
  private let shared: Shared
  private let thread: pthread_t

  private final class Shared: Sendable {
    let serve: @Sendable (HostileConnection) -> Void
    let state = Mutex(State())

    init(_ serve: @escaping @Sendable (HostileConnection) -> Void) { self.serve = serve }
  }

  private struct State {
    var requests: [ReceivedRequest] = []
    var connections: [HostileConnection] = []
    var threads: [pthread_t] = []
  }

  /// Starts a server; the script is run for each connection, which is closed when it ends.
  public init(_ serve: @escaping @Sendable (HostileConnection) -> Void) throws {
    let (listener, port) = try LoopbackSocket.listening(backlog: 64)
    self.listener = listener
    self.port = port
    let shared = Shared(serve)
    self.shared = shared
    thread = try Threads.start { Self.accept(on: listener, shared) }
  }

  /// Starts a server that answers request after request, over any connections.
  ///
  /// The texts are sent as they are; the last answers all further requests, and an empty one closes the
  /// connection.
  public convenience init(replies: [String]) throws {
    let next = Mutex(0)
    try self.init { connection in
      while connection.nextRequest() != nil {
        let index = next.withLock { index in
          defer { index = min(index + 1, replies.count - 1) }
          return index
        }
        guard connection.send(replies[index]), !replies[index].isEmpty else { return }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    pthread_join(thread, nil)
    close(listener)
    let (connections, threads) = shared.state.withLock { ($0.connections, $0.threads) }
    for connection in connections { connection.shutDown() }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Without a final slash.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// The whole requests that came, in order.
  public var requests: [ReceivedRequest] { shared.state.withLock(\.requests) }

  /// How many connections were made.
  public var connectionCount: Int { shared.state.withLock(\.connections.count) }

  private static func accept(on listener: Int32, _ shared: Shared) {
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      shared.state.withLock { state in
        let connection = HostileConnection(descriptor, number: state.connections.count + 1) {
          request in shared.state.withLock { $0.requests.append(request) }
        }
        let thread = try? Threads.start {
          shared.serve(connection)
          connection.closeOnce()
        }
        state.connections.append(connection)
        if let thread { state.threads.append(thread) }
      }
    }
  }
}

/// Threads of the tests' own servers, which wait in system calls.
enum Threads {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread, which must be joined or detached.
  static func start(
    _ work: @escaping @Sendable () -> Void
  ) throws(LoopbackSocket.SocketError) -> pthread_t {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Work(work))
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      throw LoopbackSocket.SocketError(code: code)
    }
    return thread
  }
}
