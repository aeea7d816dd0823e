import Glibc

/// A sink for bytes with one buffer and checked writes.
///
/// Nothing is lost silently: a write that fails throws, now or at the next ``flush()``.
final class Output {
  /// What people call the sink in a message: `standard output`, a file's path.
  let name: String

  /// The bytes not yet written; formats append to it and then call ``drain()``.
  var bytes: [UInt8] = []

  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let capacity: Int
  private let isTerminal: Bool

  /// Writes to a descriptor that stays open.
  init(descriptor: Int32, name: String, capacity: Int = 1 << 16) {
    self.descriptor = descriptor
    self.name = name
    self.capacity = capacity
    ownsDescriptor = false
    isTerminal = isatty(descriptor) == 1
  }

  /// Creates or empties a file; `name` is what messages call it, where not by its path.
  init(path: String, name: String? = nil) throws(OutputError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(errno, name: name ?? path) }
    self.name = name ?? path
    capacity = 1 << 16
    ownsDescriptor = true
    isTerminal = isatty(descriptor) == 1
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Whether nobody is left to read what is written.
  var isClosed: Bool {
    var waiting = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&waiting, 1, 0) > 0 && waiting.revents & Int16(POLLERR) != 0
  }

  func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Lets a row be appended, and writes the buffer out if it is full.
  ///
  /// The buffer is looked up once for all that `body` appends, which must not use the output itself.
  @inline(__always)
  func write(_ body: (inout [UInt8]) -> Void) throws(OutputError) {
    body(&bytes)
    try drain()
  }

  /// Writes the buffer out if it is full.
  @inline(__always)
  func drain() throws(OutputError) {
    if bytes.count >= capacity { try flush() }
  }

  /// Writes the buffer out.
  func flush() throws(OutputError) {
    guard !bytes.isEmpty else { return }
    if isTerminal { ProgressLine.shared.hide() }
    defer { bytes.removeAll(keepingCapacity: true) }
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      }
      if written > 0 {
        start += written
      } else if errno == EPIPE {
        throw .closed
      } else if errno != EINTR {
        throw .failed(errno, name: name)
      }
    }
  }
}
