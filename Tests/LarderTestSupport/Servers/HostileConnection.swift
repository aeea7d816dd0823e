import Glibc
import Synchronization

/// One connection to a ``HostileServer``, on a thread of its own.
public final class HostileConnection: Sendable {
  /// Counted from 1.
  public let number: Int
  private let descriptor: Int32
  private let note: @Sendable (ReceivedRequest) -> Void
  private let isOpen = Mutex(true)
  private let pending = Mutex<[UInt8]>([])

  init(_ descriptor: Int32, number: Int, note: @escaping @Sendable (ReceivedRequest) -> Void) {
    self.descriptor = descriptor
    self.number = number
    self.note = note
    var on: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads the next request with its body; `nil` where the client goes away.
  public func nextRequest() -> ReceivedRequest? {
    guard var request = nextHead() else { return nil }
    let length = request["Content-Length"].flatMap { Int($0) } ?? 0
    while pending.withLock({ $0.count }) < length { guard readMore() else { return nil } }
    request.body = pending.withLock { bytes in
      defer { bytes.removeFirst(length) }
      return Array(bytes[..<length])
    }
    note(request)
    return request
  }

  /// Reads only the headers of the next request.
  public func nextHead() -> ReceivedRequest? {
    while true {
      if let head = takeHead() { return ReceivedRequest(head: head, connection: number) }
      guard readMore() else { return nil }
    }
  }

  private func takeHead() -> String? {
    pending.withLock { bytes in
      let end = Array("\r\n\r\n".utf8)
      guard bytes.count >= end.count,
        let start = bytes.indices.dropLast(end.count - 1).first(where: {
          bytes[$0..<$0 + end.count].elementsEqual(end)
        })
      else { return nil }
      defer { bytes.removeFirst(start + end.count) }
      return String(decoding: bytes[..<start], as: UTF8.self)
    }
  }

  /// Every byte until the client or server at the other end closes.
  func readAll() -> [UInt8] {
    while readMore() {}
    return pending.withLock(\.self)
  }

  private func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    pending.withLock { $0 += buffer[..<count] }
    return true
  }
}

extension HostileConnection {
  /// Sends bytes; false where the client is gone.
  @discardableResult
  public func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(text.utf8) }

  /// Sends a text in pieces of one byte, some milliseconds apart, until it ends or the client is gone.
  public func drip(_ text: String, everyMilliseconds pause: Int32) {
    for byte in text.utf8 {
      guard send([byte]), !isLeft(within: pause) else { return }
    }
  }

  /// Sends nothing until the client is gone.
  public func fallSilent() { while !isLeft(within: 1000) {} }

  /// Whether the client goes away within some milliseconds.
  private func isLeft(within milliseconds: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Self.otherEndClosed, revents: 0)
    return poll(&event, 1, milliseconds) > 0
  }

  /// `POLLRDHUP`, which the headers keep for themselves.
  private static let otherEndClosed: Int16 = 0x2000

  /// Ends the connection with a reset.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    closeOnce()
  }

  /// Ends the connection, which the server does too when the script has ended.
  public func closeOnce() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if wasOpen { close(descriptor) }
  }

  /// Makes whoever waits for the connection go on, from another thread.
  func shutDown() {
    isOpen.withLock { if $0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }
}
