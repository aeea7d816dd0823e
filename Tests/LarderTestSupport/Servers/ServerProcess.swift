import FoundationEssentials
import Glibc
import Synchronization

/// A server program that runs until it is stopped, or until this process ends in whatever way.
///
/// A thread of its own starts the program and waits for its end: the system kills the program when that thread
/// is gone.
public final class ServerProcess: Sendable {
  private let progress = Progress()
  private let log: String

  /// How far the program has come, as its thread knows.
  private final class Progress: Sendable {
    let state = Mutex(State.starting)
  }

  private enum State {
    case starting
    case running(pid_t)
    case ended
  }

  /// Starts a program, which writes what it says to the file.
  public init(_ arguments: [String], log: String) throws {
    self.log = log
    let words =
      ["/usr/bin/setpriv", "--pdeathsig", "KILL", "/bin/sh", "-c"]
      + ["log=$1; shift; exec \"$@\" >\"$log\" 2>&1 </dev/null", "sh", log] + arguments
    let thread = try Threads.start { [progress] in
      guard let child = try? ChildProcess(words), let process = child.process else {
        progress.state.withLock { $0 = .ended }
        return
      }
      progress.state.withLock { $0 = .running(process) }
      _ = child.wait()
      progress.state.withLock { $0 = .ended }
    }
    pthread_detach(thread)
  }

  deinit { stop() }

  /// Kills the program and waits until it is gone.
  public func stop() {
    while true {
      switch progress.state.withLock(\.self) {
      case .starting: break
      case .running(let process): _ = kill(process, SIGKILL)
      case .ended: return
      }
      _ = poll(nil, 0, 2)
    }
  }

  /// The program has ended by itself.
  public var hasEnded: Bool {
    progress.state.withLock { state in
      if case .ended = state { true } else { false }
    }
  }

  /// What the program said so far, for messages.
  public var output: String {
    let bytes = (try? Data(contentsOf: URL(filePath: log))) ?? Data()
    return String(decoding: bytes.suffix(2000), as: UTF8.self)
  }

  /// Waits until the program listens on a port.
  ///
  /// - Throws: ``NoServer`` where it ends instead, or does not for a minute.
  public func waitUntilListening(on port: Int) throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end, !hasEnded {
      if let descriptor = try? LoopbackSocket.connecting(to: port) {
        close(descriptor)
        return
      }
      _ = poll(nil, 0, 10)
    }
    throw NoServer(reason: output)
  }
}

/// A server that cannot be started.
public struct NoServer: Error {
  /// The last that it said.
  public var reason: String
}
