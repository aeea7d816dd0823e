import Glibc
import LineEditor

/// Waits until a store may have changed: for its file where it is one, else for a while.
final class StorePause {
  private let milliseconds: Int?
  private let notices: FileNotices?

  /// How long others than files are waited for, where nobody says.
  static let usualSeconds = 2.0

  /// How often Ctrl-C is looked for.
  private static let stepInMilliseconds = 50

  /// `seconds` is the longest wait; without, a file alone ends it.
  init(_ open: OpenStore, seconds: Double?) {
    let notices = open.isLocal ? FileNotices(of: open.location.address) : nil
    self.notices = notices
    let seconds = seconds ?? (notices == nil ? Self.usualSeconds : nil)
    milliseconds = seconds.map { Int(($0 * 1_000).rounded()) }
  }

  /// Returns at a change or when the time is over; false once Ctrl-C came, or nobody needs it any more.
  func wait(until isOver: () -> Bool) -> Bool {
    var waited = 0
    while !Signals.isInterrupted, !isOver() {
      let step = min(Self.stepInMilliseconds, milliseconds.map { $0 - waited } ?? .max)
      guard step > 0 else { return true }
      if let notices {
        if notices.wait(milliseconds: step) { return true }
      } else {
        SystemClock.sleep(milliseconds: step)
      }
      waited += step
    }
    return false
  }
}

/// What the system tells of writes to a file and to its `-wal`, also where another file takes its place.
final class FileNotices {
  private let descriptor: Int32
  private let names: [[UInt8]]

  /// `nil` where there is no such file, or the system does not tell.
  init?(of path: String) {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let file = String(cString: resolved)
    guard let slash = file.lastIndex(of: "/") else { return nil }
    let name = String(file[file.index(after: slash)...])
    names = [Array(name.utf8), Array((name + "-wal").utf8)]
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    // Not of openings and closings: reading the file does those too.
    let mask = UInt32(IN_MODIFY | IN_MOVED_TO)
    guard inotify_add_watch(descriptor, String(file[...slash]), mask) >= 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Waits so long at most; true where the file changed.
  func wait(milliseconds: Int) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(clamping: milliseconds)) > 0 else { return false }
    return takeNotices()
  }

  /// Reads all that was told; true where some of it is about the file.
  private func takeNotices() -> Bool {
    var isOurs = false
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return isOurs }
      if names(in: buffer.prefix(count)).contains(where: names.contains) { isOurs = true }
    }
  }

  /// The names in a run of `struct inotify_event`, of 16 bytes each and a name padded with zeros.
  private func names(in bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var names: [[UInt8]] = []
    var rest = bytes
    while rest.count >= 16 {
      let length = rest.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self) }
      let name = rest.dropFirst(16).prefix(Int(length))
      names.append(Array(name.prefix { $0 != 0 }))
      rest = rest.dropFirst(16 + Int(length))
    }
    return names
  }
}
