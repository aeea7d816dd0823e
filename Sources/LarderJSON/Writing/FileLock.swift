import Glibc
import LarderCore

/// An advisory lock on the file that has a name, also where that file is replaced by renaming.
///
/// A lock belongs to an open file, not to its name: so after locking, the open file is compared with
/// the one that has the name now, and the lock is taken anew until both are one. Held until the value
/// goes away.
final class FileLock {
  private let descriptor: Int32

  /// How long to wait for another process to finish its save.
  static let patience = Duration.seconds(10)

  /// - Throws: ``PersistenceError`` with code `store.busy` when another process keeps the lock,
  ///   `store.read-only` or `store.unavailable` when the file cannot be opened for writing.
  init(path: String, patience: Duration = FileLock.patience) throws {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: patience)
    while true {
      let candidate = try Self.open(path)
      if flock(candidate, LOCK_EX | LOCK_NB) == 0 {
        if let own = FileStamp(descriptor: candidate), let named = FileStamp(path: path),
          own.device == named.device, own.inode == named.inode
        {
          descriptor = candidate
          return
        }
        close(candidate)
      } else {
        let code = errno
        close(candidate)
        guard code == EWOULDBLOCK || code == EINTR else {
          throw FileFailure.error(path, "cannot be locked", code)
        }
        guard clock.now < deadline else {
          throw PersistenceError(.busy, detail: "\(path) is being saved by another process")
        }
        var pause = timespec(tv_sec: 0, tv_nsec: 5_000_000)
        nanosleep(&pause, nil)
      }
    }
  }

  deinit { close(descriptor) }

  private static func open(_ path: String) throws -> Int32 {
    let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
    guard descriptor < 0 else { return descriptor }
    throw FileFailure.error(path, "cannot be opened for writing", errno)
  }
}

/// Turns a failed system call on a file into an error.
enum FileFailure {
  /// `store.read-only` where the system forbids it, `store.unavailable` where nothing has the name,
  /// else `store.failed`.
  static func error(_ path: String, _ what: String, _ code: Int32) -> PersistenceError {
    let kind: PersistenceError.Code =
      switch code {
      case EACCES, EPERM, EROFS, ETXTBSY: .readOnly
      case ENOENT, ENOTDIR, ELOOP: .unavailable
      default: .failed
      }
    return PersistenceError(kind, detail: "\(path) \(what): \(String(cString: strerror(code)))")
  }
}
